#ifndef MONO_LINUX_H
#define MONO_LINUX_H

#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>

// The Linux and GNU calls that Swift's Glibc module does not show, because it is built without _GNU_SOURCE or because they take a
// variable number of arguments. Each returns what the call returns and leaves `errno` as the call left it.

/// `pipe2(ends, O_CLOEXEC)`.
int mono_pipe(int ends[2]);
/// `eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)`.
int mono_event(void);
/// `pidfd_open(process, 0)`; -1 with ENOSYS where the kernel is older than 5.3.
int mono_process_handle(pid_t process);
/// `memfd_create` with MFD_CLOEXEC: a file without a name that lives in memory.
int mono_memory_file(const char *name);
/// `ioctl(target, FICLONE, source)`: makes the file `target` share `source`'s blocks, copy-on-write.
int mono_clone_file(int target, int source);
/// `copy_file_range` from the one file's offset to the other's.
ssize_t mono_copy_file_range(int source, int target, size_t count);
/// `posix_spawn_file_actions_addchdir_np`.
int mono_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);
/// `POSIX_SPAWN_SETSID`: the program starts in a session and a process group of its own.
enum { MONO_SPAWN_NEW_SESSION = 0x80 };
/// `posix_spawn_file_actions_addclosefrom_np`; does nothing where the C library is older than 2.34.
int mono_spawn_closing_from(posix_spawn_file_actions_t *actions, int first);
/// `utimensat` with the time of last access left as it is.
int mono_set_modified(int folder, const char *name, time_t seconds, long nanoseconds, int flags);
/// The `f_type` of the file system that `path` lies on; -1 where `statfs` fails.
long mono_file_system_type(const char *path);
/// Opens the folder `below`, a relative path without `.` and `..`, in the folder `anchor`, for use as the first argument of `openat` and its
/// kin (`O_PATH`). No symbolic link below `anchor` is followed: one on the way, or at the end, is ELOOP. `anchor` itself may be reached through
/// links. An empty `below` is `anchor`. With `stepwise` not 0 the kernel's `openat2` is not used, as on kernels before 5.6.
int mono_open_folder_beneath(const char *anchor, const char *below, int stepwise);
/// Sends `signal` to every process of a session, whatever group it is in; returns to how many. Processes that made a session of their own since
/// are out of reach.
int mono_signal_session(pid_t session, int signal);
/// The number of processors in this process's affinity mask (not the machine's: in a container the two differ); at least 1.
int mono_processor_count(void);

#endif
