// The calls by which programs ask for files, for watch.c.

#ifndef MONO_CALLS_H
#define MONO_CALLS_H

// Which argument is what; -1: none. A path without a folder starts in the working folder.
struct mono_rule {
    int number;
    enum mono_call_kind kind;
    signed char folder, path, folder2, path2, flags, descriptor;
    const char *name;
};

static const struct mono_rule mono_rules[] = {
#define PLAIN(call, kind, path, flags) {SYS_##call, kind, -1, path, -1, -1, flags, -1, #call}
#define AT(call, kind, folder, path, flags) {SYS_##call, kind, folder, path, -1, -1, flags, -1, #call}
#define DESCRIPTOR(call, kind, place) {SYS_##call, kind, -1, -1, -1, -1, -1, place, #call}
    AT(openat, MONO_CALL_OPEN, 0, 1, 2),
    // Its flags lie in memory.
    AT(openat2, MONO_CALL_OPEN2, 0, 1, -1),
    AT(newfstatat, MONO_CALL_LOOK, 0, 1, 3),
    AT(statx, MONO_CALL_LOOK, 0, 1, 2),
    AT(faccessat, MONO_CALL_LOOK, 0, 1, -1),
#ifdef SYS_faccessat2
    AT(faccessat2, MONO_CALL_LOOK, 0, 1, 3),
#endif
    AT(readlinkat, MONO_CALL_READ_LINK, 0, 1, -1),
    PLAIN(execve, MONO_CALL_RUN, 0, -1),
    AT(execveat, MONO_CALL_RUN, 0, 1, 4),
    PLAIN(chdir, MONO_CALL_LOOK, 0, -1),
    PLAIN(statfs, MONO_CALL_LOOK, 0, -1),
    AT(mkdirat, MONO_CALL_MAKE, 0, 1, -1),
    AT(mknodat, MONO_CALL_MAKE, 0, 1, -1),
    AT(symlinkat, MONO_CALL_MAKE_LINK, 1, 2, -1),
    AT(unlinkat, MONO_CALL_REMOVE, 0, 1, -1),
    {SYS_renameat2, MONO_CALL_MOVE, 0, 1, 2, 3, -1, -1, "renameat2"},
    {SYS_linkat, MONO_CALL_LINK, 0, 1, 2, 3, 4, -1, "linkat"},
    PLAIN(truncate, MONO_CALL_CHANGE, 0, -1),
    AT(fchmodat, MONO_CALL_CHANGE, 0, 1, -1),
    AT(fchownat, MONO_CALL_CHANGE, 0, 1, -1),
    AT(utimensat, MONO_CALL_CHANGE, 0, 1, -1),
#ifdef SYS_futimesat
    AT(futimesat, MONO_CALL_CHANGE, 0, 1, -1),
#endif
    DESCRIPTOR(getdents64, MONO_CALL_LIST, 0),
    PLAIN(setsid, MONO_CALL_SESSION, -1, -1),
    DESCRIPTOR(bind, MONO_CALL_BIND, 1),
    DESCRIPTOR(listen, MONO_CALL_LISTEN, 0),
    DESCRIPTOR(connect, MONO_CALL_CONNECT, 1),
    // Where an address is given.
    DESCRIPTOR(sendto, MONO_CALL_CONNECT, 4),
    DESCRIPTOR(sendmsg, MONO_CALL_SEND, 1),
    DESCRIPTOR(sendmmsg, MONO_CALL_SEND, 1),
    PLAIN(getxattr, MONO_CALL_ATTRIBUTES, 0, -1),
    PLAIN(lgetxattr, MONO_CALL_ATTRIBUTES, 0, -1),
    PLAIN(listxattr, MONO_CALL_ATTRIBUTES, 0, -1),
    PLAIN(llistxattr, MONO_CALL_ATTRIBUTES, 0, -1),
    DESCRIPTOR(fgetxattr, MONO_CALL_ATTRIBUTES, 0),
    DESCRIPTOR(flistxattr, MONO_CALL_ATTRIBUTES, 0),
    PLAIN(setxattr, MONO_CALL_CHANGE, 0, -1),
    PLAIN(lsetxattr, MONO_CALL_CHANGE, 0, -1),
    PLAIN(removexattr, MONO_CALL_CHANGE, 0, -1),
    PLAIN(lremovexattr, MONO_CALL_CHANGE, 0, -1),
    PLAIN(inotify_add_watch, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(fanotify_mark, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(open_by_handle_at, MONO_CALL_UNSEEN, -1, -1),
    AT(name_to_handle_at, MONO_CALL_LOOK, 0, 1, 4),
    PLAIN(mq_open, MONO_CALL_UNSEEN, -1, -1),
    // By a number that others may know too; 0 is nobody's.
    DESCRIPTOR(shmget, MONO_CALL_SHARED, 0),
    DESCRIPTOR(semget, MONO_CALL_SHARED, 0),
    DESCRIPTOR(msgget, MONO_CALL_SHARED, 0),
    // By a number that somebody handed over.
    PLAIN(shmat, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(io_uring_setup, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(chroot, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(pivot_root, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(mount, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(unshare, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(setns, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(keyctl, MONO_CALL_UNSEEN, -1, -1),
    PLAIN(request_key, MONO_CALL_UNSEEN, -1, -1),
    // From here on a number means the same on every architecture, whether the headers know it or not.
#define NUMBER(number, call, kind, folder, path) {number, kind, folder, path, -1, -1, -1, -1, #call}
    NUMBER(428, open_tree, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(429, move_mount, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(430, fsopen, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(432, fsmount, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(433, fspick, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(442, mount_setattr, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(452, fchmodat2, MONO_CALL_CHANGE, 0, 1),
    NUMBER(463, setxattrat, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(464, getxattrat, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(465, listxattrat, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(466, removexattrat, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(467, open_tree_attr, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(468, file_getattr, MONO_CALL_UNSEEN, -1, -1),
    NUMBER(469, file_setattr, MONO_CALL_UNSEEN, -1, -1),
#ifdef SYS_renameat
    {SYS_renameat, MONO_CALL_MOVE, 0, 1, 2, 3, -1, -1, "renameat"},
#endif
// The older calls, which newer architectures do not have.
#ifdef SYS_open
    PLAIN(open, MONO_CALL_OPEN, 0, 1),
    PLAIN(creat, MONO_CALL_CREATE, 0, -1),
    PLAIN(stat, MONO_CALL_LOOK, 0, -1),
    PLAIN(lstat, MONO_CALL_LOOK, 0, -1),
    PLAIN(access, MONO_CALL_LOOK, 0, -1),
    PLAIN(readlink, MONO_CALL_READ_LINK, 0, -1),
    PLAIN(mkdir, MONO_CALL_MAKE, 0, -1),
    PLAIN(mknod, MONO_CALL_MAKE, 0, -1),
    PLAIN(symlink, MONO_CALL_MAKE_LINK, 1, -1),
    PLAIN(unlink, MONO_CALL_REMOVE, 0, -1),
    PLAIN(rmdir, MONO_CALL_REMOVE, 0, -1),
    {SYS_rename, MONO_CALL_MOVE, -1, 0, -1, 1, -1, -1, "rename"},
    {SYS_link, MONO_CALL_LINK, -1, 0, -1, 1, -1, -1, "link"},
    PLAIN(chmod, MONO_CALL_CHANGE, 0, -1),
    PLAIN(chown, MONO_CALL_CHANGE, 0, -1),
    PLAIN(lchown, MONO_CALL_CHANGE, 0, -1),
    PLAIN(utime, MONO_CALL_CHANGE, 0, -1),
    PLAIN(utimes, MONO_CALL_CHANGE, 0, -1),
    DESCRIPTOR(getdents, MONO_CALL_LIST, 0),
    PLAIN(uselib, MONO_CALL_UNSEEN, -1, -1),
#endif
};
enum { MONO_RULES = sizeof mono_rules / sizeof *mono_rules };

// The first number that stood for nothing when this table was written (Linux 6.17).
enum { MONO_FIRST_UNKNOWN = 470 };

#endif
