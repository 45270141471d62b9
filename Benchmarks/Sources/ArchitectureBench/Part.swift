/// What a part of the benchmark came to.
struct Finding {
    var lines: [String]
    /// What is claimed is so; where not, the program ends with 1.
    var holds: Bool
}

enum Part: String, CaseIterable {
    case advice, linear, imports, profile, scale

    var title: String {
        switch self {
        case .advice: "A dependency that costs, and what `mono advise` makes of it"
        case .linear: "The same app, the linear way and with interfaces"
        case .imports: "`mono check` and another reading of imports"
        case .profile: "`mono profile` and the compiler's own counter"
        case .scale: "`mono check` over many targets"
        }
    }

    /// For the help.
    var meaning: String {
        switch self {
        case .advice: "what mono advise foretells of a split, and what the split saves over the same commits"
        case .linear:
            "one app whose features import each other, and the same with interfaces: ten edits, beside swift build"
        case .imports: "mono check on three packages, beside the compiler's own list of imports"
        case .profile: "mono profile on swift-nio, beside what the compiler counts"
        case .scale: "mono check in a monorepo that affected-bench generated"
        }
    }

    func measure(_ options: ArchitectureOptions) throws -> Finding {
        switch self {
        case .advice: try AdvicePart(options).measure()
        case .linear: try LinearPart(options).measure()
        case .imports: try ImportsPart(options).measure()
        case .profile: try ProfilePart(options).measure()
        case .scale: try ScalePart(options).measure()
        }
    }
}
