import Foundation

/// Takes the words of a command line one after the other.
package struct OptionReader {
    private var rest: ArraySlice<String>

    package init(_ arguments: [String]) { rest = arguments[...] }

    package mutating func next() -> String? { rest.popFirst() }

    package mutating func value(of option: String) throws -> String {
        guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
        return value
    }

    package mutating func number(of option: String) throws -> Int {
        guard let number = Int(try value(of: option)), number > 0 else { throw BenchError("\(option) needs a number above 0") }
        return number
    }

    /// An absolute path.
    package mutating func path(of option: String) throws -> String { OptionReader.absolute(try value(of: option)) }

    /// A folder, or the URL of a repository as it is.
    package mutating func source(of option: String) throws -> String {
        let place = try value(of: option)
        return place.contains("://") ? place : OptionReader.absolute(place)
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    package static func unknown(_ word: String) -> BenchError { BenchError("'\(word)' is no option; try --help") }
}

/// The program that is measured.
package enum MonoProgram {
    /// The release build of the repository that the benchmark was built in.
    package static let usual = Repository.folder + "/.build/release/mono"

    package static func check(_ path: String) throws {
        guard Folders.exists(path) else { throw BenchError("there is no \(path): run 'swift build -c release' in \(Repository.folder), or say --mono") }
    }
}

/// A benchmark program from its arguments to its exit code.
package func runBenchmark(_ name: String, help: String, _ body: ([String]) throws -> Bool) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
        say(help)
        exit(0)
    }
    do {
        exit(try body(arguments) ? 0 : 1)
    } catch {
        FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
        exit(1)
    }
}
