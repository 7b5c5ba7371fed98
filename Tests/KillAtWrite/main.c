// Runs a program and kills it in one of its writes to a file, so that a test knows where it died.
//
//     KillAtWrite ENDING NUMBER before|after PROGRAM ARGUMENT...
//
// Writes to files whose path ends in ENDING are counted from 1, over all threads. In the write NUMBER the program gets SIGKILL:
// before anything was written, or after all was. The last line on standard output then says "killed before write 3". A program
// that makes fewer writes comes to its own end, and this one with its status.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    const char *ending;
    long number;
    int is_after;
    pid_t child;
    long count;
    // The thread that is in the write.
    pid_t writer;
    int is_killed;
} run;

// Whether a thread is about to write to a file that counts.
static int is_wanted(const run *run, pid_t thread, const struct __ptrace_syscall_info *call) {
    if (call->entry.nr != SYS_pwrite64 && call->entry.nr != SYS_write) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, (int)call->entry.args[0]);
    ssize_t length = readlink(link, path, sizeof path);
    ssize_t end = (ssize_t)strlen(run->ending);
    return length >= end && memcmp(path + length - end, run->ending, (size_t)end) == 0;
}

static void take_call(run *run, pid_t thread) {
    struct __ptrace_syscall_info call;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call) <= 0) return;
    int is_time = 0;
    if (call.op == PTRACE_SYSCALL_INFO_ENTRY && is_wanted(run, thread, &call) && ++run->count == run->number) {
        run->writer = thread;
        is_time = !run->is_after;
    } else if (call.op == PTRACE_SYSCALL_INFO_EXIT && thread == run->writer) {
        is_time = run->is_after;
    }
    if (!is_time || run->is_killed) return;
    run->is_killed = 1;
    kill(run->child, SIGKILL);
}

// Follows all threads to their end; the program's status.
static int follow(run *run) {
    int result = 0, status;
    for (;;) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0 && errno == EINTR) continue;
        if (thread < 0) return result;
        if (!WIFSTOPPED(status)) {
            if (thread == run->child) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            continue;
        }
        int passed = 0, number = WSTOPSIG(status);
        if (number == (SIGTRAP | 0x80)) {
            take_call(run, thread);
        } else if (status >> 16 == 0 && number != SIGTRAP && number != SIGSTOP) {
            passed = number;
        }
        ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(long)passed);
    }
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    run run = {
        .ending = arguments[1], .number = atol(arguments[2]), .is_after = strcmp(arguments[3], "after") == 0
    };
    run.child = fork();
    if (run.child < 0) return 2;
    if (run.child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(126);
        raise(SIGSTOP);
        execv(arguments[4], arguments + 4);
        _exit(127);
    }
    int status;
    if (waitpid(run.child, &status, 0) < 0 || !WIFSTOPPED(status)) return 2;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, run.child, NULL, (void *)options) != 0) return 2;
    ptrace(PTRACE_SYSCALL, run.child, NULL, NULL);
    int result = follow(&run);
    if (run.is_killed) printf("killed %s write %ld\n", arguments[3], run.number);
    return result;
}

#else

int main(void) { return 2; }

#endif
