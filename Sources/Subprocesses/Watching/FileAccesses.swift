/// What a program and its children asked the kernel for, by the paths that they used.
///
/// Not seen: what comes through descriptors alone, clocks, the number of processors, free space, and the dynamic loader
/// that the kernel starts programs with.
public struct FileAccesses: Hashable, Sendable {
    public struct Ways: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Asked whether it is there, and what it is.
        public static let looked = Ways(rawValue: 1)
        /// Opened to be read.
        public static let read = Ways(rawValue: 2)
        /// The names in a folder.
        public static let listed = Ways(rawValue: 4)
        /// Where a symbolic link leads.
        public static let followed = Ways(rawValue: 8)
        public static let ran = Ways(rawValue: 16)
        /// Written, moved or removed, and was there before.
        public static let changed = Ways(rawValue: 32)
        /// Asked for its extended attributes.
        public static let attributes = Ways(rawValue: 64)
    }

    public struct Access: Hashable, Sendable {
        public var ways: Ways
        /// When it was first asked for. A link counts, wherever it leads.
        public var wasThere: Bool
        /// It was not there, and the program made it.
        public var isOwn: Bool

        public init(_ ways: Ways, wasThere: Bool, isOwn: Bool = false) {
            (self.ways, self.wasThere, self.isOwn) = (ways, wasThere, isOwn)
        }
    }

    /// What the kernel does not show of a program, so that more may have been read than stands here.
    public enum Limit: Hashable, Sendable {
        /// Not by a path: `io_uring`, handles of files, another root, …; the name of the call.
        case call(String)
        /// Another process may answer there, or not.
        case connection(String)
        /// Memory, semaphores or messages that other processes may share.
        case sharedMemory
        /// Some that it started go on, and could not be killed.
        case processes
        /// A path in memory that could not be read.
        case unreadable
        /// More than is taken down.
        case tooMany
    }

    /// By absolute path, without `.` and `..`; links stand as the program named them. What lies in a folder that the
    /// program made is left out.
    public var files: [String: Access]
    public var limits: Set<Limit>

    public init(files: [String: Access] = [:], limits: Set<Limit> = []) { (self.files, self.limits) = (files, limits) }
}

/// Why a program could not be watched: what the system said (`errno`). EBUSY: somebody watches this process already,
/// and the kernel lets one watch a program.
public struct WatchObstacle: Error, Hashable, Sendable {
    public var code: Int32
    public init(code: Int32) { self.code = code }
}
