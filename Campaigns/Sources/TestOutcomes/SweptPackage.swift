import Foundation
import Measuring
import ProgramOptions

/// A git clone of a package that a person named, and the folders that a sweep keeps for it.
public struct SweptPackage: Sendable {
    public let clone: String
    public let name: String
    /// Stays.
    public let logs: String
    /// Holds what is built, and is removed afterwards.
    public let run: String

    /// `work`: the sweep's folder.
    public init(_ clone: String, work: String) {
        self.clone = clone
        name = SweptPackage.name(of: clone)
        (logs, run) = ("\(work)/logs/\(name)", "\(work)/run/\(name)")
    }

    public static func name(of clone: String) -> String { clone.split(separator: "/").last.map(String.init) ?? clone }

    /// Throws where a person named none, though there is nothing else to do, or something that is no clone.
    public static func check(_ clones: [String], records: Bool) throws(OptionError) {
        guard !clones.isEmpty || records else { throw OptionError("PACKAGE is missing") }
        for clone in clones where !Folders.exists(clone + "/.git") || !Folders.exists(clone + "/Package.swift") {
            throw OptionError("\(clone) is no git clone of a package")
        }
    }

    /// Makes the folders, and removes the second one after `body`.
    public func inFreshFolders<Result>(_ body: () throws -> Result) throws -> Result {
        try Folders.make(logs)
        try Folders.remove(run)
        try Folders.make(run)
        defer { try? Folders.remove(run) }
        return try body()
    }

    /// A fresh clone in `folder`, as its HEAD is, with the versions of others that were resolved in the first.
    public func checkOut(in folder: String) throws {
        let revision = try Program("git", ["rev-parse", "HEAD"], in: clone).run().output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        try Clone(of: clone, in: folder).checkOut(revision)
        let versions = "/Package.resolved"
        if Folders.exists(clone + versions) {
            try Folders.replace(folder + versions, with: clone + versions)
        }
    }
}
