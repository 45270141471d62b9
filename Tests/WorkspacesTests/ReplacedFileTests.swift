import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Testing

@testable import Workspaces

/// Editors save by putting another file in the place of the old one, which changes the time of its folder.
@Suite struct ReplacedFileTests {
    private let front: AskingFirst
    private var world: FakeWorld { front.world }
    private var files: InMemoryFileSystem { front.world.files }
    private let source = AbsolutePath("/w/Sources/App/main.swift")

    init() throws {
        front = try AskingFirst(FakeWorld())
        // A part that is most of the whole is none.
        let others = (0..<8).map { "Other\($0)" }
        try world.put(
            DumpText(name: "app", targets: [DumpText.target("App", "executable")] + others.map { DumpText.target($0) }),
            files: Dictionary(uniqueKeysWithValues: others.map { ("Sources/\($0)/other.swift", "public other") }))
        _ = try world.workspace().open()
        try front.settle()
    }

    /// Whether what was built is a part; nil where nothing was.
    private func isPart(_ pause: Int64 = 10_000_000_000) throws -> Bool? {
        switch try front.run(pause) {
        case .upToDate: return nil
        case .built(let summary):
            #expect(summary.succeeded)
            return summary.isOfPart
        }
    }

    private func replace(_ file: AbsolutePath, by text: String) throws {
        try files.write(text, to: file.parent / "saving")
        try files.rename(file.parent / "saving", to: file)
    }

    @Test("a source that asks for its path is a reason for no more")
    func revealed() throws {
        for (step, body) in ["body #filePath", "body #filePath again", "body", "body #filePath"].enumerated() {
            try replace(source, by: body)
            #expect(try isPart() == true, "\(step)")
            #expect(world.placed.values.contains { $0.contains("body /w/Sources") } == body.contains("#"), "\(step)")
            #expect(try isPart() == nil, "\(step)")
        }
        try files.overwrite("/w/Sources/Other1/other.swift", with: "public other\nbody")
        #expect(try isPart() == true)
    }

    @Test("a file that gives way to another is a reason to decide a part, again and again")
    func replaced() throws {
        for step in 0..<4 {
            try replace(source, by: "body \(step)")
            #expect(try isPart() == true, "\(step)")
            #expect(try isPart() == nil, "\(step)")
        }
        let placed = world.placed
        try files.remove("/w/.mono")
        #expect(try isPart() == false)
        #expect(world.placed == placed)
    }

    @Test("where the next build comes at once, nothing that was replaced is overlooked")
    func atOnce() throws {
        for step in 0..<6 {
            try replace(source, by: "body \(step)")
            let pause: Int64 = step < 3 ? 0 : 200_000_000
            #expect(try isPart(pause) != nil, "\(step)")
        }
        try replace(source, by: "body 9")
        try files.write("body", to: source.parent / "more.swift")
        #expect(try isPart(0) == false)
    }

    @Test(
        "what a folder lists otherwise is looked at as a whole",
        arguments: ["more", "hidden", "fewer", "renamed", "folder", "link"])
    func listed(_ what: String) throws {
        let folder = source.parent, other = folder / "other.swift"
        try files.write("body", to: other)
        try front.settle()
        try replace(source, by: "body 1")
        switch what {
        case "more": try files.write("", to: folder / "more.swift")
        case "hidden": try files.write("", to: folder / ".main.swift.swp")
        case "fewer": try files.remove(other)
        case "renamed": try files.rename(other, to: folder / "else.swift")
        case "folder":
            try files.rename(folder, to: "/w/Sources/Away")
            for name in ["main.swift", "other.swift"] {
                try files.write(try files.read(AbsolutePath("/w/Sources/Away") / name), to: folder / name)
            }
            try files.remove("/w/Sources/Away")
        default:
            try files.remove(other)
            try files.makeSymbolicLink(at: other, to: "main.swift")
        }
        #expect(try isPart() == false)
    }

    @Test("a folder whose listing nobody knows any more is looked at as a whole")
    func forgotten() throws {
        let state = AbsolutePath("/w/.mono/state")
        for entry in try files.list(state) where entry.name.hasPrefix("listings-") {
            try files.write("damage", to: state / entry.name)
        }
        try replace(source, by: "body 1")
        #expect(try isPart() == false)
        try replace(source, by: "body 2")
        #expect(try isPart() == true)
    }
}
