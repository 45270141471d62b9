import Foundation
import Testing

/// Runs every script of `Scripts` against the real program, several at a time, each in a folder of its own.
@Suite struct ScriptTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")

    static var scripts: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }

    /// The program lies beside the tests.
    static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("mono").path
    }

    private static let turnstile = Turnstile(width: max(2, ProcessInfo.processInfo.activeProcessorCount))

    @Test("there are scripts") func scriptsExist() { #expect(!Self.scripts.isEmpty) }

    @Test("script", arguments: scripts)
    func script(_ name: String) async throws {
        let path = Self.folder.appendingPathComponent(name).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let script = try Script(parsing: text)
        await Self.turnstile.enter()
        let failure = await withCheckedContinuation { continuation in
            // A thread of its own: scripts wait for processes.
            Thread.detachNewThread {
                do {
                    let world = try ScriptWorld(script, name: name, program: Self.program)
                    continuation.resume(returning: world.run())
                } catch {
                    continuation.resume(returning: (line: 1, message: "\(error)"))
                }
            }
        }
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
