#include "CSQLite.h"
#include "CLazyLibrary.h"

// What SQLiteDirectory calls.
#define FUNCTIONS(F)                        \
    F(sqlite3_bind_blob)                    \
    F(sqlite3_bind_int64)                   \
    F(sqlite3_bind_null)                    \
    F(sqlite3_bind_text)                    \
    F(sqlite3_busy_timeout)                 \
    F(sqlite3_changes64)                    \
    F(sqlite3_close_v2)                     \
    F(sqlite3_column_blob)                  \
    F(sqlite3_column_bytes)                 \
    F(sqlite3_column_int64)                 \
    F(sqlite3_column_text)                  \
    F(sqlite3_column_type)                  \
    F(sqlite3_errmsg)                       \
    F(sqlite3_exec)                         \
    F(sqlite3_finalize)                     \
    F(sqlite3_get_autocommit)               \
    F(sqlite3_last_insert_rowid)            \
    F(sqlite3_open_v2)                      \
    F(sqlite3_prepare_v3)                   \
    F(sqlite3_reset)                        \
    F(sqlite3_step)                         \
    F(sqlite3_system_errno)

GANGWAY_LAZY_LIBRARY(gangway_open_sqlite, "libsqlite3.so.0", FUNCTIONS)
