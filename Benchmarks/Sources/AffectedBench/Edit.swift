import Foundation
import Measuring

/// What is done to the generated monorepo before `mono affected` is asked.
enum Edit: String, CaseIterable {
    case none
    case leaf
    case low
    case added
    case manifest

    /// The row of the table.
    var title: String {
        switch self {
        case .none: "nothing"
        case .leaf: "a body in a library that only tests use"
        case .low: "a body in the lowest library"
        case .added: "a new file in the lowest library"
        case .manifest: "a setting in a manifest in the middle"
        }
    }

    /// Does it, and returns what it affects: what depends on what was edited, and all tests, which nobody has seen run.
    func make(in repo: GeneratedMonorepo) throws -> [String] {
        let reached = try reach(in: repo)
        if reached.isEmpty { return [] }
        return Set(reached + (0..<repo.packages).flatMap(repo.tests)).sorted()
    }

    private func reach(in repo: GeneratedMonorepo) throws -> [String] {
        switch self {
        case .none: return []
        case .leaf: return try edit(library: GeneratedMonorepo.libraries - 1, of: repo.packages / 2, in: repo)
        case .low: return try edit(library: 0, of: 0, in: repo)
        case .added:
            try Folders.write("func added() {}\n", to: repo.folder + "/" + repo.file(99, ofLibrary: 0, in: 0))
            return repo.reached(from: repo.library(0, 0))
        case .manifest:
            let package = repo.packages / 2
            try Folders.write(
                repo.manifest(of: package, defining: (library: 3, name: "EDITED")),
                to: repo.folder + "/" + repo.path(of: package) + "/Package.swift")
            return repo.reached(from: repo.library(package, 3))
        }
    }

    private func edit(library: Int, of package: Int, in repo: GeneratedMonorepo) throws -> [String] {
        let path = repo.folder + "/" + repo.file(0, ofLibrary: library, in: package)
        try Folders.write(try Folders.text(path).replacingOccurrences(of: "value &* 3", with: "value &* 5"), to: path)
        return repo.reached(from: repo.library(package, library))
    }

    func undo(in repo: GeneratedMonorepo) throws {
        _ = try repo.git(["checkout", "--quiet", "--", "."])
        _ = try repo.git(["clean", "--quiet", "-d", "--force"])
    }
}
