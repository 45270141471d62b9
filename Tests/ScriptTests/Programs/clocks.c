// AHEAD: seconds that CLOCK_REALTIME is ahead. GRAIN: times of files are in whole seconds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && getenv("AHEAD")) time->tv_sec += atoi(getenv("AHEAD"));
    return result;
}

static int whole(int result, struct stat *status) {
    if (result == 0 && getenv("GRAIN")) status->st_atim.tv_nsec = status->st_mtim.tv_nsec = status->st_ctim.tv_nsec = 0;
    return result;
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
    static int (*real)(int, const char *, struct stat *, int);
    if (!real) real = dlsym(RTLD_NEXT, "fstatat");
    return whole(real(folder, path, status, flags), status);
}
int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }
int lstat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat *status) { return fstatat(file, "", status, AT_EMPTY_PATH); }
