import Digests
import Toolchains

/// What can be asked of any action, whatever its work is.
extension Action {
    public var kind: Kind {
        switch work {
        case .tool(let run): run.kind
        case .program(let run): run.kind
        case .builtIn(let made): .builtIn(made.work.name)
        case .declaration: .clangInterface
        }
    }

    private var toolRun: ToolRun? { if case .tool(let run) = work { run } else { nil } }

    /// Nil where none of the toolchain's is started.
    public var tool: Tool? { toolRun?.tool }

    /// Nil where no program is started, or one of the toolchain's.
    public var program: ProgramRun? { if case .program(let run) = work { run } else { nil } }

    /// True for what a program does, of the toolchain or another one.
    public var hasCommandLine: Bool { tool != nil || program != nil }

    public var arguments: [Argument] {
        switch work {
        case .tool(let run): run.arguments
        case .program(let run): run.arguments
        case .builtIn, .declaration: []
        }
    }

    public var outputs: [Output] {
        switch work {
        case .tool(let run): run.outputs
        case .program(let run): run.outputs
        case .builtIn(let made): [made.output]
        case .declaration: []
        }
    }

    /// Small files that are written before the action runs, or where it is a declaration, before what sees it does.
    public var generated: [GeneratedFile] {
        switch work {
        case .tool(let run): run.generated
        case .declaration(let declaration): declaration.generated
        case .program, .builtIn: []
        }
    }

    /// Actions of direct dependencies whose modules it may import, and with each of these all that it may import.
    public var interfaces: [ActionID] { toolRun?.interfaces ?? [] }

    public var moduleSearch: ModuleSearch { toolRun?.moduleSearch ?? .none }

    /// What a run makes holds the path of the workspace root, and its result is good in that place alone.
    public var revealsRoot: Bool {
        switch toolRun?.purpose {
        case .compile, .compileModule: arguments.contains(where: \.revealsRoot)
        default: false
        }
    }

    /// Words that tell the tool of modules beside its arguments. `modules`: paths of all that it sees.
    public func wordsToFind(_ modules: [String]) -> [Argument] {
        guard moduleSearch == .folders else { return [] }
        return modules.sorted().flatMap { path -> [Argument] in
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            return ["-I", .text(BuildLayout.relative(parent, from: folder))]
        }
    }

    /// Actions of direct dependencies whose modules who sees it sees too.
    public var seen: [ActionID] {
        if case .declaration(let declaration) = work { declaration.interfaces } else { interfaces }
    }

    /// Actions all of whose outputs it reads.
    public var consumed: [ActionID] {
        switch work {
        case .tool(let run): run.consumed
        case .program(let run): run.consumed
        case .builtIn, .declaration: []
        }
    }

    /// Single outputs of other actions that it reads: nothing else of those counts.
    public var parts: [OutputReference] { if case .builtIn(let made) = work { made.work.parts } else { [] } }

    /// Everything that must be decided before this.
    public var dependencies: [ActionID] { seen + consumed + parts.map(\.action) }

    /// Files that it may find by searching.
    public var searchable: [String] { toolRun?.searchable ?? [] }

    /// Which output is the module that dependents read; nil where none is.
    public var moduleOutput: String? { toolRun?.module?.output }
    /// Which output is the documentation of that module; nil where none is.
    public var documentationOutput: String? {
        moduleOutput.flatMap { name in
            let wanted = name.replacingSuffix(".swiftmodule", by: ".swiftdoc")
            return outputs.contains { $0.name == wanted } ? wanted : nil
        }
    }
    /// As sources call the module that it makes.
    public var moduleName: String? {
        modulePath?.split(separator: "/").last.flatMap { $0.hasSuffix(".swiftmodule") ? String($0.dropLast(12)) : nil }
    }

    /// How the digest of the module that it emits is found; nil where it is that of the module's bytes.
    public var abi: ABI? { toolRun?.abi }

    /// Where that module lies, relative to the root; nil where there is none.
    public var modulePath: String? { moduleOutput.flatMap { name in outputs.first { $0.name == name }?.path } }

    /// What is made of a file that its tool writes beside its outputs.
    public var extract: Extract? { toolRun?.extract }

    /// Set where its tool can build upon what it left in its folder last time.
    public var inPlace: InPlace? { if case .compile(let inPlace)? = toolRun?.purpose { inPlace } else { nil } }

    /// Files in which its tool says what it read.
    public var dependencyFiles: [String] { toolRun?.dependencyFiles ?? [] }

    /// Words of flags that may be paths.
    public var mentions: [String] { toolRun?.mentions ?? [] }

    /// Folders in which flags have a linker look for libraries.
    public var librarySearch: [String] { toolRun?.search.librarySearch ?? [] }

    /// Identity of the SDK that it is done with; nil where it is for this machine.
    public var sdk: ContentDigest? { toolRun?.sdk }

    /// Where clang finds the headers of the C module that it declares.
    public var headerSearch: [String] {
        if case .declaration(let declaration) = work { declaration.headerSearch } else { [] }
    }

    /// True where nothing is made: what dependents see of it is what it declares.
    public var isDeclaration: Bool { if case .declaration = work { true } else { false } }
    public var declaration: Declaration? { if case .declaration(let declaration) = work { declaration } else { nil } }

    /// True for a command of somebody's, whose outputs may turn out to be folders or programs.
    public var isCommand: Bool { if case .command? = program?.purpose { true } else { false } }

    /// True for what may write sources that others compile: a feature, or somebody's command.
    public var makesSources: Bool { if case .builtIn = work { true } else { isCommand } }

    /// True for a compile of Swift sources: they may import hidden declarations of other modules (`@testable`).
    public var compilesSwift: Bool {
        switch toolRun?.purpose {
        case .emitModule, .compile, .compileModule, .checkTypes, .index: true
        default: false
        }
    }

    /// True for what writes index data.
    public var writesIndex: Bool { kind == .index || kind == .indexClang }

    /// True for a compile that takes over more of other modules than interface digests cover: an optimised one takes
    /// over bodies, and what lists tests sees the hidden classes that they inherit from.
    public var readsWholeModules: Bool {
        if kind == .compileRunner { return true }
        return compilesSwift
            && arguments.contains { word in
                word.keyed.map { $0.hasPrefix("-O") && $0 != "-Onone" || $0 == "Embedded" } ?? false
            }
    }

    /// True for a compile that a word makes import hidden declarations, whatever its sources say.
    public var importsHidden: Bool {
        compilesSwift
            && arguments.contains { $0.keyed == "-testable-import-module" || $0.keyed == "-disable-access-control" }
    }

    /// True for a compile in which clang may read headers.
    public var readsHeaders: Bool {
        switch toolRun?.purpose {
        case .compileClang, .indexClang, .compileRunner, .compilePlugin: true
        default: compilesSwift
        }
    }

    /// Every file that a clean run writes.
    public var written: [String] {
        outputs.map(\.path) + dependencyFiles + [abi?.interface, extract?.source].compactMap { $0 }
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, by other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}
