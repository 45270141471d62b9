import Disk
import Targets

/// What all sources of one target say of what a program that holds them may read.
public struct SourcesFacts: Hashable, Sendable {
    var startsPrograms = false
    var asksForPlace = false
    var asksForFolder = false
    /// They do more with their place than to hand it on to whoever reports failures.
    var usesPlace = false
    /// How far up those lead that ask where they lie, and which one leads there.
    var steps = 0, farthest = ""
    /// The first one that goes up from a path that it did not make of its own place: others may give it theirs, again
    /// and again.
    var stepper: String?
    /// The first one that goes up from the working folder.
    var climber: String?
    /// Words that may be names of environment variables.
    var names: Set<String> = []

    /// Of sources that read nothing.
    public init() {}

    /// Of `target`, whose package lies in `folder`.
    init(of target: Target, in folder: AbsolutePath, _ memory: RuntimeFactsMemory) {
        // Of module maps only compiles read what they name.
        for source in target.sources + target.headers where !source.hasSuffix(".modulemap") {
            let facts = memory.facts(of: folder / source)
            names.formUnion(facts.names)
            // What others wrote does not change without another version, and does not know of the tests.
            if target.id.package.isExternal { continue }
            if facts.startsPrograms { startsPrograms = true }
            if facts.asksForFolder || memory.sourceFolders.contains(where: facts.names.contains) {
                asksForFolder = true
                if facts.stepsUp > 0, climber == nil { climber = source }
            }
            if facts.asksForPlace {
                asksForPlace = true
                if facts.usesPlace { usesPlace = true }
                if facts.stepsUp > steps { (steps, farthest) = (facts.stepsUp, source) }
            } else if facts.stepsForOthers, stepper == nil {
                stepper = source
            }
        }
    }

    /// Names aside: tests may read no more because of these sources.
    public var areSilent: Bool { !startsPrograms && !asksForPlace && !asksForFolder && stepper == nil }

    /// The names, right below their packages' folders, under which the sources of the workspace's own targets are
    /// found: who names one of these may read sources from the working folder.
    public static func folders(of graph: TargetGraph) -> Set<String> {
        var found: Set<String> = ["Sources", "Tests"]
        func add(_ path: String) {
            if let first = path.split(separator: "/").first, !found.contains(String(first)) {
                found.insert(String(first))
            }
        }
        for target in graph.targets.values where !target.id.package.isExternal {
            if target.folder == "." {
                for path in target.sources + target.headers { add(path) }
            } else {
                add(target.folder)
            }
        }
        return found
    }
}
