#define _GNU_SOURCE
#include "CMemoryScan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { chunk = 1 << 20 };
// Larger areas are address space that a sanitizer or a runtime has set aside.
static const uint64_t largest = (uint64_t)1 << 32;

struct scan {
    const uint8_t *masked;
    size_t count;
    uint8_t mask;
    long found;
    struct gangway_place *places;
    size_t capacity;
};

static void look(struct scan *scan, const uint8_t *bytes, size_t count, uint64_t address, const char *area) {
    if (count < GANGWAY_PIECE) return;
    for (size_t start = 0; start + GANGWAY_PIECE <= scan->count; start += GANGWAY_PIECE) {
        const uint8_t first = scan->masked[start] ^ scan->mask;
        const uint8_t *at = bytes, *end = bytes + count - GANGWAY_PIECE + 1;
        while (at < end && (at = memchr(at, first, (size_t)(end - at)))) {
            size_t same = 1;
            while (same < GANGWAY_PIECE && (at[same] ^ scan->mask) == scan->masked[start + same]) same++;
            if (same == GANGWAY_PIECE) {
                if ((size_t)scan->found < scan->capacity && scan->places) {
                    struct gangway_place *place = &scan->places[scan->found];
                    place->address = address + (uint64_t)(at - bytes);
                    place->offset = start;
                    snprintf(place->area, sizeof place->area, "%s", area);
                }
                scan->found++;
            }
            at++;
        }
    }
}

static void look_in_area(struct scan *scan, int memory, uint64_t from, uint64_t to, uint8_t *scratch, const char *area) {
    const uint64_t own = (uint64_t)(uintptr_t)scratch;
    while (from + GANGWAY_PIECE <= to) {
        uint64_t end = to - from > chunk ? from + chunk : to;
        if (memory >= 0 && from < own + chunk && end > own) {  // what is looked at must not be found where it is looked at
            if (from >= own) {
                from = own + chunk;
                continue;
            }
            end = own;
        }
        ssize_t got = pread(memory, scratch, end - from, (off_t)from);
        if (got > 0) look(scan, scratch, (size_t)got, from, area);
        if (end == to) return;
        from = end == own ? end : end - GANGWAY_PIECE + 1;
    }
}

long gangway_memory_scan(
    pid_t process, const uint8_t *masked, size_t count, uint8_t mask, struct gangway_place *places, size_t capacity) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/maps", process ? process : getpid());
    FILE *maps = fopen(path, "re");
    snprintf(path, sizeof path, "/proc/%d/mem", process ? process : getpid());
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    uint8_t *scratch = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct scan scan = {masked, count, mask, 0, places, capacity};
    if (!maps || memory < 0 || scratch == MAP_FAILED) {
        if (maps) fclose(maps);
        if (memory >= 0) close(memory);
        return -1;
    }
    char line[512];
    while (fgets(line, sizeof line, maps)) {
        uint64_t from, to;
        char rights[8], name[128] = "";
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %*s %127s", &from, &to, rights, name) < 3) continue;
        // Memory files are sent from areas that are only read.
        if (rights[0] != 'r' || (rights[1] != 'w' && strncmp(name, "/memfd:", 7))) continue;
        if (to - from > largest || !strncmp(name, "/dev/", 5)) continue;
        look_in_area(&scan, memory, from, to, scratch, name);
    }
    fclose(maps);
    close(memory);
    munmap(scratch, chunk);
    return scan.found;
}

// The child's side: from fork to exec only what is safe there.
static void become(const char *path, char *const *arguments, char *const *environment, const int *streams) {
    for (int number = 0; number < 3; number++) dup2(streams[number], number);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) execve(path, arguments, environment);
    _exit(127);
}

int gangway_scan_at_exit(
    const char *path, char *const *arguments, char *const *environment, const int *streams, const uint8_t *masked,
    size_t count, uint8_t mask, long *found, struct gangway_place *places, size_t capacity) {
    *found = -1;
    pid_t process = fork();
    if (process < 0) return -1;
    if (process == 0) become(path, arguments, environment, streams);
    int status = 0;
    // It stops at its exec first.
    if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status)) return -1;
    ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)(PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL));
    int signal = 0;
    while (ptrace(PTRACE_CONT, process, NULL, (void *)(intptr_t)signal) == 0) {
        while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
        if (!WIFSTOPPED(status)) break;
        signal = WSTOPSIG(status);
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
            signal = 0;
            *found = gangway_memory_scan(process, masked, count, mask, places, capacity);
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
