#include <libsecret/secret.h>

// What our items are told by. It is found by its name too, so that no other program's items are touched.
static inline const SecretSchema *gangway_schema(void) {
    static const SecretSchema schema = {
        "org.gangway.Secret",
        SECRET_SCHEMA_NONE,
        {{"kind", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"name", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
    };
    return &schema;
}

// Macros with a call, which Swift does not see.
static inline GQuark gangway_dbus_errors(void) { return G_DBUS_ERROR; }
static inline GQuark gangway_io_errors(void) { return G_IO_ERROR; }
static inline GQuark gangway_secret_errors(void) { return SECRET_ERROR; }
