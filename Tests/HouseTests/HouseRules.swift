/// The rules of the house that `Package.swift` does not say itself, as tables: what a module may use of the system, and
/// what is excused.
enum HouseRules {
    /// What a module may import beside the modules of its row and the standard library's own. Who is not listed may
    /// import nothing.
    static let systemLibraries: [String: Set<String>] = [
        "Digests": [],
        // A library of the system, opened at run time.
        "Signatures": ["Glibc"],
        "Parallelism": ["Dispatch", "Glibc"],
        "Disk": ["Glibc", "FoundationEssentials"],
        "Subprocesses": ["Dispatch", "Glibc"],
        // A library of the system, opened at run time, and the files that it reads and writes.
        "HTTPTransfers": ["Dispatch", "Glibc"],
        // Sockets of this machine.
        "RemoteCalls": ["Dispatch", "Glibc"],
        // Base 64 and random names.
        "RemoteCaches": ["Dispatch", "FoundationEssentials"],
        // The one place for packages, and only with the trait.
        "mono-remote": ["Glibc", "GRPCCore", "GRPCNIOTransportHTTP2", "NIOCore", "NIOPosix"],
        // Names of error numbers alone.
        "ArtifactCache": ["Dispatch", "Glibc"],
        // inotify.
        "FileWatching": ["Glibc"],
        "EditorServer": ["Dispatch"],
        // Error numbers alone.
        "PackageManifests": ["Glibc"],
        "JSON": [],
        // Beside Dispatch, as below.
        "BuildEngine": ["Dispatch", "Glibc"],
        // Error numbers alone.
        "GitHistory": ["Glibc"],
        // Dispatch: a wait that ends with a key or a change (`WatchDesk`).
        "MonoCommands": ["Dispatch", "Glibc"],
        "mono": ["Glibc"],
    ]

    /// Parts of the standard library that come as modules of their own; anybody may import them.
    static let standardLibrary: Set<String> = ["Swift", "Synchronization", "RegexBuilder"]

    /// A text that only some files may hold.
    struct Reserved {
        var what: String
        /// A regular expression, looked for in code without comments and strings.
        var pattern: String
        /// Prefixes of paths below `Sources`.
        var allowed: [String]
    }

    static let reserved: [Reserved] = [
        Reserved(
            what: "printing", pattern: #"(^|[^.\w])(print|debugPrint|dump|puts|fputs|printf)\("#,
            allowed: ["MonoCommands/Terminal/"]),
        Reserved(
            what: "the standard streams", pattern: #"\b(STD(OUT|ERR)_FILENO|isatty)\b"#,
            allowed: ["MonoCommands/Terminal/", "Subprocesses/", "mono-remote/RemoteProgram.swift"]),
        Reserved(
            what: "the environment",
            pattern: #"\b(getenv|setenv|secure_getenv|environ|getcwd|ProcessInfo|CommandLine)\b"#,
            allowed: ["MonoCommands/ProcessEnvironment.swift", "mono/main.swift"]),
        Reserved(
            what: "files",
            pattern:
                #"\b(fopen|openat|opendir|fdopendir|readlink|readlinkat|unlink|unlinkat|mkstemp|fstatat|lstat|renameat|mkdirat|symlinkat|fchmodat|utimensat|FileManager)\("#,
            // A watch looks at what the program names before the kernel does, and at what the kernel says of processes;
            // a socket is a file that both its ends may remove.
            allowed: [
                "Disk/", "Subprocesses/Watching/", "RemoteCalls/RunningProgram.swift", "mono-remote/Serving.swift",
            ]),
        Reserved(
            what: "starting programs",
            pattern: #"\b(posix_spawnp?|fork|vfork|execve?|execvp|popen|system|waitpid|Process)\("#,
            allowed: ["Subprocesses/"]),
        Reserved(what: "crashing on input", pattern: #"\btry!|\bfatalError\(|\bas!"#, allowed: []),
    ]

    /// Files of more than 400 lines, with the reason why they hold one thing all the same.
    static let longFiles: [String: String] = [:]
    static let longestFile = 400
}
