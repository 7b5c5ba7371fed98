#include "CLazyLibrary.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *look_up(void *handle, const struct gangway_function *function)
{
    for (; function->name; function++) {
        *function->address = dlsym(handle, function->name);
        if (!*function->address) return dlerror();
    }
    return NULL;
}

const char *gangway_open_library(struct gangway_library *library)
{
    const char *failure = NULL;
    pthread_mutex_lock(&lock);
    if (!library->handle) {
        // It stays open to the end of the process: what it started may run until then.
        void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
        failure = handle ? look_up(handle, library->functions) : dlerror();
        if (!failure) library->handle = handle;
    }
    pthread_mutex_unlock(&lock);
    return failure;
}
