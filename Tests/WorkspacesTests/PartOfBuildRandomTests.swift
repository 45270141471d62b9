import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Foundation
import Testing

@testable import Workspaces

/// Random edits of a workspace in which a few edited sources are a reason to decide a part of the build. An oracle that
/// knows nothing of earlier builds, nor of their cache, says what each build has to leave.
///
/// `MONO_RANDOM_ROUNDS` and `MONO_RANDOM_SEED` make a campaign of it; a failure names its seed.
@Suite struct PartOfBuildRandomTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
    static let rounds = number("MONO_RANDOM_ROUNDS") ?? 1
    static let firstSeed = number("MONO_RANDOM_SEED") ?? 1

    @Test(arguments: firstSeed..<firstSeed + rounds) func aPartLeavesWhatTheWholeWould(seed: UInt64) throws {
        var editor = try RandomEditor(seed: seed), parts = 0, nothing = 0
        for step in 0..<30 {
            try editor.edit()
            let what = "seed \(seed), step \(step): \(editor.done)"
            let wanted = try editor.oracle()
            switch try editor.front.run(editor.pause()) {
            case .upToDate(let known):
                nothing += 1
                #expect(known.result.hits == wanted.results, "\(what)")
            case .built(let summary):
                #expect(summary.succeeded == (wanted.placed != nil), "\(what)")
                if summary.isOfPart { parts += 1 }
                guard summary.succeeded else { continue }
                #expect(summary.hits + summary.ran == wanted.results, "\(what), part: \(summary.isOfPart)")
            }
            if let placed = wanted.placed { #expect(editor.world.placed == placed, "\(what)") }
        }
        #expect(parts > 0 && nothing > 0, "seed \(seed) tests nothing")
    }
}

private struct RandomEditor {
    let front: AskingFirst
    private(set) var done: [String] = []
    private var state: UInt64
    private var needs = RandomEditor.needs
    private var saved: [AbsolutePath: String] = [:]
    var world: FakeWorld { front.world }
    private var files: InMemoryFileSystem { front.world.files }

    private static let needs: [String: [String]] = [
        "Core": [], "Net": ["Core"], "Store": ["Core"], "Ui": ["Net", "Store"], "Odd": [], "AppA": ["Ui"],
        "AppB": ["Store"], "AppC": ["Net"], "AppD": ["Odd"],
    ]

    init(seed: UInt64) throws {
        state = seed
        front = try AskingFirst(FakeWorld())
        try files.remove("/w/Sources")
        try files.remove("/w/Tests")
        for name in needs.keys { for source in sources(of: name) { try files.write("public \(name)", to: source) } }
        try files.write("shared", to: "/elsewhere/shared.swift")
        try putManifest(in: world)
        _ = try front.workspace().open()
    }

    private func sources(of target: String) -> [AbsolutePath] {
        let names = target.hasPrefix("App") ? ["main.swift"] : ["one.swift", "two.swift"]
        return names.map { AbsolutePath("/w/Sources") / target / $0 }
    }

    private func putManifest(in world: FakeWorld) throws {
        let targets = needs.sorted { $0.key < $1.key }.map { name, needs in
            DumpText.target(name, name.hasPrefix("App") ? "executable" : "regular", needs: needs.map(DumpText.byName))
        }
        try world.put(DumpText(name: "app", targets: targets), files: [:])
    }

