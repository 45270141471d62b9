// Starts a program of which nobody can watch the calls: without-watch PROGRAM [ARGUMENT...]
//
// The kernel lets one listener watch a process and its children. Here it is a filter that allows all calls, whose
// listener the program keeps open without knowing.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count < 2) {
        fputs("usage: without-watch PROGRAM [ARGUMENT...]\n", stderr);
        return 2;
    }
    struct sock_filter rule = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {.len = 1, .filter = &rule};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        perror("without-watch: PR_SET_NO_NEW_PRIVS");
        return 1;
    }
    int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
    if (listener < 0 || fcntl(listener, F_SETFD, 0) != 0) {
        perror("without-watch: no listener");
        return 1;
    }
    execvp(words[1], words + 1);
    fprintf(stderr, "without-watch: %s: %s\n", words[1], strerror(errno));
    return 127;
}
