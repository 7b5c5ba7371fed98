#include "CSecret.h"
#include "CLazyLibrary.h"

// What SecretServiceVault calls.
#define FUNCTIONS(F)                        \
    F(g_cancellable_cancel)                 \
    F(g_cancellable_new)                    \
    F(g_dbus_error_quark)                   \
    F(g_error_free)                         \
    F(g_free)                               \
    F(g_hash_table_insert)                  \
    F(g_hash_table_lookup)                  \
    F(g_hash_table_new_full)                \
    F(g_hash_table_unref)                   \
    F(g_io_error_quark)                     \
    F(g_list_free_full)                     \
    F(g_object_unref)                       \
    F(g_str_equal)                          \
    F(g_str_hash)                           \
    F(g_strdup)                             \
    F(secret_error_get_quark)               \
    F(secret_password_clearv_sync)          \
    F(secret_password_lookupv_binary_sync)  \
    F(secret_password_searchv_sync)         \
    F(secret_password_storev_binary_sync)   \
    F(secret_retrievable_get_attributes)    \
    F(secret_value_get)                     \
    F(secret_value_new)                     \
    F(secret_value_unref)

GANGWAY_LAZY_LIBRARY(gangway_open_secret, "libsecret-1.so.0", FUNCTIONS)