    private mutating func random(_ count: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % UInt64(count))
    }

    /// Often no time at all, so that an edit has the time of the build before it.
    mutating func pause() -> Int64 { [0, 1_000_000, 200_000_000, 10_000_000_000][random(4)] }

    private mutating func source() -> AbsolutePath {
        let all = needs.keys.sorted().flatMap(sources).filter(files.exists)
        return all[random(all.count)]
    }

    private mutating func text() -> String {
        [
            "public a\(random(3))", "layout \(random(3))", "hidden \(random(3))", "@testable import Core",
            "body \(random(4))", "body \(random(4))", "body #filePath",
        ].filter { _ in random(2) == 0 }.joined(separator: "\n")
    }

    private mutating func write(_ source: AbsolutePath) throws {
        // Most edits leave the interface.
        let old = String(decoding: try files.read(source), as: UTF8.self).split(separator: "\n")
        let isBody = random(3) > 0
        let body = random(6), rest = old.filter { !$0.hasPrefix("body") }.joined(separator: "\n")
        if random(4) == 0 {
            // No object changes.
            let code = old.filter { !$0.hasPrefix("// ") }.joined(separator: "\n")
            try files.overwrite(source, with: code + "\n// \(random(6))")
            return note("a comment of \(source)")
        }
        let text = isBody ? rest + "\nbody " + (body < 5 ? "\(body)" : "#filePath") : text()
        if random(2) == 0 { try files.write(text, to: source) } else { try files.overwrite(source, with: text) }
        note("\(source) holds \(text.replacing("\n", with: ", "))")
    }

    mutating func edit() throws {
        switch random(22) {
        case 0...7: try write(source())
        case 8: for _ in 0...random(4) { try write(source()) }
        case 9:
            let source = source(), before = files.status(source)?.modified
            try write(source)
            if let before { try files.setModified(source, to: before) }
        case 10:
            let more = sources(of: "Net")[0].parent / "more.swift"
            if files.exists(more) { try files.remove(more) } else { try files.write(text(), to: more) }
            note("a source more or less")
        case 11:
            let source = source()
            try files.overwrite(source, with: "syntax error \(random(2))")
            note("\(source) is wrong")
        case 12: try correct()
        case 13:
            needs["Ui"] = [["Net", "Store"], ["Net"], ["Store"]][random(3)]
            try putManifest(in: world)
            note("Ui needs \(needs["Ui"] ?? [])")
        case 14: try build(["Net", "Ui", "Core"][random(3)])
        case 15: try build(nil)
        case 16:
            saved = [:]
            for source in needs.keys.flatMap(sources) where files.exists(source) {
                saved[source] = String(decoding: try files.read(source), as: UTF8.self)
            }
            note("all is saved")
        case 17:
            for (source, text) in saved { try files.write(text, to: source) }
            note("all is as it was saved")
        case 18:
            let paths = ["/w/.mono/debug/AppB", "/w/.mono/state", "/w/.mono/state/decisions-debug", "/w/.mono/build"]
            try files.remove(AbsolutePath(paths[random(4)]))
            note("something of mono's is gone")
        case 19:
            try files.overwrite("/usr/include/stdio.h", with: "\(random(3))")
            note("a header of the system")
        case 20:
            let link = AbsolutePath("/w/Sources/Store/linked.swift")
            if !files.exists(link) { try files.makeSymbolicLink(at: link, to: "/elsewhere/shared.swift") }
            try files.overwrite("/elsewhere/shared.swift", with: text())
            note("what a link leads to")
        default: note("nothing")
        }
        if random(3) == 0 { try correct() }
    }

    private mutating func correct() throws {
        for source in needs.keys.sorted().flatMap(sources) where files.exists(source) {
            let text = String(decoding: try files.read(source), as: UTF8.self)
            if text.contains("syntax error") { try files.write("public c\nbody \(random(3))", to: source) }
        }
        note("all is correct")
    }

    /// A build that others than the front end's users make meanwhile: of one target, or of everything.
    private mutating func build(_ name: String?) throws {
        let workspace = try front.workspace().open()
        let targets = workspace.loaded.graph.order.filter { $0.name == name }
        let goal = name == nil ? BuildRequest.Goal.everything : .some(targets: targets, products: [])
        _ = try workspace.plan(goal, BuildSettings()).build()
        note("\(name ?? "everything") is built")
    }

    private mutating func note(_ edit: String) {
        done.append(edit)
        if done.count > 8 { done.removeFirst() }
    }

    /// What a build on another machine comes to, which never built anything. `placed`: nil where it fails.
    func oracle() throws -> (placed: [String: String]?, results: Int) {
        let other = try FakeWorld()
        try putManifest(in: other)
        for folder in ["/w/Sources", "/elsewhere", "/usr/include"] {
            try copy(AbsolutePath(folder), to: other.files)
        }
        let summary = try other.workspace().open().plan(.everything, BuildSettings()).build()
        return (summary.succeeded ? other.placed : nil, summary.ran + summary.hits)
    }

    private func copy(_ folder: AbsolutePath, to other: InMemoryFileSystem) throws {
        for entry in try files.list(folder) {
            let path = folder / entry.name
            switch entry.kind {
            case .folder: try copy(path, to: other)
            case .symbolicLink: try other.makeSymbolicLink(at: path, to: try files.destination(ofLink: path))
            default: try other.write(try files.read(path), to: path)
            }
        }
    }
}

extension FakeWorld {
    /// All that people run, by name.
    var placed: [String: String] {
        var found: [String: String] = [:]
        for entry in (try? files.list("/w/.mono/debug")) ?? [] where entry.kind == .file {
            let content = (try? files.read(AbsolutePath("/w/.mono/debug") / entry.name)) ?? []
            found[entry.name] = String(decoding: content, as: UTF8.self)
        }
        return found
    }
}
