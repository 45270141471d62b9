import Foundation
import Measuring

/// One of the two that are compared: its own clone, and how it builds there.
protocol Side {
    var name: String { get }
    /// The clone.
    var folder: String { get set }
    /// Where its programs come to lie.
    var products: String { get }
    /// The command that a person would type.
    func build() -> Program
    /// Puts external packages in their places, and leaves no other trace.
    func resolve() throws
    /// Removes everything that was built, and leaves external packages in their places.
    func clean() throws
}

struct SwiftBuild: Side {
    let name = "swift build"
    var folder: String
    var products: String { folder + "/.build/debug" }

    func build() -> Program { Program("swift", ["build"], in: folder) }

    func resolve() throws { _ = try Program("swift", ["package", "resolve"], in: folder).run() }

    func clean() throws { _ = try Program("swift", ["package", "clean"], in: folder).run() }
}

struct MonoBuild: Side {
    let name = "mono build"
    var folder: String
    let program: String
    /// Its cache, and the folder where it remembers what it knows of this machine's toolchains.
    var cache, machine: String
    var products: String { folder + "/.mono/debug" }

    func build() -> Program { mono(["build"]) }

    func resolve() throws {
        _ = try mono(["build", "--dry-run"]).run()
        try Folders.remove(folder + "/.mono/state")
    }

    func clean() throws {
        for name in ["build", "debug", "state"] { try Folders.remove(folder + "/.mono/" + name) }
    }

    private func mono(_ arguments: [String]) -> Program {
        Program(program, arguments + ["--cache-dir", cache], in: folder, variables: ["XDG_CACHE_HOME": machine])
    }
}
