// launch RESULT PROGRAM [ARGUMENT...]: runs a program and writes into the file RESULT what it took:
//
//     wall seconds, user seconds, system seconds, largest peak memory of one process in KiB
//
// The times are those of the program and of all that it waited for. A process keeps the peak of the one that started
// it, so a large starter would hide what the program itself took: this one takes next to nothing.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: launch RESULT PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    double start = now();
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        return 1;
    }
    if (child == 0) {
        execvp(words[2], words + 2);
        perror(words[2]);
        _exit(127);
    }
    // A person who interrupts the group wants the program to end, and what it took.
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            perror("wait4");
            return 1;
        }
    }
    double wall = now() - start;
    FILE *result = fopen(words[1], "w");
    if (!result) {
        perror(words[1]);
        return 1;
    }
    fprintf(result, "%.6f %.6f %.6f %ld\n", wall, seconds(usage.ru_utime), seconds(usage.ru_stime), usage.ru_maxrss);
    if (fclose(result) != 0) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
