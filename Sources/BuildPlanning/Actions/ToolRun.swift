import Digests
import Toolchains

extension Action {
    /// A run of one of the toolchain's tools.
    public struct ToolRun: Hashable, Sendable {
        /// What it is for, with what has sense for that alone.
        public enum Purpose: Hashable, Sendable {
            /// Without an ABI dependents count the bytes of the module.
            case emitModule(Module, ABI?)
            case compile(InPlace)
            case compileModule(Module)
            /// `searchable`: files that the compile may find by searching. Their names count, because a new name can
            /// hide another file; the content of those that are read counts once a run has named them.
            case compileClang(searchable: [String])
            case compileInterface
            case wrapModule
            case autolink
            /// What the tool writes is no output; the only output is made of it.
            case listTests(Extract)
            case compileRunner
            case compilePlugin
            case link(LinkSearch)
            case archive
            case checkTypes
            /// What the tool writes is a folder; the only output is made of it.
            case index(Extract)
            /// The same of one C-family file; `searchable` as for its compile.
            case indexClang(Extract, searchable: [String])
        }

        public var purpose: Purpose
        public var tool: Tool
        public var arguments: [Argument]
        /// Small files that are written before it runs.
        public var generated: [GeneratedFile]
        /// Actions whose modules the compile may import, of direct dependencies alone: what they show counts, with all
        /// that is seen through them, and all these module files must be there (`ActionGraph.modules`).
        public var interfaces: [ActionID]
        /// How it finds these modules.
        public var moduleSearch: ModuleSearch
        /// Actions whose outputs this one reads: the bytes count.
        public var consumed: [ActionID]
        public var outputs: [Output]
        /// Files in which the tool says what it read, in make's format. Not outputs: they are read once and stay.
        public var dependencyFiles: [String]
        /// Words of packages' unsafe flags and of people that may be paths, as the workspace sees them. Where one names
        /// a file, its content counts: tools tell of headers and libraries that they read, not of profiles, files of
        /// options and such.
        public var mentions: [String]
        /// Identity of the SDK that it is done with; nil where it is for this machine.
        public var sdk: ContentDigest?

        public init(
            _ purpose: Purpose, _ tool: Tool, arguments: [Argument] = [], generated: [GeneratedFile] = [],
            interfaces: [ActionID] = [], moduleSearch: ModuleSearch = .none,
            consumed: [ActionID] = [], outputs: [Output] = [], dependencyFiles: [String] = [], mentions: [String] = []
        ) {
            (self.purpose, self.tool, self.arguments, self.generated) = (purpose, tool, arguments, generated)
            (self.interfaces, self.moduleSearch) = (interfaces, moduleSearch)
            (self.consumed, self.outputs) = (consumed, outputs)
            (self.dependencyFiles, self.mentions) = (dependencyFiles, mentions)
        }
    }

    /// How a tool finds the modules that it may import. Which these are follows from `interfaces`, so it is
    /// worked out for what runs alone, and no plan grows with closures.
    public enum ModuleSearch: Hashable, Sendable {
        /// It imports none.
        case none
        /// A file that its arguments name, and that is written before it runs (`SwiftModuleMap`).
        case map(path: String)
        /// Words after its arguments: the folder of each module.
        case folders
    }

    /// The module that dependents read.
    public struct Module: Hashable, Sendable {
        /// The output's name.
        public var output: String
        /// Set where the tool writes something beside the module, of which another output is made.
        public var extract: Extract?
        public init(output: String, extract: Extract? = nil) { (self.output, self.extract) = (output, extract) }
    }

    /// How the digest of a module is found: what `EmittedModule` asks for; paths as everywhere.
    public struct ABI: Hashable, Sendable {
        public var moduleName: String
        /// Written by the action beside its outputs, read once.
        public var interface: String
        public var dump: [Argument]
        /// Of `SwiftCompilation.extractTypes`.
        public var extraction: [Argument]
        public var settings: [String]
        public var isResilient: Bool
        /// Sources of the module that are none of the action's: plugins make them.
        public var moreSources: [String]
        public init(
            moduleName: String, interface: String, dump: [Argument], extraction: [Argument], settings: [String],
            isResilient: Bool, moreSources: [String] = []
        ) {
            (self.moduleName, self.interface, self.dump) = (moduleName, interface, dump)
            self.extraction = extraction
            (self.settings, self.isResilient, self.moreSources) = (settings, isResilient, moreSources)
        }
    }

    /// How a tool can build upon what it left in its folder last time: the files that it leaves, beside its outputs,
    /// and for each source the output that must go so that the tool compiles it again.
    public struct InPlace: Hashable, Sendable {
        public var state: [String]
        /// Source path -> its object.
        public var objects: [String: String]
        /// Source path -> where the tool says what its compile looked up; among the state.
        public var records: [String: String]
        public init(state: [String], objects: [String: String], records: [String: String] = [:]) {
            (self.state, self.objects, self.records) = (state, objects, records)
        }
    }

    /// What flags tell a link of where things lie.
    public struct LinkSearch: Hashable, Sendable {
        /// Linkers that are named by flags (`Linking.namedLinkers`), paths as the tool sees them. Which program each is
        /// counts.
        public var linkers: [String]
        /// Folders, relative to the root or absolute, in which flags have a linker look for libraries
        /// (`Linking.namedLibraryFolders`).
        public var librarySearch: [String]
        public init(linkers: [String] = [], librarySearch: [String] = []) {
            (self.linkers, self.librarySearch) = (linkers, librarySearch)
        }
    }
}

extension Action.ToolRun {
    var kind: Action.Kind {
        switch purpose {
        case .emitModule: .emitModule
        case .compile: .compile
        case .compileModule: .compileModule
        case .compileClang: .compileClang
        case .compileInterface: .compileInterface
        case .wrapModule: .wrapModule
        case .autolink: .autolink
        case .listTests: .listTests
        case .compileRunner: .compileRunner
        case .compilePlugin: .compilePlugin
        case .link: .link
        case .archive: .archive
        case .checkTypes: .checkTypes
        case .index: .index
        case .indexClang: .indexClang
        }
    }

    var module: Action.Module? {
        switch purpose {
        case .emitModule(let module, _), .compileModule(let module): module
        default: nil
        }
    }

    var abi: Action.ABI? { if case .emitModule(_, let abi) = purpose { abi } else { nil } }

    var extract: Action.Extract? {
        switch purpose {
        case .listTests(let extract), .index(let extract), .indexClang(let extract, _): extract
        default: module?.extract
        }
    }

    var search: Action.LinkSearch { if case .link(let search) = purpose { search } else { .init() } }

    var searchable: [String] {
        switch purpose {
        case .compileClang(let names), .indexClang(_, let names): names
        default: []
        }
    }
}
