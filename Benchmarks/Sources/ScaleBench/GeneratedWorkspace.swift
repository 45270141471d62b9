import Foundation
import Measuring
import ScaleWorkspace

/// A generated workspace on the disk, and the same graph for Ninja beside it.
struct GeneratedWorkspace {
    let size: WorkspaceSize
    /// Holds `workspace` and `ninja`.
    let home: String
    let plan: WorkspacePlan

    init(_ size: WorkspaceSize, in home: String) {
        (self.size, self.home) = (size, home)
        plan = WorkspacePlan(size)
    }

    /// Seconds in which git is done with a hundred thousand files.
    private var patience: Double { 3600 }

    var folder: String { home + "/workspace" }
    var ninja: String { home + "/ninja" }

    /// Makes both, with a commit of all files, unless an earlier run has left the same there: then only edits are
    /// undone. True where it made them.
    func make() throws -> Bool {
        let stamp = folder + "/.git/made-by-scale-bench"
        if (try? Folders.text(stamp)) == size.stamp {
            try undoEdits()
            return false
        }
        if Folders.exists(folder), !Folders.exists(stamp) {
            throw RunError("\(folder) is there, and nothing that this program has made")
        }
        for place in [folder, ninja] {
            try Folders.remove(place)
            try Folders.make(place)
        }
        try git(["init", "--quiet"])
        // From now on it may be removed.
        try Folders.write("", to: stamp)
        var last = ""
        for file in WorkspaceFiles(plan) {
            let parent = String(file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.startIndex))
            if parent != last { try Folders.make("\(folder)/\(parent)") }
            last = parent
            try Folders.write(file.text, to: "\(folder)/\(file.path)", atomically: false)
        }
        try Folders.write(NinjaText(plan).text(workspace: "../workspace"), to: ninja + "/build.ninja")
        try git(["add", "."])
        try git([
            "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0", "commit", "--quiet", "-m",
            "generated",
        ])
        try settle()
        try Folders.write(size.stamp, to: stamp)
        return true
    }

    func undoEdits() throws {
        try git(["reset", "--quiet", "--hard"])
        try git(["clean", "--quiet", "-d", "--force"])
    }

    /// Waits until no file is as young as git's index: git would read such files each time.
    func settle() throws {
        sleep(2)
        try git(["update-index", "--refresh", "--really-refresh"])
    }

    /// A clone with all files, whose objects are this one's.
    func clone(to place: String) throws {
        try Folders.remove(place)
        _ = try Program("git", ["clone", "--quiet", "--shared", folder, place], in: home).run(timeLimit: patience)
    }

    private func git(_ words: [String]) throws { _ = try Program("git", words, in: folder).run(timeLimit: patience) }

    // MARK: What it is

    /// Targets that a build without tests makes.
    var built: Int { plan.targets.count { $0.kind != .tests } }

    var facts: String {
        let direct = plan.graph.dependencies.reduce(0) { $0 + $1.count }, libraries = plan.graph.dependencies.count
        let closures = plan.graph.reach.down
        let lines = plan.targets.reduce(0) { $0 + $1.lines.reduce(0, +) }
        func mean(_ sum: Int, _ count: Int) -> String { String(format: "%.1f", Double(sum) / Double(count)) }
        return """
            \(plan.targets.count) targets in \(plan.packages) packages, \(built) of them no tests; \(plan.files) files, \
            \(mean(lines, plan.files)) lines a file; \(mean(direct, libraries)) direct dependencies, \
            \(mean(closures.reduce(0, +), libraries)) in the closure (at most \(closures.max() ?? 0)), chains of up \
            to \(plan.graph.depth)
            """
    }
}
