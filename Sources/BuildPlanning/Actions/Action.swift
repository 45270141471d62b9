import Disk
import JSON
import Targets

/// Names an action within one plan; the same action has the same name in every plan of a workspace.
public struct ActionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let name: String
    public init(_ name: String) { self.name = name }
    public var description: String { name }
    public static func < (a: Self, b: Self) -> Bool { a.name < b.name }
}

/// One step of a build, described so completely that anybody with the description and its input files can run it.
///
/// Paths are relative to the workspace root, except in arguments, where they are relative to `folder`. What an action
/// reads is declared here, or lies in the toolchain, or is found out when it runs (headers) and then counts as if it
/// had been declared.
public struct Action: Hashable, Sendable {
    /// How its outputs come to be. Behind one reference, because a large graph is copied from table to table: with its
    /// arrays and texts side by side each copy of an action took twenty retains, a quarter of what mono does for 10,000
    /// targets.
    public indirect enum Work: Hashable, Sendable {
        /// Runs a tool of the toolchain.
        case tool(ToolRun)
        /// Runs a program that the build makes, or that somebody named.
        case program(ProgramRun)
        /// Makes its output itself, as a feature tells.
        case builtIn(BuiltIn)
        /// Makes nothing: what dependents see of it is what it declares.
        case declaration(Declaration)
    }

    public enum Subject: Hashable, Sendable {
        case target(TargetID)
        case product(ProductID)

        public var name: String {
            switch self {
            case .target(let id): id.name
            case .product(let id): id.name
            }
        }

        public var package: PackageID {
            switch self {
            case .target(let id): id.package
            case .product(let id): id.package
            }
        }
    }

    public struct GeneratedFile: Hashable, Sendable {
        public var path: String
        /// As the key holds it.
        public var content: String
        /// The content is JSON with the workspace root left open in it (`OpenRoot`).
        public var leavesRootOpen = false
        public init(path: String, content: String) { (self.path, self.content) = (path, content) }

        /// What is written where the workspace lies in `root`.
        public func content(in root: AbsolutePath) -> String {
            guard leavesRootOpen else { return content }
            return OpenRoot.filled(
                content, root: String(JSONQuoting.numbered.quoted(root.string).dropFirst().dropLast()))
        }
    }

    public struct Output: Hashable, Sendable {
        /// The action's own name for the file, the same everywhere: the last part of the path, below the action's
        /// folder.
        public var name: String
        public var path: String
        public var isExecutable: Bool
        public init(name: String, path: String, isExecutable: Bool = false) {
            (self.name, self.path, self.isExecutable) = (name, path, isExecutable)
        }
    }

    /// What dependents see of a C-family target or system library: headers, which are the action's sources, and module
    /// map.
    public struct Declaration: Hashable, Sendable {
        /// Small files that are written before an action that sees the declaration runs.
        public var generated: [GeneratedFile]
        /// Where clang finds the headers of the module: search paths, and names that can be found. Arguments and
        /// sources say it too; clang's module cache has to be told, which takes a module for the same wherever its
        /// headers were looked for.
        public var headerSearch: [String]
        /// Module maps that the package, or a prebuilt library, brings along, relative to the root or absolute. Those
        /// of `generated` come on top.
        public var moduleMaps: [String]
        /// Actions whose modules or headers its headers may include. They count in what sees the declaration.
        public var interfaces: [ActionID]

        public init(
            generated: [GeneratedFile] = [], headerSearch: [String] = [], moduleMaps: [String] = [],
            interfaces: [ActionID] = []
        ) {
            (self.generated, self.headerSearch, self.interfaces) = (generated, headerSearch, interfaces)
            self.moduleMaps = moduleMaps
        }
    }

    public var id: ActionID
    public var subject: Subject
    /// Another package of the plan has a target or product of the same name: people must be told whose this is.
    public var sharesName = false
    /// The working folder.
    public var folder: String
    /// Files whose content counts.
    public var sources: [String]
    public var work: Work

    public init(id: ActionID, subject: Subject, folder: String, sources: [String] = [], work: Work) {
        (self.id, self.subject, self.folder, self.sources, self.work) = (id, subject, folder, sources, work)
    }
}
