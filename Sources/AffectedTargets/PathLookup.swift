import Disk
import Synchronization

/// Where paths lead, as the system finds its way: one component after another, links followed, `..` taken where that
/// led. What lies in which folder is looked at once. May be used from any thread.
public final class PathLookup: Sendable {
    /// How a path was followed to its end.
    public struct Way: Equatable {
        /// Without links. Nothing need be there.
        public var end: AbsolutePath
        /// The links that were followed, each where it lies itself.
        public var links: [AbsolutePath]
    }

    private struct Known {
        /// Nil for what is not there.
        var kinds: [AbsolutePath: FileStatus.Kind?] = [:]
        var isListed: [AbsolutePath: Bool] = [:]
        var asked: [AbsolutePath: Int] = [:]
    }

    /// A look at one entry costs a system call, a list four for all.
    private static let fewEntries = 4
    /// As many as the system follows.
    private static let mostLinks = 40

    private let files: any FileSystem
    /// Those around the root, and itself: no links, since the root's path is one without.
    private let inPlace: Set<AbsolutePath>
    private let known = Mutex(Known())

    public init(files: any FileSystem, root: AbsolutePath) {
        self.files = files
        var inPlace: Set = [root], folder = root
        while folder.string != "/" {
            folder = folder.parent
            inPlace.insert(folder)
        }
        self.inPlace = inPlace
    }

    public func way(to path: AbsolutePath) -> Way {
        var start = path
        while !inPlace.contains(start) { start = start.parent }
        return way(along: path.relative(to: start), from: start)
    }

    /// `path` is read in `folder`, which is one without links.
    func way(along path: String, from folder: AbsolutePath) -> Way {
        let slash = UInt8(ascii: "/")
        var way = Way(end: path.utf8.first == slash ? AbsolutePath("/") : folder, links: [])
        var rest = Array(path.utf8.split(separator: slash).reversed())
        while let part = rest.popLast() {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                way.end = way.end.parent
                continue
            }
            let next = way.end / String(Substring(part))
            guard kind(of: next) == .symbolicLink, way.links.count < PathLookup.mostLinks,
                let destination = try? files.destination(ofLink: next)
            else {
                way.end = next
                continue
            }
            way.links.append(next)
            if destination.utf8.first == slash { way.end = AbsolutePath("/") }
            rest += destination.utf8.split(separator: slash).reversed()
        }
        return way
    }

    /// What is at `path`, whose folder is one without links; nil where nothing is.
    func kind(of path: AbsolutePath) -> FileStatus.Kind? {
        if inPlace.contains(path) { return .folder }
        let folder = path.parent
        return known.withLock { known in
            if let kind = known.kinds[path] { return kind }
            switch known.isListed[folder] {
            case true?: return nil
            case nil where known.asked[folder, default: 0] >= PathLookup.fewEntries:
                let entries = try? files.list(folder)
                known.isListed[folder] = entries != nil
                for entry in entries ?? [] { known.kinds[folder / entry.name] = .some(entry.kind) }
                if entries != nil { return known.kinds[path] ?? nil }
            case nil, false?: break
            }
            known.asked[folder, default: 0] += 1
            let kind = files.linkStatus(path)?.kind
            known.kinds[path] = .some(kind)
            return kind
        }
    }
}
