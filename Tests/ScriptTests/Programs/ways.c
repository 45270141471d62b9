// Reads a file, a folder or a link in one way of many: `ways WAY PATH [FOLDER]`. Exits with 77 where the way is not to be had here.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <unistd.h>

extern char **environ;

static void take(int file) {
    char room[256];
    if (file < 0) return;
    while (read(file, room, sizeof room) > 0) {}
    close(file);
}

static void *thread(void *path) {
    take(open(path, O_RDONLY));
    return NULL;
}

static int visit(const char *path, const struct stat *found, int kind, struct FTW *place) {
    (void)path, (void)found, (void)kind, (void)place;
    return 0;
}

static void child(const char *path) {
    pid_t process = fork();
    if (process == 0) {
        take(open(path, O_RDONLY));
        _exit(0);
    }
    waitpid(process, NULL, 0);
}

static void grandchild(const char *path) {
    pid_t process = fork();
    if (process == 0) {
        setsid();
        child(path);
        _exit(0);
    }
    waitpid(process, NULL, 0);
}

static void spawned(const char *path) {
    char *const arguments[] = {"cat", (char *)path, NULL};
    pid_t process;
    if (posix_spawn(&process, "/bin/cat", NULL, NULL, arguments, environ) == 0) waitpid(process, NULL, 0);
}

static void found_by_path(const char *path) {
    char *const arguments[] = {"cat", (char *)path, NULL};
    pid_t process;
    if (posix_spawnp(&process, "cat", NULL, NULL, arguments, environ) == 0) waitpid(process, NULL, 0);
}

static void piped(const char *path, const char *how) {
    char command[5000];
    snprintf(command, sizeof command, how, path);
    FILE *stream = popen(command, "r");
    char room[256];
    while (stream && fgets(room, sizeof room, stream)) {}
    if (stream) pclose(stream);
}

static void mapped(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat found;
    if (file < 0 || fstat(file, &found) < 0 || found.st_size == 0) return;
    char *text = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text != MAP_FAILED) putchar(text[0]);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int listen_at_loopback(struct sockaddr_in *address) {
    socklen_t size = sizeof *address;
    int server = socket(AF_INET, SOCK_STREAM, 0);
    memset(address, 0, sizeof *address);
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(server, (struct sockaddr *)address, sizeof *address);
    listen(server, 1);
    getsockname(server, (struct sockaddr *)address, &size);
    return server;
}

static int connect_to(unsigned long host, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port), .sin_addr = {htonl((unsigned)host)}};
    return connect(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), (struct sockaddr *)&address, sizeof address);
}

static int listen_at_file(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    return bind(server, (struct sockaddr *)&address, sizeof address) == 0 && listen(server, 1) == 0;
}

static int connect_to_file(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
}

