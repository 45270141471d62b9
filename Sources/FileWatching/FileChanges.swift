import Disk

/// Paths at which something changed: a file was written, made, removed or renamed.
public struct FileChanges: Hashable, Sendable {
    /// How many paths are named at most.
    public static let limit = 1_000

    public private(set) var paths: Set<AbsolutePath> = []
    /// More changed than `paths` names.
    public private(set) var isPartial = false

    public init(_ paths: some Sequence<AbsolutePath> = [], isPartial: Bool = false) {
        self.isPartial = isPartial
        for path in paths { insert(path) }
    }

    public var isEmpty: Bool { paths.isEmpty && !isPartial }

    public mutating func insert(_ path: AbsolutePath) {
        if paths.count < FileChanges.limit { paths.insert(path) } else if !paths.contains(path) { isPartial = true }
    }

    /// Paths that nobody can name changed too.
    public mutating func insertUnknown() { isPartial = true }

    public mutating func formUnion(_ other: FileChanges) {
        isPartial = isPartial || other.isPartial
        for path in other.paths { insert(path) }
    }
}
