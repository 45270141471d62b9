import Disk
import Targets

/// What all sources of one target say of what a program that holds them may read.
public struct SourcesFacts: Hashable, Sendable {
    var startsPrograms = false
    var asksForPlace = false
    var asksForFolder = false
    /// How far up those lead that ask where they lie, and which one leads there.
    var steps = 0, farthest = ""
    /// The first one that goes up from the working folder.
    var climber: String?
    /// Words that may be names of environment variables.
    var names: Set<String> = []

    /// Of sources that read nothing.
    public init() {}

    /// Of `target`, whose package lies in `folder`.
    init(of target: Target, in folder: AbsolutePath, _ memory: RuntimeFactsMemory) {
        for source in target.sources {
            let facts = memory.facts(of: folder / source)
            names.formUnion(facts.names)
            // What others wrote does not change without another version, and does not know of the tests.
            if target.id.package.isExternal { continue }
            if facts.startsPrograms { startsPrograms = true }
            if facts.asksForFolder {
                asksForFolder = true
                if facts.stepsUp > 0, climber == nil { climber = source }
            }
            if facts.asksForPlace {
                asksForPlace = true
                if facts.stepsUp > steps { (steps, farthest) = (facts.stepsUp, source) }
            }
        }
    }

    /// Names aside: tests may read no more because of these sources.
    public var areSilent: Bool { !startsPrograms && !asksForPlace && !asksForFolder }
}
