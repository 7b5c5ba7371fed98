import WebServer

/// What every answer of the hub says to browsers beside its content.
enum ResponseHeaders {
    /// Nothing comes from anywhere but the hub itself, nothing is written into a page as script or style, no page shows it in a
    /// frame.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

    private static let always = [
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ]

    /// The same answer with these fields; what says nothing of caches is not kept by any.
    static func add(to response: WebResponse, isSecure: Bool) -> WebResponse {
        var response = response
        response.fields += always
        if !response.fields.contains(where: { $0.name == "Cache-Control" }) {
            response.fields.append(("Cache-Control", "no-store"))
        }
        if isSecure { response.fields.append(("Strict-Transport-Security", "max-age=31536000")) }
        return response
    }
}
