import Disk
import Subprocesses

/// One thing that tests were seen to ask for: a file, a folder or a link, there or not, and in which way.
public struct TestInput: Hashable, Sendable {
    /// Where its path begins, so that it means the same on every machine.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        case workspace = "w"
        case toolchain = "t"
        case home = "h"
        /// The folder for temporary files.
        case temporary = "m"
        /// An absolute path.
        case machine = "a"
    }

    /// `looked`, `read`, `listed`, `followed` and `attributes`.
    public var ways: FileAccesses.Ways
    public var scope: Scope
    /// Relative to where the scope begins; empty for that folder itself.
    public var path: String

    public init(_ ways: FileAccesses.Ways, _ scope: Scope, _ path: String) {
        (self.ways, self.scope, self.path) = (ways, scope, path)
    }

    // Two spellings of one accented letter are two files.
    public static func == (a: Self, b: Self) -> Bool {
        a.ways == b.ways && a.scope == b.scope && a.path.utf8.elementsEqual(b.path.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ways)
        hasher.combine(scope)
        for byte in path.utf8 { hasher.combine(byte) }
    }

    private static let letters: [(FileAccesses.Ways, Character)] = [
        (.looked, "l"), (.read, "r"), (.listed, "d"), (.followed, "f"),
        (.attributes, "x"),
    ]

    /// How it stands among the names of inputs: `lr w/Tests/Fixtures/a.txt`. Each way is a name of its own, so that
    /// names of several runs go together.
    var names: [String] {
        TestInput.letters.filter { ways.contains($0.0) }.map { "\($0.1) \(scope.rawValue)/\(path)" }
    }

    /// What names stand for; those that are none are left out.
    static func inputs(named names: [String]) -> Set<TestInput> {
        var ways: [TestInput: FileAccesses.Ways] = [:]
        for case var input? in names.map(TestInput.init(name:)) {
            let way = input.ways
            input.ways = []
            ways[input, default: []].formUnion(way)
        }
        return Set(ways.map { TestInput($1, $0.scope, $0.path) })
    }

    /// Nil for what is no such name.
    init?(name: String) {
        guard let letter = name.first, let way = TestInput.letters.first(where: { $0.1 == letter })?.0 else {
            return nil
        }
        let rest = name.dropFirst()
        guard rest.hasPrefix(" "), let slash = rest.firstIndex(of: "/"),
            let scope = Scope(rawValue: String(rest[rest.index(after: rest.startIndex)..<slash]))
        else { return nil }
        self.init(way, scope, String(rest[rest.index(after: slash)...]))
    }
}

/// Where the scopes begin on this machine.
public struct TestScopes: Sendable {
    private let roots: [(scope: TestInput.Scope, folder: AbsolutePath)]

    /// Each with its links resolved, as programs see it: `home` and `temporary` are what tests get as such.
    public init(
        workspace: AbsolutePath, toolchain: AbsolutePath, home: AbsolutePath?, temporary: AbsolutePath?,
        files: any FileSystem
    ) {
        let named: [(TestInput.Scope, AbsolutePath?)] = [
            (.workspace, workspace), (.toolchain, toolchain), (.home, home), (.temporary, temporary),
        ]
        var roots: [(scope: TestInput.Scope, folder: AbsolutePath)] = []
        for case (let scope, let folder?) in named where folder.string != "/" {
            roots.append((scope, folder))
            if let real = files.resolve(folder), real != folder { roots.append((scope, real)) }
        }
        // The innermost counts: a workspace in the home folder, which lies on the way to nothing else.
        self.roots = roots.enumerated().sorted {
            ($1.element.folder.string.utf8.count, $0.offset) < ($0.element.folder.string.utf8.count, $1.offset)
        }.map(\.element)
    }

    func input(_ ways: FileAccesses.Ways, _ path: AbsolutePath) -> TestInput {
        guard let root = roots.first(where: { path.isInside($0.folder) }) else {
            return TestInput(ways, .machine, String(path.string.dropFirst()))
        }
        let relative = path.relative(to: root.folder)
        return TestInput(ways, root.scope, relative == "." ? "" : relative)
    }

    /// Nil where this machine has no such folder.
    public func path(of input: TestInput) -> AbsolutePath? {
        if input.scope == .machine { return AbsolutePath("/" + input.path) }
        guard let root = roots.first(where: { $0.scope == input.scope }) else { return nil }
        let path = root.folder / input.path
        // A name from a cache may hold anything.
        return path.isInside(root.folder) ? path : nil
    }

    /// Something of a scope lies in it, so that it is a folder on every machine, perhaps by another name.
    func isAbove(_ path: AbsolutePath) -> Bool { roots.contains { $0.folder.isInside(path) } }

    func folders(of scope: TestInput.Scope) -> [AbsolutePath] { roots.filter { $0.scope == scope }.map(\.folder) }
}
