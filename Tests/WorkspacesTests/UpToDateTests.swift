import BuildEngine
import BuildPlanning
import Configuration
import Digests
import Disk
import FakeTools
import PackageManifests
import Subprocesses
import Synchronization
import Testing
import Toolchains

@testable import Workspaces

@Suite struct UpToDateTests {
    private let front: AskingFirst
    private var world: FakeWorld { front.world }
    private var files: InMemoryFileSystem { front.world.files }

    init() throws { front = try AskingFirst(FakeWorld()) }

    // MARK: What is told

    @Test func theSecondBuildOnlyLooks() throws {
        // What the toolchain itself was asked, no look tells.
        _ = try world.workspace().open()
        try front.run()
        _ = world.takeStarted()
        let read = files.filesRead.count
        #expect(try front.isUpToDate(), "the first one noted it all, though it ran everything")
        #expect(world.takeStarted().isEmpty)
        let now = files.filesRead.dropFirst(read).map(\.string).filter { !$0.hasPrefix("/w/.mono/state/up-to-date-") }
        #expect(now == [], "nothing else is read")
    }

    @Test func whatIsToldIsWhatTheLongWayTells() throws {
        try front.settle()
        let long = try world.workspace().open().plan(.everything, BuildSettings()).build()
        guard case .upToDate(let known) = try front.run() else {
            Issue.record("not up to date")
            return
        }
        #expect(long.ran == 0 && long.hits > 0)
        #expect(known.result.summary.hits == long.hits && known.result.summary.savedCPU == long.savedCPU)
        #expect(known.said == ["a word"] && known.result.diagnostics.isEmpty)
    }

    @Test func warningsAreToldAgain() throws {
        var front = front
        front.commands = WarningCompilers(world: world)
        try front.settle()
        let recorder = DiagnosticsRecorder()
        let summary = try front.workspace().open().plan(.everything, BuildSettings()).build(observers: [recorder])
        guard case .upToDate(let known) = try front.run() else {
            Issue.record("not up to date")
            return
        }
        #expect(summary.ran == 0 && !recorder.all.isEmpty && Set(known.result.diagnostics) == Set(recorder.all))
    }

    // MARK: What makes it look again

    private func expectMore(_ what: String, _ change: () throws -> Void) throws {
        try front.settle()
        try change()
        #expect(try !front.isUpToDate(), "\(what)")
    }

    @Test func otherContent() throws {
        try expectMore("another text") { try files.write("public left 2", to: "/w/Sources/Left/left.swift") }
        try expectMore("in place, with the time set back") {
            let before = try #require(files.status("/w/Sources/Left/left.swift"))
            try files.overwrite("/w/Sources/Left/left.swift", with: "public left 3")
            try files.setModified("/w/Sources/Left/left.swift", to: before.modified)
        }
        try expectMore("another mode") { try files.setPermissions("/w/Sources/Left/left.swift", to: 0o755) }
        try expectMore("the same text in another file") {
            try files.write("public left 3", to: "/w/Sources/Left/left.swift")
        }
    }

    @Test func otherFiles() throws {
        try expectMore("a new source") { try files.write("body", to: "/w/Sources/Left/more.swift") }
        try expectMore("a source less") { try files.remove("/w/Sources/Left/more.swift") }
        try expectMore("a new folder") { try files.write("body", to: "/w/Sources/Left/Inner/more.swift") }
        try expectMore("a file in it") { try files.write("body", to: "/w/Sources/Left/Inner/other.swift") }
        try expectMore("the folder moved") { try files.rename("/w/Sources/Left/Inner", to: "/w/Sources/Left/Other") }
    }

    @Test func links() throws {
        try files.write("body", to: "/elsewhere/a/linked.swift")
        try files.write("body", to: "/elsewhere/b/linked.swift")
        try files.makeSymbolicLink(at: "/elsewhere/now", to: "a")
        try files.makeSymbolicLink(at: "/w/Sources/Left/linked.swift", to: "/elsewhere/now/linked.swift")
        try front.run()
        try expectMore("a link on the way leads elsewhere") {
            try files.remove("/elsewhere/now")
            try files.makeSymbolicLink(at: "/elsewhere/now", to: "b")
        }
        try expectMore("the link itself is another one") {
            try files.remove("/w/Sources/Left/linked.swift")
            try files.makeSymbolicLink(at: "/w/Sources/Left/linked.swift", to: "/elsewhere/a/linked.swift")
        }
        try expectMore("what it leads to is edited") { try files.write("body 2", to: "/elsewhere/a/linked.swift") }
    }

