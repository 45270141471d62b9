import Glibc
import Testing

@testable import Subprocesses

/// Programs that read in many ways, and what the watch takes down of them.
@Suite struct WatchingTests {
    typealias Ways = FileAccesses.Ways

    // MARK: What is seen

    @Test(
        "a way to read a file is seen",
        arguments: [
            "open", "open_of_old", "fopen", "openat", "openat_of_path", "openat2", "chdir", "fchdir", "dots", "mmap",
            "fork",
            "daemon", "vfork", "posix_spawn", "posix_spawnp", "popen", "redirected", "system", "pthread", "dlopen",
            "execve",
            "appended", "linked", "own_link", "copy", "proc", "proc_by_dots", "proc_of_folder", "opened_again",
            "dev_fd", "fexecve", "sent",
        ], [false, true])
    func reading(way: String, isStatic: Bool) throws {
        let world = try World()
        let seen = try world.accesses(way, world.file, isStatic: isStatic)
        #expect(seen.files[world.file]?.ways.contains(.read) == true, "\(seen)")
        #expect(seen.files[world.file]?.wasThere == true)
        #expect(seen.limits == [])
    }

    @Test(
        "a way to look at a file is seen, there or not",
        arguments: [
            "open", "stat_of_old", "stat", "lstat", "fstatat", "statx", "access", "faccessat2", "readlink", "realpath",
            "tested",
            "popen", "posix_spawn", "dlopen", "execve",
        ], [true, false])
    func looking(way: String, isThere: Bool) throws {
        let world = try World(), path = isThere ? world.file : world.folder + "/absent"
        let seen = try world.accesses(way, path)
        #expect(seen.files[path]?.ways.contains(.looked) == true, "\(seen)")
        #expect(seen.files[path]?.wasThere == isThere)
        #expect(seen.limits == [])
    }

    @Test("a way to list a folder is seen", arguments: ["readdir", "getdents", "nftw", "glob"])
    func listing(way: String) throws {
        let world = try World()
        let seen = try world.accesses(way, world.folder)
        #expect(seen.files[world.folder]?.ways.contains(.listed) == true, "\(seen)")
    }

    @Test("links are seen where they are followed by name, and so is what `..` leads to behind them")
    func links() throws {
        let world = try World(), link = world.folder + "/link"
        try #require(symlink(world.file, link) == 0)
        #expect(try world.accesses("readlink", link).files[link]?.ways == [.looked, .followed])
        #expect(try world.accesses("open", link).files[link]?.ways == [.looked, .read])
        let away = world.folder + "/away"
        try #require(mkdir(world.folder + "/deep", 0o777) == 0 && mkdir(world.folder + "/deep/er", 0o777) == 0)
        try #require(symlink(world.folder + "/deep/er", away) == 0)
        let seen = try world.accesses("open", away + "/../x")
        #expect(seen.files[world.folder + "/deep/x"]?.wasThere == false)
        #expect(seen.files[away]?.ways.contains(.followed) == true)
    }

    @Test("a script's interpreter is seen")
    func interpreters() throws {
        let world = try World()
        let seen = try world.accesses("execve", world.file)
        #expect(seen.files["/bin/sh"]?.ways.contains(.ran) == true)
    }

    // MARK: What is not

    @Test(
        "what cannot be seen is named",
        arguments: [
            ("inotify", .call("inotify_add_watch")), ("handle", .call("open_by_handle_at")),
            ("open_tree", .call("open_tree")), ("newest", .call("a call that is newer than mono")),
            ("no_text", .unreadable), ("other_root", .call("openat2")), ("datagram", .connection("192.0.2.1")),
            ("shared_memory", .sharedMemory), ("network", .connection("192.0.2.1")),
            ("service", .connection("port 631")), ("datagrams", .connection("192.0.2.1")),
            ("attached_memory", .call("shmat")),
        ] as [(String, FileAccesses.Limit)])
    func limits(way: String, limit: FileAccesses.Limit) throws {
        let world = try World()
        #expect(try world.accesses(way, world.file).limits == [limit])
    }

