import Glibc
import Subprocesses

/// Reads single keys from the terminal that mono was started in. If its input is no terminal, or mono was started in
/// the background, there are none.
struct KeyReader: Sendable {
    private let former: termios

    /// Calls `pressed` on a thread of its own, for the rest of the process's life: with nil once no key can come any
    /// more. Nil where there is no terminal to read from.
    init?(pressed: @escaping @Sendable (UInt8?) -> Void) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(), tcgetattr(STDIN_FILENO, &settings) == 0
        else { return nil }
        former = settings
        // Ctrl-C stays what it is.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return nil }
        let started = startDetachedThread { [settings] in KeyReader.read(settings, pressed) }
        if !started {
            restore()
            return nil
        }
    }

    /// Gives the terminal back as it was.
    func restore() {
        var former = former
        // Nothing is to stop a process that gives it back from the background.
        var set = sigset_t(), before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &set, &before)
        tcsetattr(STDIN_FILENO, TCSANOW, &former)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func read(_ settings: termios, _ pressed: (UInt8?) -> Void) {
        // In the background, a read of the terminal fails instead of stopping mono: its user goes on to use the
        // terminal.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTTIN)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while true {
            // A shell that stopped mono sets the terminal up for itself, and nothing reports that mono goes on.
            if poll(&wanted, 1, 1000) == 0 {
                var now = termios(), settings = settings
                if isInForeground, tcgetattr(STDIN_FILENO, &now) == 0, now.c_lflag & tcflag_t(ICANON) != 0 {
                    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
                }
                continue
            }
            var key: UInt8 = 0
            let count = Glibc.read(STDIN_FILENO, &key, 1)
            if count == 1 {
                pressed(key)
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EIO, !isInForeground, tcgetpgrp(STDIN_FILENO) > 0 {
                sleep(1)
            } else {
                return pressed(nil)
            }
        }
    }

    private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}
