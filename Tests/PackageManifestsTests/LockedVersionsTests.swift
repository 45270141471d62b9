import Disk
import FakeTools
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

/// How the lock file, what is remembered, and what SwiftPM would choose now go together.
@Suite struct LockedVersionsTests {
    private let workspace = FakeWorkspace()
    private let lock = AbsolutePath("/w/Package.resolved")

    init() throws {
        try workspace.put(
            ".",
            DumpText(
                name: "app", dependencies: [DumpText.remote("kit")],
                targets: [DumpText.target("App", "executable", needs: [DumpText.product("Kit", "kit")])]),
            files: ["Sources/App/main.swift": ""])
        offer("1.0.0")
    }

    private func offer(_ version: String, manifest: String? = nil) {
        let kit = DumpText(name: "kit", products: [DumpText.library("Kit")], targets: [DumpText.target("Kit")])
        workspace.offer("kit", version, kit, manifest: manifest, files: ["Sources/Kit/kit.swift": "// \(version)"])
    }

    private func versions(_ loaded: LoadedWorkspace) -> [String] { loaded.pins.map(\.shownState) }
    private func source() throws -> String {
        String(
            decoding: try workspace.files.read(AbsolutePath("/w/.mono/checkouts/kit/Sources/Kit/kit.swift")),
            as: UTF8.self)
    }

    @Test("the first load writes the lock file; later ones leave it as it is")
    func written() throws {
        let first = try workspace.load()
        #expect(first.notes == [.lockWritten(lock, changes: [PinChange(identity: "kit", before: nil, after: "1.0.0")])])
        let before = workspace.files.status(lock)
        workspace.files.advance(by: 1_000_000_000)
        #expect(try workspace.load().notes == [])
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        try workspace.files.remove(workspace.cache)
        #expect(try workspace.load().notes == [])
        #expect(workspace.files.status(lock) == before)
    }

    @Test("a lock that somebody else's tool wrote, in another form, is kept while it says the same")
    func foreignForm() throws {
        _ = try workspace.load()
        let text = """
            {"object": {"pins": [{"package": "Kit", "repositoryURL": "https://example.com/kit.git",
            "state": {"branch": null, "revision": "commit-of-1.0.0", "version": "1.0.0"}}]}, "version": 1}
            """
        try workspace.files.write(text, to: lock)
        offer("1.1.0")
        #expect(versions(try workspace.load()) == ["1.0.0"])
        #expect(try workspace.files.read(lock) == Array(text.utf8))
    }

