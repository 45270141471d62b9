import CLinux
import Glibc

/// Why a program does not run.
enum StartError: Error {
    /// Its folder or its file is in the way, which remains to be found out.
    case program(Int32)
    /// This process has no more descriptors, memory, …
    case system(Int32)

    func about(_ command: Command) -> CommandError {
        switch self {
        case .system(let code): return CommandError(executable: command.executable, code: code)
        case .program(let code):
            // One error number comes for all steps. The folder is entered first, so it is asked first.
            if let folder = obstacle(toEntering: command.folder) {
                return CommandError(executable: command.executable, code: folder, obstacle: .folder)
            }
            return CommandError(executable: command.executable, code: code)
        }
    }

    private func obstacle(toEntering folder: String) -> Int32? {
        var found = stat()
        if stat(folder, &found) == -1 { return errno }
        if found.st_mode & S_IFMT != S_IFDIR { return ENOTDIR }
        return access(folder, X_OK) == -1 ? errno : nil
    }
}

/// Starts a program in a session, and so in a process group, of its own; its process number is its group's. `lock`:
/// what it inherits besides.
func spawn(
    _ command: Command, input: Descriptor, output: Descriptor, errors: Descriptor, lock: Int32?
) throws(StartError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    try succeed(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try succeed(posix_spawn_file_actions_adddup2(&actions, input.number, 0))
    try succeed(posix_spawn_file_actions_adddup2(&actions, output.number, 1))
    try succeed(posix_spawn_file_actions_adddup2(&actions, errors.number, 2))
    // Last, since 3 may be the number of one of those above.
    if let lock { try succeed(posix_spawn_file_actions_adddup2(&actions, lock, 3)) }
    // What others let us inherit.
    try succeed(mono_spawn_closing_from(&actions, lock == nil ? 3 : 4))
    try succeed(mono_spawn_in_folder(&actions, command.folder))

    var attributes = posix_spawnattr_t()
    try succeed(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t(), all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    try succeed(posix_spawnattr_setsigmask(&attributes, &none))
    try succeed(posix_spawnattr_setsigdefault(&attributes, &all))
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(MONO_SPAWN_NEW_SESSION)
    try succeed(posix_spawnattr_setflags(&attributes, Int16(flags)))

    return try ProgramArguments(command).withPointers { arguments, environment throws(StartError) in
        var wait = 1
        while true {
            var process = pid_t()
            let code = posix_spawn(&process, command.executable, &actions, &attributes, arguments, environment)
            if code == 0 { return process }
            // An executable that was just written is busy for an instant while another thread is between fork and exec
            // and holds a copy of the descriptor that wrote it. It is gone soon.
            if code != ETXTBSY || wait > 2048 { throw .program(code) }
            usleep(UInt32(wait * 1000))
            wait *= 2
        }
    }
}

/// Turns this process into another program: same process number, terminal and standard streams, so that what it does
/// with them, and how it ends, is seen by whoever started this one. The command's input and time limit mean nothing
/// here.
///
/// Returns only by throwing; the working folder may have changed then.
public func replaceProcess(with command: Command) throws(CommandError) -> Never {
    do throws(StartError) {
        try ProgramArguments(command).withPointers { arguments, environment throws(StartError) -> Never in
            if chdir(command.folder) == -1 { throw .program(errno) }
            // What this process blocked (`TerminationSignals`) or ignored for its own ends. What it was started with
            // ignored, as by nohup, stays ignored.
            var none = sigset_t(), before = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            let pipes = signal(SIGPIPE, SIG_DFL), sizes = signal(SIGXFSZ, SIG_DFL)
            execve(command.executable, arguments, environment)
            let code = errno
            signal(SIGPIPE, pipes)
            signal(SIGXFSZ, sizes)
            pthread_sigmask(SIG_SETMASK, &before, nil)
            throw .program(code)
        }
    } catch {
        throw error.about(command)
    }
}

func succeed(_ code: Int32) throws(StartError) {
    if code != 0 { throw .system(code) }
}

/// Arguments and environment in the form of the system.
struct ProgramArguments {
    private let arguments, environment: [String]

    init(_ command: Command) throws(StartError) {
        arguments = [command.executable] + command.arguments
        for name in command.environment.keys where name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) {
            throw .system(EINVAL)
        }
        // Sorted, so that the same command is the same for the program too.
        environment = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        // A zero would end a text early, in silence.
        for text in arguments + environment + [command.folder] where text.utf8.contains(0) { throw .system(EINVAL) }
    }

    typealias Pointers = UnsafePointer<UnsafeMutablePointer<CChar>?>

    func withPointers<Result>(_ body: (Pointers, Pointers) throws(StartError) -> Result) throws(StartError) -> Result {
        let first = copies(arguments), second = copies(environment)
        defer { (first + second).forEach { free($0) } }
        return try body(first, second)
    }

    private func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
}
