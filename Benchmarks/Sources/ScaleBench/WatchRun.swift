import Foundation
import Measuring

/// A `mono build --watch` in the background, and what it says.
final class WatchRun {
    private let process = Process()
    private let log: String
    private let timeLimit: Double
    /// How much of the log was waited for.
    private var heard = 0

    /// Starts it, and waits until it watches.
    init(_ program: Program, log: String, timeLimit: Double) throws {
        (self.log, self.timeLimit) = (log, timeLimit)
        try Folders.write("", to: log, atomically: false)
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        process.executableURL = URL(fileURLWithPath: program.executable)
        process.arguments = program.arguments
        process.currentDirectoryURL = URL(fileURLWithPath: program.folder)
        process.environment = ProcessInfo.processInfo.environment.merging(program.variables) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, output)
        try process.run()
        _ = try wait(for: "watching ")
    }

    /// Waits until it has said something after what was waited for last, and returns when that was seen.
    func wait(for text: String) throws -> Double {
        let deadline = now() + timeLimit
        while true {
            let said = try Folders.text(log).dropFirst(heard)
            if let found = said.range(of: text) {
                heard += said.distance(from: said.startIndex, to: found.upperBound)
                return now()
            }
            if !process.isRunning || now() > deadline { throw RunError("the watch never said '\(text)':\n\(said)") }
            usleep(1000)
        }
    }

    func stop() {
        process.interrupt()
        process.waitUntilExit()
    }
}