    @Test("a socket's name that somebody else has stays theirs")
    func takenName() throws {
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: Array("mono-taken".utf8)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(other, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && listen(other, 1) == 0)
        let world = try World()
        #expect(try world.accesses("name_of_others", world.file).limits == [.connection("socket 'mono-taken'")])
    }

    @Test("extended attributes are seen", arguments: ["getxattr", "fgetxattr"])
    func attributes(way: String) throws {
        let world = try World()
        #expect(try world.accesses(way, world.file).files[world.file]?.ways.contains(.attributes) == true)
    }

    @Test("rings of calls are named where the kernel has them")
    func rings() throws {
        let world = try World()
        do {
            let seen = try world.accesses("io_uring", world.file, mayLack: true)
            #expect(seen.limits == [.call("io_uring_setup")])
        } catch let error as CommandError where error.code == ENOSYS {}
    }

    @Test("a socket that somebody else made is named")
    func foreignSockets() throws {
        let world = try World(), path = world.folder + "/s"
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(server, 1) == 0
            }
        }
        try #require(isBound)
        #expect(try world.accesses("socket_of_others", path).limits == [.connection(path)])
    }

    @Test("a port of the program's own datagrams may be another one's for streams")
    func streamsBesideDatagrams() throws {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, size) == 0 && listen(server, 1) == 0 && getsockname(server, $0, &size) == 0
            }
        }
        try #require(isBound)
        let port = UInt16(bigEndian: address.sin_port)
        #expect(try World().accesses("stream_of_others", "\(port)").limits == [.connection("port \(port)")])
    }

    // MARK: What is the program's own

    @Test(
        "what the program made is its own",
        arguments: ["own_file", "own_folder", "own_unnamed", "own_socket", "own_server", "own_name", "own_datagrams"])
    func own(way: String) throws {
        let world = try World()
        let seen = try world.accesses(way, world.file)
        #expect(seen.limits == [])
        for (path, access) in seen.files where path.hasPrefix(world.folder + "/") { #expect(access.isOwn, "\(path)") }
        #expect(seen.files[world.folder + "/own/file"] == nil)
        #expect(!seen.files.contains { $0.value.ways.contains(.changed) && !$0.value.isOwn })
        #expect(!seen.files.keys.contains { $0.contains("#") })
    }

    @Test("what was there and is written is said to be changed, whoever writes it")
    func changes() throws {
        let world = try World()
        for command in ["echo x > f", "echo x >> f", "mv f g", "rm f", "chmod 600 f", "touch f", "mv o f"] {
            try world.write("f", "text")
            try world.write("o", "text")
            let seen = try world.accesses(ofScript: command)
            #expect(seen.files[world.folder + "/f"]?.ways.contains(.changed) == true, "\(command)")
        }
        let seen = try world.accesses(ofScript: "mkdir -p . && mkdir \(world.folder); rm none")
        #expect(!seen.files.values.contains { $0.ways.contains(.changed) })
    }

    // MARK: The program itself

    @Test("a watched program runs as any other")
    func otherwiseTheSame() throws {
        let runner = LocalCommandRunner(grace: 0.2)
        func run(_ command: Command) throws -> (CommandResult, CommandResult) {
            var watched = command
            watched.isWatched = true
            return (try runner.run(watched), try runner.run(command))
        }
        let (one, other) = try run(shell("cat; echo $$ >/dev/null; pwd; echo no >&2; exit 7", input: "given"))
        #expect(one.exit == other.exit && one.outputText == other.outputText && one.errorText == other.errorText)
        #expect(try run(shell("kill -9 $$")).0.exit == .signal(SIGKILL))
        var slow = shell("sleep 30 & sleep 30")
        slow.timeLimit = 0.3
        #expect(try run(slow).0.exit == .timedOut)
        let (files, _) = try run(Command("/bin/ls", ["/proc/self/fd"], folder: "/", environment: [:]))
        #expect(files.outputText == "0\n1\n2\n3\n")
        #expect(throws: CommandError(executable: "/no/such", code: ENOENT)) {
            _ = try run(Command("/no/such", [], folder: "/"))
        }
        #expect(throws: CommandError(executable: "/bin/sh", code: ENOENT, obstacle: .folder)) {
            _ = try run(Command("/bin/sh", [], folder: "/no/such"))
        }
    }

    @Test("many threads and children at once are all seen")
    func crowds() throws {
        let world = try World()
        let script = "for i in 1 2 3 4 5 6 7 8; do (for j in 1 2 3 4 5 6 7 8 9; do test -e x$i-$j; done) & done; wait"
        let seen = try world.accesses(ofScript: script)
        for i in 1...8 { for j in 1...9 { #expect(seen.files[world.folder + "/x\(i)-\(j)"] != nil) } }
    }

    @Test("where the kernel lets nobody watch, programs run, and its answer is there")
    func obstacles() throws {
        var command = shell("echo out")
        command.isWatched = true
        let result = try LocalCommandRunner(grace: 1, watchObstacle: WatchObstacle(code: EBUSY)).run(command)
        #expect(result.outputText == "out\n" && result.accesses == .failure(WatchObstacle(code: EBUSY)))
        // One that this kernel gives: a program that is watched may not be watched by another.
        let world = try World()
        #expect(try world.accesses("watched_again", world.file).files[world.file] != nil)
    }
}

/// A folder with a file, and the program of many ways.
private struct World {
    let folder: String
    var file: String { folder + "/file" }

    private static let programs: Result<(dynamic: String, static: String), CommandError> = Result {
        () throws(CommandError) in
        let folder = temporaryFolder()
        let tests = "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
        let source = tests + "/ScriptTests/Programs/ways.c"
        for (name, words) in [("ways", []), ("static", ["-static"])] {
            let result = try LocalCommandRunner().run(
                Command(
                    "/usr/bin/env", ["clang", "-w", "-pthread"] + words + [source, "-o", "\(folder)/\(name)"],
                    folder: folder,
                    environment: ["PATH": String(cString: getenv("PATH"))]))
            guard result.succeeded else { fatalError(String(decoding: result.errors, as: UTF8.self)) }
        }
        return (folder + "/ways", folder + "/static")
    }

    init() throws {
        folder = World.temporaryFolder()
        try write("file", "#!/bin/sh\necho\n")
        try #require(chmod(file, 0o755) == 0)
    }

    private static func temporaryFolder() -> String {
        var name = Array("/tmp/mono-watch-XXXXXX".utf8CString)
        return String(cString: mkdtemp(&name))
    }

    func write(_ name: String, _ text: String) throws {
        let stream = try #require(fopen("\(folder)/\(name)", "w"))
        fputs(text, stream)
        fclose(stream)
    }

    func accesses(_ way: String, _ path: String, isStatic: Bool = false, mayLack: Bool = false) throws -> FileAccesses {
        let programs = try World.programs.get()
        return try accesses(
            of: Command(
                isStatic ? programs.static : programs.dynamic, [way, path, folder], folder: "/",
                environment: ["PATH": "/usr/bin:/bin"]), mayLack: mayLack)
    }

    func accesses(ofScript script: String) throws -> FileAccesses {
        var command = shell(script)
        command.folder = folder
        return try accesses(of: command)
    }

    private func accesses(of command: Command, mayLack: Bool = false) throws -> FileAccesses {
        var command = command
        command.isWatched = true
        let result = try LocalCommandRunner().run(command)
        #expect(result.exit != .code(78), "\(result.errorText)")
        if mayLack, result.exit == .code(77) { throw CommandError(executable: command.executable, code: ENOSYS) }
        return try #require(result.accesses).get()
    }
}
