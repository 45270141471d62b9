import CLinux
import Glibc

/// Answers the calls of a watched program, and takes down what they ask for. Used by one thread.
///
/// A path is read from the caller's memory while the caller waits. Another thread of it may write something else there
/// before the kernel reads it too: programs that hide what they read are not what this is for.
struct CallWatch {
    private let listener: Descriptor
    private var paths: AccessedPaths
    private var sockets: SocketWatch
    private var hasEnded = false
    /// Those that made sessions of their own.
    private var leaders: Set<ProcessTree.Member> = []

    /// Between looks at the program's output and end.
    private static let mostAtOnce = 64

    /// `session`: of the program and its children.
    init(_ listener: Descriptor, session: pid_t) {
        (self.listener, paths, sockets) = (listener, AccessedPaths(), SocketWatch(session: session))
    }

    var accesses: FileAccesses { paths.accesses }

    /// For `poll`, which passes over -1.
    var pollable: Int32 { hasEnded ? -1 : listener.number }

    /// Takes in what is there. `events`: what `poll` said.
    mutating func takeIn(_ events: Int16) {
        guard events & Int16(POLLIN) != 0 else {
            // Nobody is left who is watched.
            hasEnded = true
            return
        }
        var left = CallWatch.mostAtOnce, look = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        repeat {
            var call = mono_call()
            if mono_next_call(listener.number, &call) == 0 {
                note(call)
                _ = mono_continue_call(listener.number, &call)
            }
            left -= 1
        } while left > 0 && poll(&look, 1, 0) == 1 && look.revents & Int16(POLLIN) != 0
    }

    /// To be called when the program has ended and was waited for, and all in its session with it. Kills what went into
    /// sessions of its own.
    mutating func end() {
        let deadline = monotonicNow() + CallWatch.patience
        while true {
            for leader in leaders { leader.killSession() }
            if hasEnded { return }
            var look = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
            let left = (deadline - monotonicNow()) * 1000
            // One that was just making a session is in it a moment later.
            if poll(&look, 1, Int32(max(0, min(left, leaders.isEmpty ? left : 20)))) == 1 {
                takeIn(look.revents)
            } else if left <= 0 {
                return paths.add(.processes)
            }
        }
    }

    /// In seconds: how long it takes the kernel to clear up behind programs that were killed.
    private static let patience = 0.5

    // MARK: Calls

    private mutating func note(_ call: mono_call) {
        switch call.kind {
        case MONO_CALL_OPEN: opened(call)
        case MONO_CALL_CREATE: touch(call, .first, [.looked, .changed], makes: true)
        case MONO_CALL_LOOK: touch(call, .first, .looked)
        case MONO_CALL_READ_LINK: touch(call, .first, [.looked, .followed], ofLink: true)
        case MONO_CALL_RUN: ran(call)
        case MONO_CALL_LIST: listed(call)
        // What is there already is left alone.
        case MONO_CALL_MAKE: touch(call, .first, .looked, makes: true, ofLink: true)
        case MONO_CALL_MAKE_LINK:
            touch(call, .first, .looked, makes: true, ofLink: true)
            paths.mayHoldLinks = true
        case MONO_CALL_REMOVE: touch(call, .first, [.looked, .changed], ofLink: true)
        case MONO_CALL_CHANGE: touch(call, .first, [.looked, .changed])
        case MONO_CALL_MOVE, MONO_CALL_LINK:
            let isMove = call.kind == MONO_CALL_MOVE
            touch(call, .first, isMove ? [.looked, .read, .changed] : [.looked, .read], ofLink: isMove)
            touch(call, .second, [.looked, .changed], makes: true, ofLink: true)
            paths.mayHoldLinks = true
        case MONO_CALL_CONNECT, MONO_CALL_BIND: addressed(call)
        case MONO_CALL_LISTEN: sockets.listens(call)
        case MONO_CALL_ATTRIBUTES:
            let path = call.path == 0 ? openPath(call) : path(call, .first)
            if let path { paths.touch(path, [.looked, .attributes]) }
        case MONO_CALL_SESSION:
            if let leader = ProcessTree.Member(call.process) { leaders.insert(leader) }
        case MONO_CALL_SHARED:
            if call.descriptor != 0 { paths.add(.sharedMemory) }
        default: paths.add(.call(String(cString: call.name)))
        }
    }

    private mutating func opened(_ call: mono_call) {
        if path(call, .first) == "/dev/fuse" {
            paths.servesFiles = true
            paths.add(.call("/dev/fuse"))
        }
        let flags = call.flags, mode = flags & O_ACCMODE, makes = flags & O_CREAT != 0
        if flags & Int32(MONO_OPEN_PATH) != 0 || makes && flags & O_EXCL != 0 {
            return touch(call, .first, .looked, makes: makes)
        }
        // The folder is not written, as far as anybody who lists it can see.
        if flags & Int32(MONO_OPEN_UNNAMED) != 0 { return touch(call, .first, .looked) }
        var ways: FileAccesses.Ways = .looked
        // What is added to a file leaves the rest of it.
        if flags & O_TRUNC == 0 { ways.insert(.read) }
        if mode != O_RDONLY || flags & O_TRUNC != 0 { ways.insert(.changed) }
        touch(call, .first, ways, makes: makes)
    }

