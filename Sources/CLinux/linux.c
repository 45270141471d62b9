#define _GNU_SOURCE
#include "mono_linux.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <sys/mman.h>
#include <sys/socket.h>
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
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
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

int mono_set_modified(int folder, const char *name, time_t seconds, long nanoseconds, int flags) {
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return utimensat(folder, name, times, flags);
}

int mono_signal_session(pid_t session, int signal) {
    DIR *processes = opendir("/proc");
    if (!processes) return 0;
    int count = 0;
    struct dirent *entry;
    while ((entry = readdir(processes))) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        if (process > 1 && getsid(process) == session && kill(process, signal) == 0) count++;
    }
    closedir(processes);
    return count;
}

int mono_processor_count(void) {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return CPU_COUNT(&mask);
    // More processors than the mask has room for.
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

ssize_t mono_list_attributes(const char *path, char *names, size_t size) { return listxattr(path, names, size); }

ssize_t mono_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

long mono_file_system_type(const char *path) {
    struct statfs found;
    return statfs(path, &found) == 0 ? (long)found.f_type : -1;
}

// From linux/openat2.h, which is newer than some of the C libraries that this is built with.
struct mono_open_how {
    uint64_t flags, mode, resolve;
};
enum { MONO_RESOLVE_NO_MAGICLINKS = 0x02, MONO_RESOLVE_NO_SYMLINKS = 0x04, MONO_RESOLVE_BENEATH = 0x08 };

static const int mono_folder_flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

static int mono_close_keeping_errno(int descriptor, int result) {
    int code = errno;
    close(descriptor);
    errno = code;
    return result;
}

// Takes `folder` over. One component after the other, each without following a link.
static int mono_walk_beneath(int folder, const char *below) {
    char name[256];
    while (*below) {
        size_t length = strcspn(below, "/");
        if (length == 0) {
            below++;
            continue;
        }
        if (length >= sizeof name) {
            errno = ENAMETOOLONG;
            return mono_close_keeping_errno(folder, -1);
        }
        memcpy(name, below, length);
        name[length] = 0;
        int next = openat(folder, name, mono_folder_flags);
        if (next == -1 && errno == ENOTDIR) {
            // O_DIRECTORY says this of a link, too.
            struct stat found;
            errno = fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode) ? ELOOP : ENOTDIR;
        }
        folder = mono_close_keeping_errno(folder, next);
        if (folder == -1) return -1;
        below += length;
    }
    return folder;
}

int mono_open_folder_beneath(const char *anchor, const char *below, int stepwise) {
    int folder = open(anchor, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder == -1 || *below == 0) return folder;
    if (!stepwise) {
        struct mono_open_how how = {
            // With O_NOFOLLOW a link at the end would be ENOTDIR.
            .flags = (uint64_t)(mono_folder_flags & ~O_NOFOLLOW),
            .resolve = MONO_RESOLVE_BENEATH | MONO_RESOLVE_NO_SYMLINKS | MONO_RESOLVE_NO_MAGICLINKS,
        };
        int found = (int)syscall(SYS_openat2, folder, below, &how, sizeof how);
        // A kernel before 5.6; EPERM is what container runtimes of that time answer to calls that they do not know.
        if (found != -1 || (errno != ENOSYS && errno != EPERM)) return mono_close_keeping_errno(folder, found);
    }
    return mono_walk_beneath(folder, below);
}

// `pidfd_open` wants the process, not one of its threads.
static pid_t mono_process_of_thread(pid_t thread) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file == -1) return -1;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return -1;
    text[count] = 0;
    const char *line = strstr(text, "\nTgid:");
    return line ? (pid_t)strtol(line + 6, NULL, 10) : -1;
}

// PIDFD_THREAD (Linux 6.9), newer than some of the headers that this is built with.
enum { MONO_OF_THREAD = O_EXCL };

static int mono_handle_of_thread(pid_t thread) {
    int handle = (int)syscall(SYS_pidfd_open, thread, MONO_OF_THREAD);
    if (handle != -1 || errno != EINVAL) return handle;
    pid_t process = mono_process_of_thread(thread);
    return process > 0 ? (int)syscall(SYS_pidfd_open, process, 0) : -1;
}

struct mono_socket mono_socket_of(pid_t thread, int descriptor) {
    struct mono_socket found = {0, 0};
    int handle = mono_handle_of_thread(thread);
    if (handle == -1) return found;
    int socket = (int)syscall(SYS_pidfd_getfd, handle, descriptor, 0);
    close(handle);
    if (socket == -1) return found;
    socklen_t size = sizeof found.type;
    if (getsockopt(socket, SOL_SOCKET, SO_TYPE, &found.type, &size) != 0) found.type = 0;
    struct sockaddr_storage address;
    size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) == 0) {
        if (address.ss_family == AF_INET) found.port = ntohs(((struct sockaddr_in *)&address)->sin_port);
        if (address.ss_family == AF_INET6) found.port = ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    }
    close(socket);
    return found;
}
