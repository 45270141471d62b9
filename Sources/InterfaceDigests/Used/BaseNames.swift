/// Names of what types inherit from or extend, or of what an alias stands for.
public struct BaseNames: Hashable, Sendable {
    public private(set) var all: Set<String> = []
    /// Those that may be members of a type: they stand behind a point, or in a type.
    public private(set) var members: Set<String> = []

    init() {}

    /// Of text in which nobody can tell.
    init(anyOf words: Set<String>) { (all, members) = (words, words) }

    mutating func insert(_ name: String, isMember: Bool) {
        all.insert(name)
        if isMember { members.insert(name) }
    }

    mutating func formUnion(_ other: BaseNames) {
        all.formUnion(other.all)
        members.formUnion(other.members)
    }
}
