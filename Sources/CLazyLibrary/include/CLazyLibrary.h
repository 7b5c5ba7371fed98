// Libraries that are opened when they are first needed, instead of when the program starts: a program that does without them
// neither pays for them nor fails where they are not installed.
//
// A target of such a library includes the library's own header, so that its callers see nothing unusual, lists the functions
// that are called, and makes the rest of them with GANGWAY_LAZY_LIBRARY. One that is missing in the list fails to link.
#ifndef GANGWAY_LAZY_LIBRARY_H
#define GANGWAY_LAZY_LIBRARY_H

#include <stddef.h>

/// One function of a library: its name, and where its address is to be kept.
struct gangway_function {
    const char *name;
    void **address;
};

/// A library: its file, as the dynamic loader looks it up, and its functions, up to one without a name.
struct gangway_library {
    const char *file;
    const struct gangway_function *functions;
    void *handle;
};

/// Opens the library, unless it is open, and looks up its functions, also in the libraries that it was linked to. NULL when all
/// can be called; otherwise why not, in words that hold until the thread's next call. It may be tried again.
const char *gangway_open_library(struct gangway_library *library);

// What a caller is linked to: a jump to where the address is kept. Arguments of whatever kind stay where they are.
#if defined(__x86_64__)
#define GANGWAY_JUMP(address) "jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define GANGWAY_JUMP(address) "adrp x16, " address "\nldr x16, [x16, :lo12:" address "]\nbr x16\n"
#elif defined(__linux__)
#error "GANGWAY_JUMP wants the instruction that jumps to an address in memory"
#endif

// Hidden, so that other libraries go on finding the library's own function.
#define GANGWAY_STUB(name)                                                                          \
    __attribute__((visibility("hidden"))) void *gangway_address_of_##name;                          \
    __asm__(".pushsection .text." #name ", \"ax\", %progbits\n"                                     \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", %function\n.p2align 3\n" #name ":\n" \
            GANGWAY_JUMP("gangway_address_of_" #name)                                               \
            ".size " #name ", . - " #name "\n.popsection\n");

#define GANGWAY_ENTRY(name) {#name, &gangway_address_of_##name},

/// Makes `open`, to be called before any of FUNCTIONS, a macro that applies its argument to each of their names. On other
/// systems than Linux the library is linked as usual, and `open` has nothing to do.
#ifdef __linux__
#define GANGWAY_LAZY_LIBRARY(open, file, FUNCTIONS)                                                 \
    FUNCTIONS(GANGWAY_STUB)                                                                         \
    static const struct gangway_function functions[] = {FUNCTIONS(GANGWAY_ENTRY){NULL, NULL}};      \
    const char *open(void)                                                                          \
    {                                                                                               \
        static struct gangway_library library = {file, functions, NULL};                            \
        return gangway_open_library(&library);                                                      \
    }
#else
#define GANGWAY_LAZY_LIBRARY(open, file, FUNCTIONS) const char *open(void) { return NULL; }
#endif

#endif