    @Test func manifestsAndConfiguration() throws {
        try expectMore("the manifest") {
            let targets = [DumpText.target("Left"), DumpText.target("Right")]
            try world.put(DumpText(name: "app", targets: targets), files: [:])
        }
        try expectMore("a mono.json") { try files.write(#"{"packages": ["."]}"#, to: "/w/mono.json") }
        try expectMore("another word in it") { try files.write(#"{"packages": ["."], "jobs": 1}"#, to: "/w/mono.json") }
        try expectMore("mirrors of the user's") {
            try files.write("{}", to: "/home/me/.swiftpm/configuration/mirrors.json")
        }
        try expectMore("a lock file") { try files.write("{}", to: "/w/Package.resolved") }
    }

    @Test func toolchain() throws {
        let root = FakeToolchain.root
        try expectMore("a compiler") {
            try files.write(Array("2".utf8), to: root / "bin/swift-frontend", permissions: 0o755, durably: false)
        }
        try expectMore("a library of it") { try files.write("other", to: root / "lib/swift/Swift.swiftmodule") }
        try expectMore("a library more") { try files.write("new", to: root / "lib/swift/New.swiftmodule") }
        try expectMore("the system's linker") { try files.write("2", to: "/usr/bin/ld.gold") }
        try expectMore("what every link reads") { try files.write("2", to: "/usr/lib/crt1.o") }
        try expectMore("mono itself") { try files.write("mono 2", to: "/proc/self/exe") }
    }

    @Test func outputs() throws {
        try expectMore("a program is gone") { try files.remove("/w/.mono/debug/App") }
        #expect(files.isFile("/w/.mono/debug/App"))
        try expectMore("a program is another one") { try files.write("not it", to: "/w/.mono/debug/App") }
        try expectMore("nobody may run it") { try files.setPermissions("/w/.mono/debug/App", to: 0o644) }
        #expect(files.status("/w/.mono/debug/App")?.isExecutable == true)
        try expectMore("mono's folder is gone") { try files.remove("/w/.mono") }
        try expectMore("its memories are gone") { try files.remove("/w/.mono/state") }
    }

    /// A header that comes to be where it would be found before the one that was read.
    @Test func whatWasAbsent() throws {
        var front = front
        front.settings.flags.clang = ["-I/extra"]
        try front.settle()
        try files.write("of the system", to: "/extra/other.h")
        #expect(try !front.isUpToDate(), "nobody knows yet what is looked for there")
        try front.settle()
        try files.write("of the system", to: "/extra/stdio.h")
        #expect(try !front.isUpToDate())
        try front.settle()
        try files.write("2", to: "/usr/include/stdio.h")
        #expect(try !front.isUpToDate())
    }

    // MARK: Other requests

    @Test func otherOptions() throws {
        try front.settle()
        var other = front
        other.words = ["build", "Left"]
        #expect(try !other.isUpToDate())
        other = front
        other.settings.configuration = .release
        #expect(try !other.isUpToDate())
        other = front
        other.settings.flags.swift = ["-DX"]
        #expect(try !other.isUpToDate())
        other.settings.flags.swift = []
        other.settings.flags.clang = ["-DX"]
        #expect(try !other.isUpToDate())
        #expect(try front.isUpToDate(), "each has its own")
    }

    @Test func otherSettings() throws {
        try front.settle()
        #expect(try !front.isUpToDate { $0.environment.variables["PATH"]! += ":/bin" })
        #expect(try !front.isUpToDate { $0.environment.variables["ANY"] = "1" })
        #expect(try !front.isUpToDate { $0.environment.temporaryFolder = "/tmp/mine" })
        #expect(try !front.isUpToDate { $0.caches = CacheSettings(local: "/other") })
        #expect(try !front.isUpToDate { $0.caches.shared = .init(folder: "/shared", mode: .readWrite) })
        #expect(try !front.isUpToDate { $0.loading.traits = .all })
        #expect(try front.isUpToDate { $0.environment.variables["OLDPWD"] = "/somewhere" })
        #expect(try front.isUpToDate { $0.jobs = 1 })
    }

    @Test func aVariableThatAManifestAsksFor() throws {
        let text = "let name = Context.environment[\"OLDPWD\"]"
        try world.put(
            DumpText(name: "app", targets: [DumpText.target("Left"), DumpText.target("Right")]), text: text, files: [:])
        for _ in 0..<3 { #expect(try !front.isUpToDate { $0.environment.variables["OLDPWD"] = "/a" }) }
    }

    @Test func onceADayAllIsLookedAt() throws {
        try front.settle()
        files.advance(by: 86_400 * 1_000_000_000)
        #expect(try !front.isUpToDate())
        #expect(try front.isUpToDate())
    }

    @Test func dryRunsAndVerificationsAreNeverShort() throws {
        try front.settle()
        var other = front
        other.settings.isDryRun = true
        for _ in 0..<2 { #expect(try !other.isUpToDate()) }
        other.settings.isDryRun = false
        other.settings.verification = VerificationRequest(percent: 100, seed: 1)
        for _ in 0..<2 { #expect(try !other.isUpToDate()) }
    }

    // MARK: Builds that leave no note

    @Test func aFailedBuildLeavesNone() throws {
        try world.edit("Sources/Left/left.swift", "syntax error")
        for _ in 0..<3 { #expect(try !front.isUpToDate()) }
    }

    /// No time passes between the edit and the build, nor after it: a later edit could look the same.
    @Test func anEditInTheSameInstantIsSeen() throws {
        try front.run()
        try files.overwrite("/w/Sources/Left/left.swift", with: "public left a")
        guard case .built(let summary) = try front.run(0) else {
            Issue.record("the edit was not seen")
            return
        }
        #expect(summary.ran > 0)
        try files.overwrite("/w/Sources/Left/left.swift", with: "public left b")
        guard case .built(let again) = try front.run(0) else {
            Issue.record("the second edit was not seen")
            return
        }
        #expect(again.ran > 0)
    }

    /// What was hashed is not what was there when the build ended.
    @Test func anEditDuringTheBuildIsSeen() throws {
        try front.settle()
        try world.edit("Sources/Right/right.swift", "public right 2")
        var front = front
        front.commands = EditingCompilers(world: world) { files in
            files.advance(by: 10_000_000_000)
            try? files.write("public left 9", to: "/w/Sources/Left/left.swift")
            files.advance(by: 10_000_000_000)
        }
        guard case .built(let summary) = try front.run() else { return }
        #expect(summary.ran > 0 && files.exists("/w/.mono/debug/App"))
        front.commands = nil
        #expect(try !front.isUpToDate())
        try front.settle()
    }

    /// What plugins go by, nobody knows.
    @Test func pluginsLeaveNone() throws {
        let capability = #""pluginCapability": {"buildTool": []}"#
        let targets = [
            DumpText.target("App", "executable", more: #""pluginUsages": [{"plugin": ["Gen", null]}]"#),
            DumpText.target("Gen", "plugin", more: capability),
        ]
        try world.put(
            DumpText(name: "app", targets: targets),
            files: [
                "Plugins/Gen/plugin.swift": "each txt by /usr/bin/copy", "Sources/App/main.swift": "body",
                "Sources/App/a.txt": "first",
            ])
        var front = front
        front.commands = try Machine(world, FakePlugins())
        for _ in 0..<3 {
            #expect(try !front.isUpToDate { $0.environment.variables["PATH", default: ""] += ":/usr/bin" })
        }
    }

    /// SwiftPM evaluates it each time.
    @Test func aManifestThatLooksElsewhereLeavesNone() throws {
        try world.put(
            DumpText(name: "app", targets: [DumpText.target("Left"), DumpText.target("Right")]), text: "FileManager",
            files: [:])
        for _ in 0..<3 { #expect(try !front.isUpToDate()) }
    }

    /// What it is told at the end must be what it was opened for.
    @Test func otherWordsThanItWasOpenedForLeaveNone() throws {
        try front.settle()
        try files.write("body", to: "/w/Sources/Left/more.swift")
        var other = front
        other.words = ["other"]
        guard case .open(let workspace) = try front.workspace().open(unless: front.request) else {
            Issue.record("the new file was not seen")
            return
        }
        let words = UpToDateWords(other.request, said: [])
        #expect(try workspace.plan(.everything, front.settings, asking: Asking()).build(noting: words).succeeded)
        let names = try files.list("/w/.mono/state").map(\.name).filter { $0.hasPrefix("up-to-date-") }
        #expect(names.count == 1, "that of before")
    }

    @Test func aDamagedRecordIsNone() throws {
        try front.settle()
        let folder = AbsolutePath("/w/.mono/state")
        let name = try #require(try files.list(folder).map(\.name).first { $0.hasPrefix("up-to-date-") })
        let whole = try files.read(folder / name)
        for at in stride(from: 0, to: whole.count, by: 97) {
            var bytes = whole
            bytes[at] ^= 1
            try files.write(bytes, to: folder / name)
            #expect(try front.workspace().open(unless: front.request).isOpen)
        }
    }

    @Test func recordsOfOldRequestsGo() throws {
        var other = front
        for number in 0..<20 {
            other.words = ["build", "\(number)"]
            try other.run()
        }
        let names = try files.list("/w/.mono/state").map(\.name).filter { $0.hasPrefix("up-to-date-") }
        #expect(names.count == 16)
        #expect(try other.isUpToDate())
    }

    @Test func theLockIsTaken() throws {
        try front.settle()
        let held = try world.workspace().open()
        #expect(throws: WorkspaceLock.Busy.self) {
            _ = try world.workspace { $0.waitsForOthers = false }.open(unless: front.request)
        }
        withExtendedLifetime(held) {}
    }
}

extension Workspace.Opening {
    fileprivate var isOpen: Bool { if case .open = self { true } else { false } }
}

/// Keeps what compilers said.
private final class DiagnosticsRecorder: BuildObserver {
    private let state = Mutex<[Diagnostics]>([])

    var all: [Diagnostics] { state.withLock { $0 } }
    func diagnosed(_ diagnostics: Diagnostics) { state.withLock { $0.append(diagnostics) } }
}
