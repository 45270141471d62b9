#define _GNU_SOURCE
#include "mono_linux.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/fs.h, which does not go together with sys/mount.h in every version of the C library.
#ifndef FICLONE
#define FICLONE _IOW(0x94, 9, int)
#endif
// The same number on every architecture.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

_Static_assert(MONO_SPAWN_NEW_SESSION == POSIX_SPAWN_SETSID, "the C library's number");

int mono_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int mono_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int mono_process_handle(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int mono_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int mono_clone_file(int target, int source) { return ioctl(target, FICLONE, source); }

ssize_t mono_copy_file_range(int source, int target, size_t count) {
    return copy_file_range(source, NULL, target, NULL, count, 0);
}

int mono_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int mono_spawn_closing_from(posix_spawn_file_actions_t *actions, int first) {
#if __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions;
    (void)first;
    return 0;
#endif
}

int mono_set_modified(const char *path, time_t seconds, long nanoseconds) {
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return utimensat(AT_FDCWD, path, times, 0);
}

int mono_processor_count(void) {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return CPU_COUNT(&mask);
    // More processors than the mask has room for.
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

long mono_file_system_type(const char *path) {
    struct statfs found;
    return statfs(path, &found) == 0 ? (long)found.f_type : -1;
}
