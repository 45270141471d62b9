import Targets
import Toolchains
import Wiring

/// What is to be built, and how.
public struct BuildRequest: Hashable, Sendable {
    public enum Goal: Hashable, Sendable {
        /// Every buildable target of the workspace's own packages, and every product that is linked.
        case everything
        /// What of `everything` these targets are, and the products that hold one of them.
        case among(Set<TargetID>)
        /// These targets' modules and objects, and these products, linked.
        case some(targets: [TargetID], products: [ProductID])
        /// The programs of these test targets.
        case tests([TestProgram])
        /// That, and the programs of these test targets.
        indirect case and(Goal, tests: [TestProgram])
        /// Modules and objects of what of these targets is buildable, test targets too; nothing is linked.
        case compiles(of: Set<TargetID>)
        /// These questions to plugins, with all that it takes to ask them.
        case inquiries([PluginInquiry])

        /// What it asks for beside test programs.
        var withoutTests: Goal { if case .and(let rest, tests: _) = self { rest.withoutTests } else { self } }

        /// The test programs in it.
        var programs: [TestProgram] {
            switch self {
            case .tests(let programs): programs
            case .and(let rest, let programs): rest.programs + programs
            case .everything, .among, .some, .compiles, .inquiries: []
            }
        }
    }

    /// The program of one test target, and the executables that its tests look for beside it.
    public struct TestProgram: Hashable, Sendable {
        public var target: TargetID
        public var executables: [ProductID]
        public init(target: TargetID, executables: [ProductID] = []) {
            (self.target, self.executables) = (target, executables)
        }
    }

    public var goal: Goal
    public var configuration: BuildConfiguration
    public var flags: BuildFlags
    /// This machine's.
    public var triple: String
    /// Nil where all that is built is for this machine.
    public var sdk: SwiftSDK?
    /// The toolchain's `usr` folder: what is linked names the libraries in it.
    public var toolchain: String
    /// Nil where no program's object graph is written for it.
    public var wiring: WiringSettings?
    /// What plugins answered for targets that are built with them. A target that has none here is left out.
    public var generated: [TargetID: GeneratedSources]
    /// Targets in whose sources `#filePath` is to be an absolute path.
    public var revealing: Set<TargetID> = []
    /// All tests are found, also of packages that list theirs.
    public var findsAllTests = false
    /// The index data of Swift targets is written too.
    public var writesIndex = false

    public init(
        goal: Goal, configuration: BuildConfiguration, flags: BuildFlags, triple: String, sdk: SwiftSDK? = nil,
        toolchain: String, wiring: WiringSettings? = nil,
        generated: [TargetID: GeneratedSources] = [:]
    ) {
        (self.goal, self.configuration, self.flags) = (goal, configuration, flags)
        (self.triple, self.sdk, self.toolchain, self.wiring, self.generated) = (
            triple, sdk, toolchain, wiring, generated
        )
    }
}

/// A target that cannot be built yet, or whose needs cannot.
public struct LeftOut: Hashable, Sendable {
    public var target: TargetID
    /// The target with the obstacle: `target` itself, or one that it needs.
    public var cause: TargetID
    public var obstacles: [Obstacle]

    public init(target: TargetID, cause: TargetID, obstacles: [Obstacle]) {
        (self.target, self.cause, self.obstacles) = (target, cause, obstacles)
    }
}

/// A plan: the actions, what they place for people, and what had to be left out.
public struct BuildPlan: Sendable {
    public struct Placement: Hashable, Sendable {
        public var product: ProductID
        public var action: ActionID
        /// The action's name for the file.
        public var output: String
        /// Where it is placed, relative to the workspace root.
        public var path: String
        public var isExecutable: Bool

        public init(product: ProductID, action: ActionID, output: String, path: String, isExecutable: Bool) {
            (self.product, self.action, self.output) = (product, action, output)
            (self.path, self.isExecutable) = (path, isExecutable)
        }
    }

    /// A resource bundle, which lies beside the programs whose code looks for it.
    public struct Bundle: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            /// A copy of this file, relative to the workspace root.
            case file(String)
            /// That output of that action: one of the plan's placements.
            case output(ActionID, String)
            /// A copy of what an action has made there, relative to the workspace root: a file or a folder.
            case made(String)
            case text(String)
            /// A symbolic link with this text.
            case link(String)
            case emptyFolder

            /// `source`: of the resource, relative to the workspace root.
            init(_ kind: Resource.Kind, source: String) {
                switch kind {
                case .file: self = .file(source)
                case .link(let destination): self = .link(destination)
                case .emptyFolder: self = .emptyFolder
                }
            }
        }

        public struct Entry: Hashable, Sendable {
            public var name: String
            public var content: Content
            public init(name: String, content: Content) { (self.name, self.content) = (name, content) }
        }

        /// Relative to the workspace root.
        public var path: String
        /// All that it holds.
        public var entries: [Entry]
        public init(path: String, entries: [Entry]) { (self.path, self.entries) = (path, entries) }
    }

    /// The program of a test target. Paths are relative to the workspace root.
    public struct TestPlacement: Hashable, Sendable {
        public var target: TargetID
        public var program: String
        /// What is placed beside it for its tests: executables, libraries, and files in resource bundles.
        public var beside: [String]
        public init(target: TargetID, program: String, beside: [String]) {
            (self.target, self.program, self.beside) = (target, program, beside)
        }
    }

    public var graph: ActionGraph
    public var placements: [Placement]
    /// Sorted by path.
    public var bundles: [Bundle]
    /// In the order of the request.
    public var tests: [TestPlacement]
    public var leftOut: [LeftOut]
    /// Actions that are not run, and not in the graph: all that they read is put in place, for somebody who does what
    /// they do. Everything that they depend on is in the graph.
    public var laidOut: [Action]
    /// Actions that somebody runs by hand: what they read is put where they read it, and what the cache has of their
    /// outputs where they write it. Everything that they depend on is in the graph.
    public var restored: [Action]
    /// Nil for the plan of a part of a build, and for one that places nothing.
    public var homes: ProductHomes?

    public init(
        graph: ActionGraph, placements: [Placement], bundles: [Bundle] = [], tests: [TestPlacement] = [],
        leftOut: [LeftOut], laidOut: [Action] = [], restored: [Action] = [], homes: ProductHomes? = nil
    ) {
        (self.graph, self.placements, self.bundles, self.tests) = (graph, placements, bundles, tests)
        (self.leftOut, self.laidOut, self.restored, self.homes) = (leftOut, laidOut, restored, homes)
    }
}

/// Why a request cannot be planned.
public enum PlanningError: Error, Hashable, Sendable {
    /// Something asked for by name cannot be built yet.
    case cannotBuild(LeftOut)
    /// Two targets that are linked together have one module name.
    case sameModuleName(String, [TargetID], product: ProductID)
    /// The same, within what one target may import.
    case sameVisibleModuleName(String, [TargetID], target: TargetID)
    /// Two different actions have this name.
    case sameAction(ActionID)
}
