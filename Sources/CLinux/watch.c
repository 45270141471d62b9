// Watching a program and its children: the kernel hands over each call that names a file, and waits for an answer before it carries the call
// out (seccomp's user notification, Linux 5.5). No privilege is needed, and children and static programs are watched too.
#define _GNU_SOURCE
#include "mono_linux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif
// SECCOMP_FILTER_FLAG_SPEC_ALLOW and SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, newer than some of the headers that this is built with.
enum { MONO_FILTER_SPEC_ALLOW = 1 << 2, MONO_FILTER_WAIT_KILLABLE = 1 << 5 };
// RESOLVE_CACHED of linux/openat2.h: all else there asks about links and mounts on the way, or means another root.
enum { MONO_RESOLVE_CACHED = 0x20 };

#if defined(__x86_64__)
#define MONO_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MONO_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define MONO_ARCHITECTURE 0
#endif

_Static_assert(MONO_OPEN_PATH == O_PATH, "the kernel's number");
_Static_assert((MONO_OPEN_UNNAMED | O_DIRECTORY) == O_TMPFILE, "the kernel's number");

#include "calls.h"

// The filter must be short enough for one jump over it.
_Static_assert(MONO_RULES < 120, "jumps of a filter are 255 at most");

static const struct sock_filter mono_load_number = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));

// Flags that no program passes with a message: MSG_NOSIGNAL, and one that means nothing.
enum { MONO_HANDING_OVER = MSG_NOSIGNAL | 0x10 };

// The filter looks at the arguments of these.
static int mono_is_apart(const struct mono_rule *rule) { return rule->number == SYS_sendto || rule->number == SYS_sendmsg; }

// Notifies of the calls of the table, of every call by another architecture's numbers, and of those that nobody knew yet.
static int mono_install_filter(void) {
    struct sock_filter filter[MONO_RULES + 24];
    unsigned short count = 0;
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MONO_ARCHITECTURE, 1, 0);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    filter[count++] = mono_load_number;
    // Nobody knows what they read; the x32 variants of calls are among them.
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, MONO_FIRST_UNKNOWN, 0, 1);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    // Data that is sent where a connection leads is everyday.
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 6);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[4]));
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[4]) + 4);
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    // The program's first message is ours: it hands over the listener.
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 0, 4);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MONO_HANDING_OVER, 0, 1);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    for (int index = 0; index < MONO_RULES; index++) {
        if (mono_is_apart(&mono_rules[index])) continue;
        unsigned left = 0;
        for (int later = index + 1; later < MONO_RULES; later++) left += !mono_is_apart(&mono_rules[later]);
        filter[count++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)mono_rules[index].number, (unsigned char)(left + 1), 0);
    }
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    struct sock_fprog program = {count, filter};
    // Or else the kernel wants a privilege: a program that gets more rights when it starts gets none.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1) return -1;
    // A signal must not break off a call that is being answered: it would be made, and answered, again and again. (Linux 5.19.)
    // This is no sandbox: kernels before 5.16 would slow the program down, so that nobody spies from inside of it.
    unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | MONO_FILTER_SPEC_ALLOW;
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | MONO_FILTER_WAIT_KILLABLE, &program);
    if (listener == -1 && errno == EINVAL) listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    return (int)listener;
}

static int mono_send_descriptor(int channel, int descriptor) {
    char byte = 0, control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(channel, &message, MONO_HANDING_OVER) == 1 ? 0 : -1;
}

// The descriptor; -1 with what the other side says in `errno`.
static int mono_receive_descriptor(int channel) {
    int code = 0;
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec data = {&code, sizeof code};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t count;
    do count = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    while (count == -1 && errno == EINTR);
    if (count == -1) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS) {
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
        return descriptor;
    }
    errno = count == (ssize_t)sizeof code && code ? code : ECHILD;
    return -1;
}