    private mutating func ran(_ call: mono_call) {
        guard let path = path(call, .first) else { return }
        paths.touch(path, [.looked, .ran, .read])
        if paths.servesFiles { return }
        // The kernel opens the interpreter of a script itself.
        var script = path
        for _ in 0..<4 {
            guard var interpreter = CallWatch.interpreter(of: script) else { return }
            if !interpreter.hasPrefix("/") {
                guard let folder = AccessedPaths.link("/proc/\(call.process)/cwd") else { return }
                interpreter = "\(folder)/\(interpreter)"
            }
            paths.touch(interpreter, [.looked, .ran, .read])
            script = interpreter
        }
    }

    private static func interpreter(of script: String) -> String? {
        let file = open(script, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let line = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = max(0, Glibc.read(file, buffer.baseAddress, 256))
        }
        guard line.starts(with: Array("#!".utf8)) else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let name = line.dropFirst(2).drop(while: isBlank).prefix { !isBlank($0) && $0 != UInt8(ascii: "\n") }
        let path = String(decoding: name, as: UTF8.self)
        return path.isEmpty ? nil : path
    }

    private mutating func listed(_ call: mono_call) {
        if let path = openPath(call) { paths.touch(path, [.looked, .listed]) }
    }

    /// Of the file that the call names by its descriptor.
    private func openPath(_ call: mono_call) -> String? {
        let open = "/proc/self/fd/\(call.descriptor)", path = AccessedPaths.behindProcess(open, call.process)
        // What leads nowhere is no file.
        return path == open ? nil : path
    }

    private mutating func addressed(_ call: mono_call) {
        addressed(call, at: call.path)
        for index in 1..<max(1, call.message_count) {
            addressed(call, at: withUnsafePointer(to: call) { mono_message_address($0, Int32(index)) })
        }
    }

    private mutating func addressed(_ call: mono_call, at place: UInt64) {
        guard place != 0 else { return }
        guard let address = SocketAddress(at: place, of: call.process) else { return paths.add(.unreadable) }
        if case .file(let path) = address {
            if call.kind == MONO_CALL_BIND { return paths.touch(path, .looked, makes: true) }
            paths.touch(path, .looked)
            if paths.isForeign(path) { paths.add(.connection(path)) }
        } else if call.kind == MONO_CALL_BIND {
            // It stays theirs, and the call fails.
            if case .name(let name) = address, SocketWatch.isTaken(name) {
                return paths.add(.connection("socket '\(name)'"))
            }
            sockets.bound(address, by: call)
        } else if let place = sockets.foreignPlace(address, from: call) {
            paths.add(.connection(place))
        }
    }

    // MARK: Paths

    private enum Which { case first, second }

    private mutating func touch(
        _ call: mono_call, _ which: Which, _ ways: FileAccesses.Ways, makes: Bool = false, ofLink: Bool = false
    ) {
        if let path = path(call, which) { paths.touch(path, ways, makes: makes, ofLink: ofLink) }
    }

    /// Absolute; nil where the call names a descriptor alone.
    private mutating func path(_ call: mono_call, _ which: Which) -> String? {
        let (folder, address) = which == .first ? (call.folder, call.path) : (call.folder2, call.path2)
        guard address != 0 else { return nil }
        var isKnown = true
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, size in
            let count = buffer.withMemoryRebound(to: CChar.self) {
                mono_read_text(call.process, address, $0.baseAddress, $0.count)
            }
            isKnown = count >= 0
            size = max(0, count)
        }
        var call = call
        // It was killed meanwhile, and its number may be another's.
        guard mono_is_waiting(listener.number, &call) != 0 else { return nil }
        // What the kernel cannot read either is an error for the caller, and nothing is read. Of a name that is no text
        // nobody can say later what it is now.
        guard isKnown, let text = String(validating: bytes, as: UTF8.self) else {
            paths.add(.unreadable)
            return nil
        }
        if text.isEmpty {
            // A program that is started by its descriptor.
            return call.kind == MONO_CALL_RUN ? AccessedPaths.link("/proc/\(call.process)/fd/\(folder)") : nil
        }
        if text.hasPrefix("/") { return meant(text, by: call.process) }
        let base = folder == AT_FDCWD ? "cwd" : "fd/\(folder)"
        guard let start = AccessedPaths.link("/proc/\(call.process)/\(base)") else {
            // No such descriptor, or a folder whose path is too long to be told.
            if errno != ENOENT { paths.add(.unreadable) }
            return nil
        }
        guard start.hasPrefix("/") else { return nil }
        let path = start == "/" ? "/\(text)" : "\(start)/\(text)"
        guard path.utf8.count < PATH_MAX else {
            paths.add(.unreadable)
            return nil
        }
        return meant(path, by: call.process)
    }

    /// `path`: absolute.
    private mutating func meant(_ path: String, by process: pid_t) -> String? {
        let found = AccessedPaths.behindProcess(path, process)
        // `/./proc/self/cwd` leads there too.
        return found == path ? AccessedPaths.behindProcess(paths.spelled(path), process) : found
    }
}
