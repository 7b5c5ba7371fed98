/// The files of the hub's page, put into the program when it is built.
public enum HubAssets {
    /// The page.
    public static var page: [UInt8] { PackageResources.index_html }
    /// Its style.
    public static var style: [UInt8] { PackageResources.app_css }
    /// Its scripts, by their names.
    public static var scripts: [String: [UInt8]] {
        [
            "app.js": PackageResources.app_js, "dom.js": PackageResources.dom_js,
            "screens.js": PackageResources.screens_js, "connect.js": PackageResources.connect_js,
        ]
    }
    /// Its picture.
    public static var icon: [UInt8] { PackageResources.icon_svg }
    /// What a phone needs to put it on its home screen.
    public static var manifest: [UInt8] { PackageResources.manifest_webmanifest }
    /// The description of the API for programs.
    public static var api: [UInt8] { PackageResources.openapi_json }
}
