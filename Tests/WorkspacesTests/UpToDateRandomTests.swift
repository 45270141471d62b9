import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Foundation
import Testing

@testable import Workspaces

/// Random edits, at random moments: whenever somebody is told that nothing has changed, the long way runs nothing and
/// leaves all that is placed as it is.
///
/// `MONO_RANDOM_ROUNDS` and `MONO_RANDOM_SEED` make a campaign of it; a failure names its seed.
@Suite struct UpToDateRandomTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
    static let rounds = number("MONO_RANDOM_ROUNDS") ?? 4
    static let firstSeed = number("MONO_RANDOM_SEED") ?? 1

    @Test(arguments: firstSeed..<firstSeed + rounds) func nothingHasChangedWhereThatIsSaid(seed: UInt64) throws {
        var editor = try RandomEditor(seed: seed), said = 0
        for step in 0..<30 {
            editor.edit()
            let what = "seed \(seed), step \(step): \(editor.done)"
            guard case .upToDate(let known) = try editor.front.run(editor.pause()) else { continue }
            said += 1
            let before = try editor.placed()
            let summary = try editor.front.workspace().open().plan(.everything, BuildSettings()).build()
            #expect(summary.succeeded && summary.ran == 0, "\(what)")
            #expect(summary.hits == known.result.hits, "\(what)")
            #expect(try editor.placed() == before, "\(what)")
        }
        #expect(said > 0, "seed \(seed) tests nothing")
    }
}

private struct RandomEditor {
    let front: AskingFirst
    private(set) var done: [String] = []
    private var state: UInt64
    private let sources = ["App/main.swift", "Left/left.swift", "Right/right.swift", "Right/more.swift"].map {
        AbsolutePath("/w/Sources") / $0
    }
    private var files: InMemoryFileSystem { front.world.files }

    init(seed: UInt64) throws {
        state = seed
        front = try AskingFirst(FakeWorld())
        try files.write("public linked", to: "/elsewhere/a.swift")
        try files.write("public linked", to: "/elsewhere/b.swift")
        try files.makeSymbolicLink(at: "/w/Sources/Right/linked.swift", to: "/elsewhere/a.swift")
        _ = try front.workspace().open()
    }

    private mutating func random(_ count: UInt64) -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return (word ^ (word >> 31)) % count
    }

    /// Often no time at all, so that an edit has the time of the build before it.
    mutating func pause() -> Int64 { [0, 0, 1_000_000, 200_000_000, 10_000_000_000][Int(random(5))] }

    mutating func edit() {
        // Most builds find nothing to do.
        if random(3) > 0 { return note("nothing") }
        let source = sources[Int(random(4))], text = "public \(source.name)\nbody \(random(3))"
        switch random(13) {
        case 0, 1:
            note("\(source) is written")
            try? files.write(text, to: source)
        case 2, 3:
            note("\(source) is written in place, its time set back")
            let before = files.status(source)?.modified
            try? files.overwrite(source, with: text)
            if let before { try? files.setModified(source, to: before) }
        case 4:
            note("a source more or less")
            let more = sources[3]
            if files.exists(more) { try? files.remove(more) } else { try? files.write("body", to: more) }
        case 5:
            note("a header of the system")
            try? files.overwrite("/usr/include/stdio.h", with: "\(random(3))")
        case 6:
            note("the program is gone, or another one")
            if random(2) == 0 {
                try? files.remove("/w/.mono/debug/App")
            } else {
                try? files.overwrite("/w/.mono/debug/App", with: "other \(random(3))")
            }
        case 7:
            note("modes")
            try? files.setPermissions("/w/.mono/debug/App", to: 0o644)
        case 8:
            note("a link leads elsewhere")
            let link = AbsolutePath("/w/Sources/Right/linked.swift")
            try? files.remove(link)
            try? files.makeSymbolicLink(at: link, to: "/elsewhere/\(random(2) == 0 ? "a" : "b").swift")
        case 9:
            note("what a link leads to")
            try? files.overwrite(
                AbsolutePath("/elsewhere/\(random(2) == 0 ? "a" : "b").swift"), with: "public linked\(random(3))")
        case 10:
            note("memories are gone")
            try? files.remove(AbsolutePath("/w/.mono") / ["state", "build", "debug", "."][Int(random(4))])
        case 11:
            note("the linker")
            try? files.overwrite("/usr/lib/crt1.o", with: "\(random(3))")
        default:
            note("the manifest")
            let needs = random(2) == 0 ? ["Left", "Right"] : ["Left"]
            let targets = [
                DumpText.target("App", "executable", needs: needs.map(DumpText.byName)), DumpText.target("Left"),
                DumpText.target("Right"),
            ]
            try? front.world.put(DumpText(name: "app", targets: targets), files: [:])
        }
    }

    private mutating func note(_ edit: String) {
        done.append(edit)
        if done.count > 6 { done.removeFirst() }
    }

    /// Contents and modes of all that people run.
    func placed() throws -> [String: String] {
        var found: [String: String] = [:]
        for entry in (try? files.list("/w/.mono/debug")) ?? [] where entry.kind == .file {
            let path = AbsolutePath("/w/.mono/debug") / entry.name
            found[entry.name] =
                "\(files.status(path)?.permissions ?? 0) \(String(decoding: try files.read(path), as: UTF8.self))"
        }
        return found
    }
}
