#ifndef MONO_LINUX_H
#define MONO_LINUX_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
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
/// `listxattr`: names of extended attributes, each with a zero behind it.
ssize_t mono_list_attributes(const char *path, char *names, size_t size);
/// `getxattr`.
ssize_t mono_attribute(const char *path, const char *name, void *value, size_t size);
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

/// A socket of another process: `SOCK_STREAM` or another type, and the port that it is bound to on this machine; 0 where it has none, or nobody
/// can tell. `thread`: one of the process.
struct mono_socket {
    int type, port;
};
struct mono_socket mono_socket_of(pid_t thread, int descriptor);

/// `O_PATH`: the file is not opened itself.
enum { MONO_OPEN_PATH = 010000000 };
/// What tells `O_TMPFILE` from `O_DIRECTORY`: a file without a name is made in the folder.
enum { MONO_OPEN_UNNAMED = 020000000 };
/// What a program is started with by `mono_spawn_watched`; `lock` is -1 for none. All descriptors are above 2.
struct mono_watched {
    const char *executable;
    char *const *arguments, *const *environment;
    const char *folder;
    int input, output, errors, lock;
};
/// Starts a program in a session of its own, as `posix_spawn` does for the others, and watches it and its children. Returns 0, or -1 where the
/// kernel does not let us watch, or nothing could be started at all. The program itself starts with the first call that is answered: whether it
/// could be started is what `mono_watched_failure` says. `listener` is ready for `poll` when there is a call, and hangs up when nobody is left.
int mono_spawn_watched(const struct mono_watched *program, pid_t *process, int *listener, int *channel);
/// What stood in the program's way (`errno`); 0: it runs. -1 with EAGAIN: not known yet. `channel` is ready for `poll` when it is known.
int mono_watched_failure(int channel);

enum mono_call_kind {
    MONO_CALL_OPEN,
    MONO_CALL_OPEN2,
    MONO_CALL_CREATE,
    MONO_CALL_LOOK,
    MONO_CALL_READ_LINK,
    MONO_CALL_RUN,
    MONO_CALL_LIST,
    MONO_CALL_MAKE,
    /// A symbolic link.
    MONO_CALL_MAKE_LINK,
    MONO_CALL_REMOVE,
    MONO_CALL_MOVE,
    MONO_CALL_LINK,
    MONO_CALL_CHANGE,
    MONO_CALL_CONNECT,
    MONO_CALL_BIND,
    MONO_CALL_LISTEN,
    /// Within the table of calls alone.
    MONO_CALL_SEND,
    /// Memory, semaphores or messages by a number: `descriptor`, 0 for what nobody else can find.
    MONO_CALL_SHARED,
    MONO_CALL_ATTRIBUTES,
    /// The caller makes a session of its own.
    MONO_CALL_SESSION,
    /// Something that reads files in a way that cannot be watched.
    MONO_CALL_UNSEEN,
};
/// A call that waits for an answer. Paths are addresses in the caller's memory, 0 where there is none; `folder`s are descriptors there.
struct mono_call {
    uint64_t id, path, path2;
    pid_t process;
    enum mono_call_kind kind;
    int folder, folder2, flags, descriptor;
    /// Of several messages that are sent at once.
    uint64_t messages;
    int message_count;
    /// The kernel's, for people.
    const char *name;
};
/// Takes the next call. -1 with EINTR or ENOENT: try again, with what `poll` says.
int mono_next_call(int listener, struct mono_call *call);
/// True while the caller waits: what was read of its memory until then was its own.
int mono_is_waiting(int listener, const struct mono_call *call);
/// The kernel carries the call out. -1 with ENOENT: the caller is gone.
int mono_continue_call(int listener, const struct mono_call *call);
/// Where the address of one of several messages lies; 0 for none.
uint64_t mono_message_address(const struct mono_call *call, int index);
enum { MONO_MOST_MESSAGES = 1024 };
/// Reads all of it, or returns -1.
int mono_read_memory(pid_t process, uint64_t address, void *into, size_t count);
/// Reads up to the first zero, and returns how many bytes stand before it; -1 where it cannot be read, or is longer than `count`.
ssize_t mono_read_text(pid_t process, uint64_t address, char *into, size_t count);

#endif
