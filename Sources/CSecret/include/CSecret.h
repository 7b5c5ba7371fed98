// What SecretServiceVault calls of libsecret 0.19 and GLib 2, and no more. It is declared here and not taken from their headers,
// whose places only pkg-config knows, and pkg-config would link the libraries as well: they are opened when a vault is first
// used (CLazyLibrary.h). Both libraries keep these as they are within their major versions; objects are only passed on.
#ifndef GANGWAY_CSECRET_H
#define GANGWAY_CSECRET_H

#include <stdint.h>
#include <stddef.h>

/// Opens libsecret, which has to be done before anything of it is called. NULL when it is open, otherwise why it is not, in
/// words that hold until the thread's next call.
const char *gangway_open_secret(void);

typedef struct _GCancellable GCancellable;
typedef struct _GHashTable GHashTable;
typedef struct _SecretValue SecretValue;

typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;

typedef struct _GList {
    void *data;
    struct _GList *next;
    struct _GList *prev;
} GList;

typedef struct {
    const char *name;
    int type;
} SecretSchemaAttribute;

typedef struct _SecretSchema {
    const char *name;
    int flags;
    SecretSchemaAttribute attributes[32];
    int reserved;
    void *reserved_pointers[7];
} SecretSchema;

void g_free(void *memory);
char *g_strdup(const char *text);
void g_object_unref(void *object);
void g_error_free(GError *error);
void g_list_free_full(GList *list, void (*free)(void *));
GCancellable *g_cancellable_new(void);
void g_cancellable_cancel(GCancellable *cancellable);
unsigned int g_str_hash(const void *key);
int g_str_equal(const void *first, const void *second);
GHashTable *g_hash_table_new_full(
    unsigned int (*hash)(const void *), int (*equal)(const void *, const void *), void (*free_key)(void *),
    void (*free_value)(void *));
int g_hash_table_insert(GHashTable *table, void *key, void *value);
void *g_hash_table_lookup(GHashTable *table, const void *key);
void g_hash_table_unref(GHashTable *table);
uint32_t g_dbus_error_quark(void);
uint32_t g_io_error_quark(void);

uint32_t secret_error_get_quark(void);
SecretValue *secret_value_new(const char *secret, long length, const char *content_type);
const char *secret_value_get(SecretValue *value, size_t *length);
void secret_value_unref(void *value);
SecretValue *secret_password_lookupv_binary_sync(
    const SecretSchema *schema, GHashTable *attributes, GCancellable *cancellable, GError **error);
int secret_password_storev_binary_sync(
    const SecretSchema *schema, GHashTable *attributes, const char *collection, const char *label, SecretValue *value,
    GCancellable *cancellable, GError **error);
int secret_password_clearv_sync(
    const SecretSchema *schema, GHashTable *attributes, GCancellable *cancellable, GError **error);
GList *secret_password_searchv_sync(
    const SecretSchema *schema, GHashTable *attributes, int flags, GCancellable *cancellable, GError **error);
GHashTable *secret_retrievable_get_attributes(void *retrievable);

// SECRET_SEARCH_ALL; G_IO_ERROR_CANCELLED; SECRET_ERROR_IS_LOCKED and SECRET_ERROR_NO_SUCH_OBJECT.
enum { gangway_search_all = 2, gangway_io_cancelled = 19, gangway_is_locked = 2, gangway_no_such_object = 3 };

// What our items are told by: two texts (SECRET_SCHEMA_ATTRIBUTE_STRING is 0). It is found by its name too, so that no other
// program's items are touched.
static inline const SecretSchema *gangway_schema(void)
{
    static const SecretSchema schema = {"org.gangway.Secret", 0, {{"kind", 0}, {"name", 0}, {NULL, 0}}, 0, {NULL}};
    return &schema;
}

#endif
