import Digests

/// What a look at one path showed, as far as somebody asked.
enum Look: Hashable, Sendable {
    case absent
    /// Nobody asked for more than what is there.
    case kind(FileStatus.Kind)
    case whole(FileStatus)

    /// What both say together; nil where they contradict each other.
    func merged(with other: Look) -> Look? {
        switch (self, other) {
        case _ where self == other: self
        case (.kind(let kind), .whole(let status)) where status.kind == kind: other
        case (.whole(let status), .kind(let kind)) where status.kind == kind: self
        default: nil
        }
    }

    /// True where that is what `status`, a look now, shows.
    func agrees(with status: FileStatus?) -> Bool {
        switch self {
        case .absent: status == nil
        case .kind(let kind): status?.kind == kind
        case .whole(let known): status == known
        }
    }
}

/// Where a look goes.
struct LookPlace: Hashable, Sendable {
    var path: AbsolutePath
    /// To what a symbolic link at the end leads; else to the link.
    var follows: Bool
}

/// A question to a file system that is asked again, because no look at times and sizes answers it.
enum LookQuestion: Hashable, Sendable {
    case destination(AbsolutePath)
    case resolution(AbsolutePath)
    case listing(AbsolutePath)
    case content(AbsolutePath)

    var path: AbsolutePath {
        switch self {
        case .destination(let path), .resolution(let path), .listing(let path), .content(let path): path
        }
    }

    /// Nil where there is no answer.
    func answer(_ files: any FileSystem) -> ContentDigest? {
        switch self {
        case .destination(let path): (try? files.destination(ofLink: path)).map { ContentDigest(of: $0) }
        case .resolution(let path): files.resolve(path).map { ContentDigest(of: $0.string) }
        case .listing(let path): (try? files.list(path)).map(LookQuestion.digest)
        case .content(let path): try? files.digest(path)
        }
    }

    static func digest(of entries: [FolderEntry]) -> ContentDigest {
        var builder = DigestBuilder()
        builder.beginList(count: entries.count)
        for entry in entries {
            builder.append(entry.name)
            builder.append(Int64(entry.kind.code))
        }
        return builder.finish()
    }
}

extension FileStatus.Kind {
    /// In files that hold looks.
    var code: UInt8 {
        switch self {
        case .file: 0
        case .folder: 1
        case .symbolicLink: 2
        case .other: 3
        }
    }

    init?(code: UInt8) {
        switch code {
        case 0: self = .file
        case 1: self = .folder
        case 2: self = .symbolicLink
        case 3: self = .other
        default: return nil
        }
    }
}
