import Foundation
import TestKinds
import Testing

/// Runs every script of `Scripts` against the real program, several at a time, each in a folder of its own.
@Suite struct ScriptTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")

    private static let environment = ProcessInfo.processInfo.environment

    /// Those that `MONO_SCRIPTS` names, without `.txt` and with blanks between; else those of the kinds that
    /// `MONO_TEST_KINDS` names; else the fast ones.
    static var scripts: [String] {
        if let named = environment["MONO_SCRIPTS"], !named.isEmpty {
            let chosen = named.split(separator: " ").map { String($0) + ".txt" }
            return all.filter(chosen.contains)
        }
        // One whose kind nobody knows runs always, and fails there.
        return all.filter { name in (try? kind(of: name))?.isAsked ?? true }
    }

    static var all: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }

    private static func kind(of name: String) throws -> TestKind {
        try TestKind(ofScript: String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }

    /// The program that `MONO_PROGRAM` names, such as a release that is to be compared; else the one that lies beside
    /// the tests.
    static var program: String {
        if let named = ProcessInfo.processInfo.environment["MONO_PROGRAM"] { return named }
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("mono").path
    }

    /// What mono remembers of this machine once it has looked at its toolchain: made by one run, before the first
    /// script.
    private static let machine: URL? = {
        let package = """
            mono graph
            -- Package.swift --
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(name: "Empty")

            """
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("mono-machine-\(getpid())")
        guard let script = try? Script(parsing: package),
            let world = try? ScriptWorld(script, kind: .fast, name: "machine", program: program)
        else { return nil }
        _ = world.run {
            try? FileManager.default.copyItem(at: $0.appendingPathComponent("home/.cache/mono/machine"), to: kept)
        }
        atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/mono-machine-\(getpid())") }
        return FileManager.default.fileExists(atPath: kept.path) ? kept : nil
    }()

    /// The file that `MONO_SCRIPT_TIMES` names gets a line for each script: its seconds, a tab, its name. With the
    /// width that scripts run at, these are times under load.
    private static func record(_ seconds: Duration, of name: String) {
        guard let file = ProcessInfo.processInfo.environment["MONO_SCRIPT_TIMES"] else { return }
        let parts = seconds.components
        let line = String(format: "%.2f\t%@\n", Double(parts.seconds) + Double(parts.attoseconds) * 1e-18, name)
        // One write that appends: scripts end at the same time.
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        guard descriptor >= 0 else { return }
        _ = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    private static let turnstile = Turnstile(width: max(2, ProcessInfo.processInfo.activeProcessorCount))

    @Test("there are scripts of the kinds that are asked for, and each kind has some") func scriptsExist() throws {
        #expect(!Self.scripts.isEmpty)
        let kinds = try Self.all.map { try Self.kind(of: $0) }
        #expect(Set(kinds) == Set(TestKind.allCases))
        for word in (Self.environment["MONO_TEST_KINDS"] ?? "").split(separator: " ") {
            #expect(TestKind(rawValue: String(word)) != nil, "no kind '\(word)'")
        }
    }

    @Test("script", arguments: scripts)
    func script(_ name: String) async throws {
        let path = Self.folder.appendingPathComponent(name).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let script = try Script(parsing: text)
        let kind = try TestKind(ofScript: text)
        await Self.turnstile.enter()
        let start = ContinuousClock.now
        let failure = await withCheckedContinuation { continuation in
            // A thread of its own: scripts wait for processes.
            Thread.detachNewThread {
                do {
                    let world = try ScriptWorld(
                        script, kind: kind, name: name, program: Self.program, machine: Self.machine)
                    continuation.resume(returning: world.run())
                } catch {
                    continuation.resume(returning: (line: 1, message: "\(error)"))
                }
            }
        }
        Self.record(ContinuousClock.now - start, of: name)
        await Self.turnstile.leave()
        if let failure {
            Issue.record(
                "Scripts/\(name):\(failure.line): \(failure.message)",
                sourceLocation: SourceLocation(
                    fileID: "ScriptTests/\(name)", filePath: path, line: failure.line, column: 1))
        }
    }
}

/// Lets so many through at once.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
