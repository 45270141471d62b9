import Digests
import Targets
import Toolchains
import Wiring

/// Names an action within one plan; the same action has the same name in every plan of a workspace.
public struct ActionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let name: String
    public init(_ name: String) { self.name = name }
    public var description: String { name }
    public static func < (a: Self, b: Self) -> Bool { a.name < b.name }
}

/// One step of a build, described so completely that whoever has the description and its input files can run it.
///
/// Paths are relative to the workspace root, except in `arguments`, where they are relative to `folder`. What an action reads is
/// declared here, or lies in the toolchain, or is found out when it runs (headers) and then counts as if it had been declared.
public struct Action: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Writes a Swift module that dependents compile against.
        case emitModule = "emit-module"
        /// Compiles a Swift target to objects.
        case compile
        /// Both at once, optimised.
        case compileModule = "compile-module"
        /// Compiles one C-family file.
        case compileClang = "compile-clang"
        /// Fixes what dependents see of a C-family target or system library: headers and module map. Starts no program.
        case clangInterface = "clang-interface"
        /// Makes a module of the toolchain's that is there as text alone.
        case compileInterface = "compile-interface"
        /// Puts a module into an object, for debuggers.
        case wrapModule = "wrap-module"
        /// Collects from a Swift target's objects which libraries they ask the linker for.
        case autolink
        /// Finds the XCTest tests of a test target's module, and writes the source of the program that runs them.
        case listTests = "list-tests"
        /// Compiles that source.
        case compileRunner = "compile-runner"
        /// Writes the source of an app's object graph. Starts no program.
        case wire
        /// Writes the source that holds a target's embedded resources. Starts no program.
        case embed = "embed-resources"
        /// Makes a program of a plugin.
        case compilePlugin = "compile-plugin"
        /// Asks a plugin how more of a target's sources are made.
        case askPlugin = "ask-plugin"
        /// Runs a command that a plugin answered.
        case generate
        case link
        case archive
        /// Checks a Swift target's types and says how long that took.
        case checkTypes = "check-types"
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
        public var content: String
        public init(path: String, content: String) { (self.path, self.content) = (path, content) }
    }

    public struct Output: Hashable, Sendable {
        /// The action's own name for the file, the same everywhere: the last part of the path, below the action's folder.
        public var name: String
        public var path: String
        public var isExecutable: Bool
        public init(name: String, path: String, isExecutable: Bool = false) {
            (self.name, self.path, self.isExecutable) = (name, path, isExecutable)
        }
    }

    public var id: ActionID
    public var kind: Kind
    public var subject: Subject
    /// Another package of the plan has a target or product of the same name: people must be told whose this is.
    public var sharesName = false
    /// Nil where no program is started.
    public var tool: Tool?
    /// The working folder.
    public var folder: String
    public var arguments: [Argument]
    /// Files whose content counts.
    public var sources: [String]
    /// Files that a compile may find by searching: their names count, because a new name can hide another file; the content
    /// of those that are read counts once a run has named them.
    public var searchable: [String]
    /// Small files that are written before the action runs.
    public var generated: [GeneratedFile]
    /// Actions whose modules the compile may import: their interface counts, and their module files must be there.
    public var interfaces: [ActionID]
    /// Actions whose outputs this one reads: the bytes count.
    public var consumed: [ActionID]
    public var outputs: [Output]
    /// Which output is the module that dependents read; nil where none is.
    public var moduleOutput: String?
    /// Files in which the tool says what it read, in make's format. Not outputs: they are read once and stay.
    public var dependencyFiles: [String]
    /// How the digest of the module that it emits is found; nil where it is that of the module's bytes.
    public var abi: ABI?
    /// Set where what the tool writes is no output, but the engine makes the only output of it.
    public var testListing: TestListing?
    /// Set where the engine makes one of the outputs of what the tool writes beside them: what the module provides to wiring.
    public var provisions: ProvisionListing?
    /// Set where there is no tool, but something to be made all the same.
    public var wiring: Wiring?
    /// The same: each of the action's sources, and what the code calls its bytes.
    public var embedding: [EmbeddedResource]?
    /// Where clang finds the headers of a C module: search paths, and names that can be found. Arguments and sources say it too; clang's
    /// module cache has to be told, which takes a module for the same wherever its headers were looked for.
    public var headerSearch: [String] = []
    /// Set where the tool is none of the toolchain's: a program that the build makes, or that somebody named.
    public var program: Program?
    /// Set where the program is a plugin, whose answer is the action's only output.
    public var question: Question?
    /// Identity of the SDK that it is done with; nil where it is for this machine.
    public var sdk: ContentDigest?
    /// Words of packages' unsafe flags and of people that may be paths, as the workspace sees them. Where one names a file, its content counts: tools
    /// tell of headers and libraries that they read, not of profiles, files of options and such.
    public var mentions: [String] = []
    /// Linkers that are named by flags (`Linking.namedLinkers`), paths as the tool sees them. Which program each is counts.
    public var linkers: [String] = []
    /// Folders, relative to the root or absolute, in which flags have a linker look for libraries (`Linking.namedLibraryFolders`).
    public var librarySearch: [String] = []
    /// Set where the tool can build upon what it left in its folder last time: the files that it leaves, beside its outputs,
    /// and for each source the outputs that must go so that the tool compiles it again.
    public var inPlace: InPlace?

    /// What `EmittedModule` asks for; paths as everywhere.
    public struct ABI: Hashable, Sendable {
        public var moduleName: String
        /// Written by the action beside its outputs, read once.
        public var interface: String
        public var dump: [Argument]
        public var settings: [String]
        public var isResilient: Bool
        /// Sources of the module that are none of the action's: plugins make them.
        public var moreSources: [String]
        public init(
            moduleName: String, interface: String, dump: [Argument], settings: [String], isResilient: Bool, moreSources: [String] = []
        ) {
            (self.moduleName, self.interface, self.dump) = (moduleName, interface, dump)
            (self.settings, self.isResilient, self.moreSources) = (settings, isResilient, moreSources)
        }
    }

    /// The tests of a module, found in its symbol graph.
    public struct TestListing: Hashable, Sendable {
        /// Where the tool writes it.
        public var symbolGraph: String
        public var moduleName: String
        public init(symbolGraph: String, moduleName: String) { (self.symbolGraph, self.moduleName) = (symbolGraph, moduleName) }
    }

    /// What a module provides, found in its symbol graph.
    public struct ProvisionListing: Hashable, Sendable {
        /// Where the tool writes it.
        public var symbolGraph: String
        /// The name of the output that the engine makes of it.
        public var output: String
        public var moduleName: String
        /// The module with the marker protocols.
        public var markers: String
        public init(symbolGraph: String, output: String, moduleName: String, markers: String) {
            (self.symbolGraph, self.output, self.moduleName, self.markers) = (symbolGraph, output, moduleName, markers)
        }
    }

    /// An object graph: what is asked for, and whose outputs say what modules provide. Of those, nothing else counts.
    public struct Wiring: Hashable, Sendable {
        public struct Source: Hashable, Sendable {
            public var action: ActionID
            /// The name of the output.
            public var output: String
            public init(action: ActionID, output: String) { (self.action, self.output) = (action, output) }
        }

        public var request: WiringRequest
        public var sources: [Source]
        public init(request: WiringRequest, sources: [Source]) { (self.request, self.sources) = (request, sources) }
    }

    /// What a plugin is told on its standard input, with the workspace root left open (`OpenRoot`).
    public struct Question: Hashable, Sendable {
        public var text: String
        /// What the plugin writes there while it is asked belongs to its answer.
        public var workFolder: String
        public init(text: String, workFolder: String) { (self.text, self.workFolder) = (text, workFolder) }
    }

    /// In its texts the workspace root is left open (`OpenRoot`).
    public struct Program: Hashable, Sendable {
        /// Of what a run makes of its outputs. Raised when results mean something else; it stands in every key. 2: they may be executable.
        public static let format = "2"

        public var path: String
        public var variables: [String: String]
        /// Resources that it finds beside itself: of the action's sources, and of what it consumes.
        public var bundles: [BuildPlan.Bundle]

        public init(path: String, variables: [String: String] = [:], bundles: [BuildPlan.Bundle] = []) {
            (self.path, self.variables, self.bundles) = (path, variables, bundles)
        }
    }

    public struct EmbeddedResource: Hashable, Sendable {
        public var source, name: String
        public init(source: String, name: String) { (self.source, self.name) = (source, name) }
    }

    public struct InPlace: Hashable, Sendable {
        public var state: [String]
        /// Source path -> its object.
        public var objects: [String: String]
        public init(state: [String], objects: [String: String]) { (self.state, self.objects) = (state, objects) }
    }

    public init(
        id: ActionID, kind: Kind, subject: Subject, tool: Tool?, folder: String, arguments: [Argument] = [],
        sources: [String] = [], searchable: [String] = [], generated: [GeneratedFile] = [], interfaces: [ActionID] = [],
        consumed: [ActionID] = [], outputs: [Output] = [], moduleOutput: String? = nil, dependencyFiles: [String] = [],
        abi: ABI? = nil, testListing: TestListing? = nil, provisions: ProvisionListing? = nil, wiring: Wiring? = nil,
        embedding: [EmbeddedResource]? = nil, program: Program? = nil, question: Question? = nil, inPlace: InPlace? = nil
    ) {
        (self.id, self.kind, self.subject, self.tool, self.folder) = (id, kind, subject, tool, folder)
        (self.arguments, self.sources, self.searchable, self.generated) = (arguments, sources, searchable, generated)
        (self.interfaces, self.consumed, self.outputs) = (interfaces, consumed, outputs)
        (self.moduleOutput, self.dependencyFiles, self.abi) = (moduleOutput, dependencyFiles, abi)
        (self.testListing, self.provisions, self.wiring) = (testListing, provisions, wiring)
        (self.embedding, self.program, self.question, self.inPlace) = (embedding, program, question, inPlace)
    }

    /// True for a compile of Swift sources: they may import hidden declarations of other modules (`@testable`).
    public var compilesSwift: Bool { kind == .emitModule || kind == .compile || kind == .compileModule || kind == .checkTypes }

    /// True for a compile that takes over more of other modules than interface digests cover: an optimised one takes over bodies, and what
    /// lists tests sees the hidden classes that they inherit from.
    public var readsWholeModules: Bool {
        kind == .compileRunner || compilesSwift && arguments.contains { $0.keyed.map { $0.hasPrefix("-O") && $0 != "-Onone" || $0 == "Embedded" } ?? false }
    }

    /// True for a compile in which clang may read headers.
    public var readsHeaders: Bool { compilesSwift || kind == .compileClang || kind == .compileRunner || kind == .compilePlugin }

    /// Every file that a clean run writes.
    public var written: [String] {
        outputs.map(\.path) + dependencyFiles + (abi.map { [$0.interface] } ?? []) + (testListing.map { [$0.symbolGraph] } ?? [])
            + (provisions.map { [$0.symbolGraph] } ?? [])
    }

    /// True where nothing is made: what dependents see of it is what it declares.
    public var isDeclaration: Bool { tool == nil && wiring == nil && embedding == nil && program == nil }

    /// Everything that must be decided before this.
    public var dependencies: [ActionID] { interfaces + consumed + (wiring?.sources.map(\.action) ?? []) }
}