// `folder`: the one that holds `path`, or any other that a way asks for.
static int run(const char *way, const char *path, const char *folder) {
    char room[5000];
    struct stat found;
    struct statx more;
#define WAY(name) if (strcmp(way, #name) == 0)
    WAY(open) return take(open(path, O_RDONLY)), 0;
#ifdef SYS_open
    WAY(open_of_old) return take((int)syscall(SYS_open, path, O_RDONLY)), 0;
    WAY(stat_of_old) return syscall(SYS_stat, path, &found), 0;
#endif
    WAY(fopen) return fopen(path, "r") ? 0 : 1;
    WAY(openat) return take(openat(open(folder, O_RDONLY | O_DIRECTORY), name_of(path), O_RDONLY)), 0;
    WAY(openat_of_path) return take(openat(open(folder, O_PATH | O_DIRECTORY), name_of(path), O_RDONLY)), 0;
    WAY(openat2) {
        struct open_how how = {.flags = O_RDONLY};
        return take((int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how)), 0;
    }
    WAY(chdir) return chdir(folder) || (take(open(name_of(path), O_RDONLY)), 0);
    WAY(fchdir) return fchdir(open(folder, O_RDONLY)) || (take(open(name_of(path), O_RDONLY)), 0);
    WAY(dots) {
        snprintf(room, sizeof room, "%s/./x/..//%s", folder, name_of(path));
        snprintf(room + 2500, 2500, "%s/x", folder);
        mkdir(room + 2500, 0777);
        return take(open(room, O_RDONLY)), 0;
    }
    WAY(mmap) return mapped(path), 0;
    WAY(stat) return stat(path, &found), 0;
    WAY(lstat) return lstat(path, &found), 0;
    WAY(fstatat) return fstatat(open(folder, O_PATH), name_of(path), &found, 0), 0;
    WAY(statx) return statx(AT_FDCWD, path, 0, STATX_SIZE, &more), 0;
    WAY(access) return access(path, R_OK), 0;
    WAY(faccessat2) return faccessat(AT_FDCWD, path, R_OK, AT_EACCESS), 0;
    WAY(readlink) return (int)readlink(path, room, sizeof room) * 0;
    WAY(realpath) return realpath(path, room) ? 0 : 0;
    WAY(readdir) return readdir(opendir(path)) ? 0 : 1;
    WAY(getdents) {
        int file = open(path, O_RDONLY | O_DIRECTORY);
        return syscall(SYS_getdents64, file, room, sizeof room) < 0;
    }
    WAY(nftw) return nftw(path, visit, 8, FTW_PHYS);
    WAY(glob) {
        glob_t names;
        snprintf(room, sizeof room, "%s/*", path);
        return glob(room, 0, NULL, &names), 0;
    }
    WAY(fork) return child(path), 0;
    WAY(daemon) return grandchild(path), 0;
    WAY(vfork) {
        pid_t process = vfork();
        if (process == 0) execl("/bin/cat", "cat", path, NULL), _exit(1);
        return waitpid(process, NULL, 0) < 0;
    }
    WAY(posix_spawn) return spawned(path), 0;
    WAY(posix_spawnp) return found_by_path(path), 0;
    WAY(popen) return piped(path, "cat '%s'"), 0;
    WAY(redirected) return piped(path, "while read x; do echo; done < '%s'"), 0;
    WAY(tested) return piped(path, "test -e '%s'"), 0;
    WAY(system) {
        snprintf(room, sizeof room, "cat '%s' > /dev/null", path);
        return system(room) != 0;
    }
    WAY(pthread) {
        pthread_t other;
        return pthread_create(&other, NULL, thread, (void *)path) || pthread_join(other, NULL);
    }
    WAY(dlopen) return dlopen(path, RTLD_NOW), 0;
    WAY(execve) return execl(path, path, NULL), 0;
    WAY(appended) return take(open(path, O_RDWR | O_APPEND)), 0;
    WAY(linked) {
        snprintf(room, sizeof room, "%s/copy", folder);
        return link(path, room) || (take(open(room, O_RDONLY)), 0) || unlink(room);
    }
    WAY(own_link) {
        snprintf(room, sizeof room, "%s/own", folder);
        if (mkdir(room, 0777)) return 1;
        strcat(room, "/link");
        return symlink(path, room) || (take(open(room, O_RDONLY)), 0);
    }
    WAY(proc) {
        snprintf(room, sizeof room, "/proc/self/root%s", path);
        return take(open(room, O_RDONLY)), 0;
    }
    WAY(proc_by_dots) {
        snprintf(room, sizeof room, "/./proc//self/root%s", path);
        return take(open(room, O_RDONLY)), 0;
    }
    WAY(copy) {
        int to = open("/dev/null", O_WRONLY);
        return copy_file_range(open(path, O_RDONLY), NULL, to, NULL, 10, 0), 0;
    }
    WAY(sent) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
        return take(open(path, O_RDONLY)), 0;
    }
    WAY(proc_of_folder) {
        snprintf(room, sizeof room, "/proc/self/cwd/%s", name_of(path));
        return chdir(folder) || (take(open(room, O_RDONLY)), 0);
    }
    WAY(opened_again) {
        snprintf(room, sizeof room, "/proc/self/fd/%d", open(path, O_PATH));
        return take(open(room, O_RDONLY)), 0;
    }
    WAY(dev_fd) {
        snprintf(room, sizeof room, "/dev/fd/%d", open(path, O_PATH));
        return take(open(room, O_RDONLY)), 0;
    }
    WAY(fexecve) {
        char *const arguments[] = {"x", NULL};
        return fexecve(open(path, O_PATH), arguments, environ), 0;
    }
    // What cannot be seen.
    WAY(other_root) {
        struct open_how how = {.flags = O_RDONLY, .resolve = RESOLVE_IN_ROOT};
        return take((int)syscall(SYS_openat2, open(folder, O_PATH), name_of(path), &how, sizeof how)), 0;
    }
    WAY(datagram) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(53), .sin_addr = {htonl(0xc0000201)}};
        struct iovec data = {room, 1};
        struct msghdr message = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &data, .msg_iovlen = 1};
        return sendmsg(socket(AF_INET, SOCK_DGRAM, 0), &message, 0), 0;
    }
    WAY(datagrams) {
        // The first one goes where the socket is connected to.
        struct sockaddr_in here, there = {.sin_family = AF_INET, .sin_port = htons(53), .sin_addr = {htonl(0xc0000201)}};
        listen_at_loopback(&here);
        struct iovec data = {room, 1};
        struct mmsghdr messages[2] = {
            {.msg_hdr = {.msg_name = &here, .msg_namelen = sizeof here, .msg_iov = &data, .msg_iovlen = 1}},
            {.msg_hdr = {.msg_name = &there, .msg_namelen = sizeof there, .msg_iov = &data, .msg_iovlen = 1}},
        };
        return sendmmsg(socket(AF_INET, SOCK_DGRAM, 0), messages, 2, 0), 0;
    }
    WAY(name_of_others) {
        struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mono-taken"};
        bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
        return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address), 0;
    }
    WAY(attached_memory) return shmat(0, NULL, SHM_RDONLY), 0;
    WAY(open_tree) return syscall(428, AT_FDCWD, path, 0), 0;
    WAY(newest) return syscall(999), 0;
    WAY(no_text) return access("\xe9", F_OK), 0;
    WAY(io_uring) return syscall(SYS_io_uring_setup, 1, room) == -1 && errno == ENOSYS ? 77 : 0;
    WAY(inotify) return inotify_add_watch(inotify_init(), path, IN_MODIFY) < 0;
    WAY(handle) return syscall(SYS_open_by_handle_at, AT_FDCWD, room, O_RDONLY), 0;
    WAY(getxattr) return syscall(SYS_getxattr, path, "user.x", room, sizeof room), 0;
    WAY(fgetxattr) return syscall(SYS_fgetxattr, open(path, O_RDONLY), "user.x", room, sizeof room), 0;
    WAY(shared_memory) return shmget(4711, 4096, 0), 0;
    WAY(network) return connect_to(0xc0000201, 80), 0;
    WAY(service) return connect_to(INADDR_LOOPBACK, 631), 0;
    WAY(socket_of_others) return connect_to_file(path), 0;
    WAY(stream_of_others) {
        // Datagrams have ports of their own: one of the same number is no stream's.
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(path))};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int own = socket(AF_INET, SOCK_DGRAM, 0);
        if (bind(own, (struct sockaddr *)&address, sizeof address)) return 78;
        if (connect(own, (struct sockaddr *)&address, sizeof address)) return 78;
        return connect_to(INADDR_LOOPBACK, atoi(path)), 0;
    }
    WAY(watched_again) {
        struct sock_filter all = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
        struct sock_fprog program = {1, &all};
        take(open(path, O_RDONLY));
        if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program) != -1) return 78;
        return errno == EBUSY ? 0 : 78;
    }
    // What does not count.
    WAY(own_server) {
        struct sockaddr_in address;
        listen_at_loopback(&address);
        return connect_to(INADDR_LOOPBACK, ntohs(address.sin_port)) && errno != EINPROGRESS;
    }
    WAY(own_datagrams) {
        // As Foundation's `Process` does.
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t size = sizeof address;
        int one = socket(AF_INET, SOCK_DGRAM, 0), other = socket(AF_INET, SOCK_DGRAM, 0);
        if (bind(one, (struct sockaddr *)&address, size) || bind(other, (struct sockaddr *)&address, size)) return 1;
        return getsockname(other, (struct sockaddr *)&address, &size) || connect(one, (struct sockaddr *)&address, size)
            || send(one, "x", 1, 0) != 1 || recv(other, room, 1, 0) != 1;
    }
    WAY(own_socket) {
        snprintf(room, sizeof room, "%s/socket", folder);
        return !listen_at_file(room) || connect_to_file(room);
    }
    WAY(own_name) {
        struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mono-ways"};
        int server = socket(AF_UNIX, SOCK_STREAM, 0);
        bind(server, (struct sockaddr *)&address, sizeof address);
        listen(server, 1);
        return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
    }
    WAY(own_file) {
        snprintf(room, sizeof room, "%s/made", folder);
        int file = open(room, O_RDWR | O_CREAT, 0666);
        return write(file, "x", 1) != 1 || (take(open(room, O_RDONLY)), 0) || unlink(room);
    }
    WAY(own_unnamed) {
        int file = open(folder, O_TMPFILE | O_RDWR, 0600);
        if (file < 0) return errno == EOPNOTSUPP ? 77 : 1;
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        snprintf(room, sizeof room, "%s/named", folder);
        return write(file, "x", 1) != 1 || (take(open(link, O_RDONLY)), 0) || linkat(AT_FDCWD, link, AT_FDCWD, room, AT_SYMLINK_FOLLOW);
    }
    WAY(own_folder) {
        snprintf(room, sizeof room, "%s/own", folder);
        if (mkdir(room, 0777)) return 1;
        strcat(room, "/file");
        return close(creat(room, 0666)) || (take(open(room, O_RDONLY)), 0);
    }
#undef WAY
    fprintf(stderr, "no way: %s\n", way);
    return 78;
}

int main(int count, char **arguments) {
    if (count < 3) return 78;
    return run(arguments[1], arguments[2], count > 3 ? arguments[3] : "/");
}