    @Test("newer versions are taken when asked for, and then kept by everybody")
    func update() throws {
        _ = try workspace.load()
        offer("1.3.0")
        #expect(versions(try workspace.load()) == ["1.0.0"])
        _ = workspace.takeRuns()
        let updated = try workspace.load(options: .init(updatesVersions: true))
        #expect(workspace.takeRuns().first == "update .mono/swiftpm/umbrella")
        #expect(
            updated.notes == [
                .lockWritten(lock, changes: [PinChange(identity: "kit", before: "1.0.0", after: "1.3.0")])
            ])
        #expect(try source() == "// 1.3.0")
        let again = try workspace.load()
        #expect(versions(again) == ["1.3.0"] && again.swiftPMRuns == 0)
    }

    @Test("an older lock, checked out again, brings its tree back without SwiftPM")
    func backInHistory() throws {
        _ = try workspace.load()
        let old = try workspace.files.read(lock)
        offer("1.3.0")
        _ = try workspace.load(options: .init(updatesVersions: true))
        try workspace.files.write(old, to: lock)
        let loaded = try workspace.load()
        #expect(loaded.swiftPMRuns == 0 && versions(loaded) == ["1.0.0"])
        #expect(try source() == "// 1.0.0")
    }

    @Test("without a lock, what somebody chose before for the same wishes is taken, and that is said")
    func rememberedChoice() throws {
        _ = try workspace.load()
        try workspace.files.remove(lock)
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        offer("1.9.0")
        let loaded = try workspace.load()
        #expect(versions(loaded) == ["1.0.0"] && loaded.swiftPMRuns == 0)
        #expect(loaded.notes.first == .rememberedVersions(lock))
        #expect(workspace.files.isFile(lock))
    }

    @Test("forced versions: a lock that suffices is fine; one that does not is an error, and stays")
    func forced() throws {
        _ = try workspace.load()
        #expect(try workspace.load(options: .init(forcesLockedVersions: true)).swiftPMRuns == 0)
        try workspace.files.remove(lock)
        #expect(
            throws: ManifestError.lockOutOfDate(
                lock, changes: [PinChange(identity: "kit", before: nil, after: "1.0.0")])
        ) {
            try workspace.load(options: .init(forcesLockedVersions: true))
        }
        #expect(!workspace.files.exists(lock))
    }

    @Test("pins that nobody needs any more leave the lock, unless versions are forced")
    func superfluous() throws {
        _ = try workspace.load()
        let found = try #require(LockFile(try workspace.files.read(lock)))
        let extra = Pin(
            identity: "old", kind: .remoteSourceControl, location: "https://example.com/old.git", revision: "x",
            state: .revision)
        let text = LockFile(version: 3, pins: found.pins + [extra]).text
        try workspace.files.write(text, to: lock)
        #expect(try workspace.load(options: .init(forcesLockedVersions: true)).notes == [])
        #expect(try workspace.files.read(lock) == Array(text.utf8))
        #expect(
            try workspace.load().notes == [
                .lockWritten(lock, changes: [PinChange(identity: "old", before: "x", after: nil)])
            ])
        #expect(LockFile(try workspace.files.read(lock))?.pins == found.pins)
    }

    @Test("a lock file that is none is an error, and stays")
    func malformed() throws {
        try workspace.files.write("<<<<<<< HEAD", to: lock)
        #expect(throws: ManifestError.malformedLock(lock)) { try workspace.load() }
        #expect(try workspace.files.read(lock) == Array("<<<<<<< HEAD".utf8))
    }

    @Test("what SwiftPM says when it finds no versions is passed on")
    func resolutionFails() throws {
        workspace.withdraw("kit")
        #expect(throws: ManifestError.resolutionFailed(diagnostics: "error: nothing to resolve\n")) {
            try workspace.load()
        }
    }

    @Test("a tree that is not whole, or is gone, comes back: from the cache, and without it from SwiftPM")
    func restored() throws {
        _ = try workspace.load()
        let checkouts = AbsolutePath("/w/.mono/checkouts")
        try workspace.files.remove(checkouts / "kit")
        #expect(try workspace.load().swiftPMRuns == 0)
        #expect(try source() == "// 1.0.0")
        try workspace.files.write("not a stamp", to: checkouts / "kit.stamp")
        #expect(try workspace.load().swiftPMRuns == 0)
        // The cache loses everything: manifests, choice and tree.
        try workspace.files.remove(workspace.cache)
        try workspace.files.remove(checkouts)
        #expect(try workspace.load().swiftPMRuns == 3)
        #expect(try source() == "// 1.0.0")
    }

    @Test("damaged entries of the cache are asked for again, and nothing else is believed")
    func damagedCache() throws {
        let before = try workspace.load()
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        var open = [workspace.cache / "v1/blobs"]
        while let folder = open.popLast() {
            for entry in try workspace.files.list(folder) {
                if entry.kind == .folder {
                    open.append(folder / entry.name)
                } else {
                    let path = folder / entry.name
                    var bytes = try workspace.files.read(path)
                    if !bytes.isEmpty { bytes[bytes.count / 2] ^= 1 }
                    try workspace.files.write(bytes, to: path)
                }
            }
        }
        let loaded = try workspace.load()
        #expect(loaded.swiftPMRuns == 3)
        #expect(loaded.graph.targets == before.graph.targets && loaded.pins == before.pins)
        #expect(try workspace.load().swiftPMRuns == 0)
    }

    @Test("a checkout that somebody has edited is used, and goes to nobody else")
    func editedCheckout() throws {
        let kit = DumpText(name: "kit", products: [DumpText.library("Kit")], targets: [DumpText.target("Kit")])
        workspace.offer("kit", "1.0.0", kit, files: ["Sources/Kit/kit.swift": "// edited", "edited": ""])
        #expect(try workspace.load().swiftPMRuns == 3)
        #expect(try workspace.load().swiftPMRuns == 0)
        try workspace.files.remove(AbsolutePath("/w/.mono/checkouts"))
        _ = workspace.takeRuns()
        _ = try workspace.load()
        #expect(workspace.takeRuns() == ["resolve .mono/swiftpm/umbrella"])
    }

    @Test("variables that an external manifest names are part of what the choice is remembered by")
    func variablesOfOthers() throws {
        offer("1.0.0", manifest: "// swift-tools-version: 6.0\nContext.environment[\"KIT_MODE\"]")
        #expect(try workspace.load().swiftPMRuns == 3)
        #expect(try workspace.load().swiftPMRuns == 0)
        let environment = ["HOME": "/home/me", "KIT_MODE": "static"]
        // The manifest and the choice, both anew.
        #expect(try workspace.load(environment: environment).swiftPMRuns == 2)
        #expect(try workspace.load(environment: environment).swiftPMRuns == 0)
        #expect(try workspace.load().swiftPMRuns == 0)
    }

    @Test("a package of the workspace stands for one that only others want")
    func stands() throws {
        let kit = DumpText(
            name: "kit", dependencies: [DumpText.remote("base")], products: [DumpText.library("Kit")],
            targets: [DumpText.target("Kit", needs: [DumpText.product("Base", "base")])])
        workspace.offer("kit", "2.0.0", kit, files: ["Sources/Kit/kit.swift": ""])
        let base = DumpText(name: "base", products: [DumpText.library("Base")], targets: [DumpText.target("Base")])
        workspace.offer("base", "1.0.0", base, files: ["Sources/Base/b.swift": ""])
        try workspace.files.write("{packages: ['.', 'Vendor/*']}", to: AbsolutePath("/w/mono.json"))
        try workspace.put("Vendor/base", base, files: ["Sources/Base/own.swift": ""])
        let loaded = try workspace.load()
        #expect(loaded.pins.map(\.identity) == ["kit"])
        #expect(loaded.graph.order.map(\.description) == ["Vendor/base:Base", "@kit:Kit", ".:App"])
        _ = workspace.takeRuns()
        #expect(try workspace.load().swiftPMRuns == 0)
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        #expect(try workspace.load().swiftPMRuns == 0)
    }
}
