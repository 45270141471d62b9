import Foundation
import Measuring

/// What one run took, with all programs that it waited for.
struct Usage {
    /// Seconds.
    var wall, processor: Double
    /// The largest peak of one process, in MiB.
    var peak: Double
    var output: String
}

/// Starts programs through a small one that takes down what they took: a process keeps the peak memory of the one that
/// started it, and this one is not small.
struct Launcher {
    /// For the programs that it needs, which are compiled first.
    let folder: String

    func prepare() throws {
        try Folders.make(folder)
        for name in ["launch", "look-at-files"] {
            let source = "\(Repository.folder)/Benchmarks/Programs/\(name).c"
            let words = ["-O2", "-Wall", "-Wextra", "-Werror", "-o", "\(folder)/\(name)", source]
            _ = try Program("clang", words, in: folder).run(timeLimit: 120)
        }
    }

    func run(_ program: Program, timeLimit: Double) throws -> Usage {
        let result = folder + "/result"
        try Folders.remove(result)
        var launched = program
        launched.executable = folder + "/launch"
        launched.arguments = [result, program.executable] + program.arguments
        let output = try launched.run(timeLimit: timeLimit).output
        let numbers = try Folders.text(result).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 4 else { throw RunError("\(result) does not say what '\(program.shown)' took") }
        return Usage(wall: numbers[0], processor: numbers[1] + numbers[2], peak: numbers[3] / 1024, output: output)
    }

    /// Asks for the state of all files that a list names, in one thread.
    func lookAtFiles(list: String, in folder: String) -> Program {
        Program(self.folder + "/look-at-files", [list], in: folder)
    }
}
