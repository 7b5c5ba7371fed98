#ifndef GANGWAY_CSQLITE_H
#define GANGWAY_CSQLITE_H

#include <sqlite3.h>

/// Opens SQLite, which has to be done before anything of it is called; it is not linked (CLazyLibrary.h). NULL when it is open,
/// otherwise why it is not, in words that hold until the thread's next call.
const char *gangway_open_sqlite(void);

// SQLITE_TRANSIENT is a macro with a cast, which Swift does not see. An empty text has no address there, and is none here.
static inline int gangway_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text ? text : "", length, SQLITE_TRANSIENT);
}

static inline int gangway_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// A macro with a shift.
static inline int gangway_write_failed(void) { return SQLITE_IOERR_WRITE; }

#endif