// In the child, where nothing may be called that takes a lock.
// Of headers that are newer than those of some systems.
#define MONO_SET_FLAGS _IOW('!', 4, __u64)
#define MONO_SYNC_WAKE_UP 1UL

static void mono_become(const struct mono_watched *program, int channel) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &usual, NULL);
    int listener, code;
    if (setsid() == -1 || dup2(program->input, 0) == -1 || dup2(program->output, 1) == -1 || dup2(program->errors, 2) == -1) goto failed;
    // The channel keeps its number: all of these are above 2.
    int first = 3;
    if (program->lock >= 0) {
        if (channel == 3 && (channel = fcntl(channel, F_DUPFD_CLOEXEC, 4)) == -1) goto failed;
        if (dup2(program->lock, 3) == -1) goto failed;
        first = 4;
    }
    if (channel > first && syscall(SYS_close_range, first, channel - 1, 0) == -1) goto failed;
    if (syscall(SYS_close_range, channel + 1, ~0U, 0) == -1) goto failed;
    if (chdir(program->folder) == -1) goto failed;
    sigset_t none;
    sigemptyset(&none);
    listener = mono_install_filter();
    if (listener == -1) goto failed;
    if (mono_send_descriptor(channel, listener) == -1) goto failed;
    close(listener);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(program->executable, program->arguments, program->environment);
failed:
    code = errno;
    send(channel, &code, sizeof code, MSG_NOSIGNAL);
    _exit(127);
}

int mono_spawn_watched(const struct mono_watched *program, pid_t *process, int *listener, int *channel) {
    int ends[2];
    if (MONO_ARCHITECTURE == 0) {
        errno = ENOSYS;
        return -1;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1) return -1;
    // Handlers of this process must not run in the other.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) mono_become(program, ends[1]);
    int code = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    *listener = child == -1 ? -1 : mono_receive_descriptor(ends[0]);
    if (child != -1) code = errno;
    if (*listener == -1) {
        close(ends[0]);
        if (child != -1) while (waitpid(child, NULL, 0) == -1 && errno == EINTR) {}
        errno = code;
        return -1;
    }
    // The caller and who answers it take turns, on one processor (since Linux 6.6; elsewhere a call costs more).
    ioctl(*listener, MONO_SET_FLAGS, MONO_SYNC_WAKE_UP);
    *process = child;
    *channel = ends[0];
    return 0;
}

int mono_watched_failure(int channel) {
    int code = 0;
    ssize_t count;
    do count = recv(channel, &code, sizeof code, MSG_DONTWAIT);
    while (count == -1 && errno == EINTR);
    if (count == -1) return -1;
    return count == (ssize_t)sizeof code ? code : 0;
}

int mono_next_call(int listener, struct mono_call *call) {
    // Larger than the kernel's: a later one may have more fields.
    union {
        struct seccomp_notif call;
        char room[512];
    } found;
    memset(&found, 0, sizeof found);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &found.call) == -1) return -1;
    memset(call, 0, sizeof *call);
    call->id = found.call.id;
    call->process = (pid_t)found.call.pid;
    call->folder = call->folder2 = AT_FDCWD;
    call->descriptor = -1;
    call->kind = MONO_CALL_UNSEEN;
    call->name = "a call of another architecture";
    if (found.call.data.arch != MONO_ARCHITECTURE) return 0;
    call->name = "a call that is newer than mono";
    for (int index = 0; index < MONO_RULES; index++) {
        const struct mono_rule *rule = &mono_rules[index];
        if (rule->number != found.call.data.nr) continue;
        const __u64 *arguments = found.call.data.args;
        call->kind = rule->kind;
        call->name = rule->name;
        if (rule->folder >= 0) call->folder = (int)arguments[rule->folder];
        if (rule->path >= 0) call->path = arguments[rule->path];
        if (rule->folder2 >= 0) call->folder2 = (int)arguments[rule->folder2];
        if (rule->path2 >= 0) call->path2 = arguments[rule->path2];
        if (rule->flags >= 0) call->flags = (int)arguments[rule->flags];
        // The first argument of all calls with addresses is the socket.
        if (rule->kind == MONO_CALL_CONNECT || rule->kind == MONO_CALL_BIND || rule->kind == MONO_CALL_SEND) call->descriptor = (int)arguments[0];
        if (rule->kind == MONO_CALL_SEND) {
            // The address is the first field of a message; `mono_message_address` has those of further ones.
            call->kind = MONO_CALL_CONNECT;
            if (rule->number == SYS_sendmmsg) {
                call->messages = arguments[1];
                call->message_count = (int)(arguments[2] < MONO_MOST_MESSAGES ? arguments[2] : MONO_MOST_MESSAGES);
            }
            if (mono_read_memory(call->process, arguments[rule->descriptor], &call->path, sizeof call->path) != 0) call->path = 0;
        } else if (rule->kind == MONO_CALL_CONNECT || rule->kind == MONO_CALL_BIND) {
            call->path = arguments[rule->descriptor];
        } else if (rule->descriptor >= 0) {
            call->descriptor = (int)arguments[rule->descriptor];
        }
        if (rule->kind == MONO_CALL_OPEN2) {
            // Flags, mode, and how paths are resolved: another way would mean something else.
            uint64_t how[3] = {0};
            if (mono_read_memory(call->process, arguments[2], how, sizeof how) == 0 && !(how[2] & ~MONO_RESOLVE_CACHED)) {
                call->kind = MONO_CALL_OPEN;
                call->flags = (int)how[0];
            } else {
                call->kind = MONO_CALL_UNSEEN;
            }
        }
        break;
    }
    return 0;
}

int mono_is_waiting(int listener, const struct mono_call *call) {
    uint64_t id = call->id;
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

uint64_t mono_message_address(const struct mono_call *call, int index) {
    uint64_t address = 0;
    uint64_t place = call->messages + (uint64_t)index * sizeof(struct mmsghdr);
    return mono_read_memory(call->process, place, &address, sizeof address) == 0 ? address : 0;
}

int mono_continue_call(int listener, const struct mono_call *call) {
    struct seccomp_notif_resp answer = {.id = call->id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

// Docker before version 23 forbids the call in its default profile, and not the file.
static ssize_t mono_read_part(pid_t process, uint64_t from, void *into, size_t count) {
    struct iovec local = {into, count}, remote = {(void *)(uintptr_t)from, count};
    ssize_t found = process_vm_readv(process, &local, 1, &remote, 1, 0);
    if (found >= 0 || (errno != EPERM && errno != ENOSYS)) return found;
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)process);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    if (memory < 0) return -1;
    found = pread(memory, into, count, (off_t)from);
    close(memory);
    return found;
}

// Page by page: of one that cannot be read nothing comes, and a text may end right before it.
static ssize_t mono_read(pid_t process, uint64_t address, void *into, size_t count, int isText) {
    size_t done = 0;
    long page = sysconf(_SC_PAGESIZE);
    while (done < count) {
        uint64_t from = address + done;
        size_t part = (size_t)page - (size_t)(from % (uint64_t)page);
        if (part > count - done) part = count - done;
        ssize_t found = mono_read_part(process, from, (char *)into + done, part);
        if (found <= 0) return -1;
        char *end = isText ? memchr((char *)into + done, 0, (size_t)found) : NULL;
        if (end) return end - (char *)into;
        done += (size_t)found;
    }
    if (isText) errno = ENAMETOOLONG;
    return isText ? -1 : (ssize_t)done;
}

int mono_read_memory(pid_t process, uint64_t address, void *into, size_t count) {
    return mono_read(process, address, into, count, 0) == (ssize_t)count ? 0 : -1;
}

ssize_t mono_read_text(pid_t process, uint64_t address, char *into, size_t count) {
    return mono_read(process, address, into, count, 1);
}
