import Digests
import Disk
import Foundation
import InterfaceDigests
import Measuring
import Subprocesses
import Toolchains

/// A folder in which one module and its clients are compiled over and over, each with one process a compile: the
/// command lines are those of `mono build`, and which frontend they start is asked of the driver once.
package final class Room {
    package enum Module: String, CaseIterable { case Low, Lid, Base, Middle, Client, Top }

    package struct Outcome {
        package var succeeded: Bool
        package var said: String
    }

    private let folder: AbsolutePath
    private let moduleCache: String
    private let toolchain: Toolchain
    private let environment: [String: String]
    private let files = LocalFileSystem()
    private let commands = LocalCommandRunner()
    private var frontends: [String: Command] = [:]
    private var digests: [ContentDigest: ABIDigest] = [:]
    var packageOfClient = "other"

    static let sources: [Module: [String]] = [
        .Low: ["Low/Low.swift"], .Lid: ["Lid/Lid.swift"], .Base: RandomModule.files.map { "Base/\($0)" },
        .Middle: ["Middle/Middle.swift"],
        .Client: ["Client/main.swift"], .Top: ["Top/main.swift"],
    ]
    private static let below: [Module: [Module]] = [
        .Low: [], .Lid: [], .Base: [.Low, .Lid], .Middle: [.Low, .Lid, .Base], .Client: [.Low, .Lid, .Base],
        .Top: [.Low, .Lid, .Base, .Middle],
    ]

    package init(folder: String, moduleCache: String, toolchain: Toolchain, environment: [String: String]) throws {
        (self.folder, self.moduleCache, self.toolchain, self.environment) = (
            AbsolutePath(folder), moduleCache, toolchain, environment
        )
        guard !folder.contains(" ") else { throw RunError("the folder of random edits may hold no space: \(folder)") }
        for module in Module.allCases {
            let outputs = Room.sources[module]!.map { source in
                let output = Room.output(of: source, module)
                return "\"\(source)\": {\"object\": \"\(output).o\", \"swift-dependencies\": \"\(output).swiftdeps\"}"
            }
            try write(
                "{\"\": {\"dependencies\": \"build/\(module)/m.d\"}, \(outputs.joined(separator: ", "))}",
                to: "build/\(module)/map.json")
        }
        try write(Room.low, to: "Low/Low.swift")
        try write(Room.lid, to: "Lid/Lid.swift")
        for module in [Module.Low, .Lid] {
            let made = try emit(module)
            guard made.succeeded else { throw RunError(made.said) }
        }
    }

    /// In `folder`, with the toolchain in `PATH`.
    package convenience init(work folder: String) throws {
        let work = AbsolutePath(folder, in: AbsolutePath(FileManager.default.currentDirectoryPath))
        let bench = try Workbench(in: work)
        try self.init(
            folder: "\(work / "room")", moduleCache: "\(work / "modules")", toolchain: bench.toolchain,
            environment: bench.environment)
    }

    /// Without its ending.
    private static func output(of source: String, _ module: Module) -> String {
        "build/\(module)/\((source as NSString).lastPathComponent)"
    }

    package func write(_ text: String, to path: String) throws { try files.write(Array(text.utf8), to: folder / path) }
    func bytes(_ path: String) -> ContentDigest? { try? files.digest(folder / path) }
    package var moduleBytes: ContentDigest? { bytes("build/Base/Base.swiftmodule") }

    private func compilation(_ module: Module) -> SwiftCompilation {
        let isProgram = module == .Client || module == .Top
        return SwiftCompilation(
            moduleName: "\(module)", sources: Room.sources[module]!,
            form: isProgram ? .executable(entryPoint: nil, isScript: true) : .library,
            configuration: .debug, triple: toolchain.triple, languageMode: "5",
            packageName: module == .Base ? "corpus" : module == .Client ? packageOfClient : "other", isExternal: false,
            userModuleVersion: nil, traits: [], settings: [], clangFlags: [],
            moduleFolders: Room.below[module]!.map { "build/\($0)" }, clangModules: [],
            flags: BuildFlags(), compilationFolder: ".", moduleCache: "modules")
    }

    private func spelled(_ arguments: [Argument]) -> [String] {
        arguments.map {
            $0.spelled(jobs: 1, root: folder.string, temporary: "/tmp").replacingOccurrences(
                of: "\(folder.string)/modules", with: moduleCache)
        }
    }

    package func emit(_ module: Module) throws -> Outcome {
        let place = "build/\(module)/\(module)"
        return try run("emit \(module)") {
            compilation(module).emitModule(
                to: "\(place).swiftmodule", interface: "\(place).swiftinterface",
                outputFileMap: "build/\(module)/map.json")
        }
    }

    /// `code`: as the compiler hands it to LLVM's generator of code, which takes as long again as all before it, and
    /// makes the same object of the same input.
    func compile(_ module: Module, asCode code: Bool) throws -> Outcome {
        try run("compile \(module)", replacing: code ? ["-c": "-emit-bc"] : [:]) {
            compilation(module).compileIncrementally(outputFileMap: "build/\(module)/map.json")
        }
    }

    /// What the last compile of the module's first source looked up.
    func lookedUp(by module: Module) throws -> LookedUpNames {
        try LookedUpNames(record: files.read(folder / "\(Room.output(of: Room.sources[module]![0], module)).swiftdeps"))
    }

    /// All of the module, function bodies too, which its emission leaves aside.
    func compileBase() throws -> Outcome {
        let words = spelled(compilation(.Base).compileIncrementally(outputFileMap: "build/Base/map.json"))
        let result = try commands.run(
            Command(
                toolchain.path(of: .swiftc).string, words, folder: folder.string, environment: environment,
                timeLimit: 120), cancellation: Cancellation())
        return Outcome(
            succeeded: result.succeeded, said: String(decoding: result.output + result.errors, as: UTF8.self))
    }

    private func run(_ name: String, replacing replaced: [String: String] = [:], _ words: () -> [Argument]) throws
        -> Outcome
    {
        let name = "\(name) of \(packageOfClient)"
        if frontends[name] == nil {
            let asked = Command(
                toolchain.path(of: .swiftc).string, spelled(words()) + ["-driver-print-jobs"], folder: folder.string,
                environment: environment)
            let answer = try commands.run(asked, cancellation: Cancellation())
            let jobs = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").filter {
                $0.contains("-frontend ")
            }
            guard let job = jobs.first, jobs.count == 1 else {
                throw RunError(
                    """
                    \(name): the driver does not start one \
                    frontend:\n\(String(decoding: answer.output + answer.errors, as: UTF8.self))
                    """
                )
            }
            let all = job.split(separator: " ").map {
                $0.replacingOccurrences(of: "'", with: "").replacingOccurrences(of: "\\", with: "")
            }
            frontends[name] = Command(
                all[0], Array(all.dropFirst()), folder: folder.string, environment: environment, timeLimit: 60)
        }
        var command = frontends[name]!
        command.arguments = command.arguments.map { replaced[$0] ?? $0 }
        let result = try commands.run(command, cancellation: Cancellation())
        return Outcome(
            succeeded: result.succeeded, said: String(decoding: result.output + result.errors, as: UTF8.self))
    }

    /// What mono says of a module as it was emitted last.
    package func digest(_ module: Module = .Base) throws -> ABIDigest {
        let compilation = compilation(module)
        let place = "build/\(module)/\(module)"
        guard let bytes = bytes("\(place).swiftmodule") else { throw RunError("there is no module") }
        if let known = digests[bytes] { return known }
        var others = SeenNames()
        for other in Room.below[module]! { others.add(try digest(other).parts.declaredTypes, of: "\(other)") }
        let found = ABIDigester(toolchain: toolchain, files: files, commands: commands, environment: environment)
            .digest(
                of: EmittedModule(
                    name: "\(module)", file: folder / "\(place).swiftmodule", bytes: bytes,
                    interface: folder / "\(place).swiftinterface",
                    sources: Room.sources[module]!.map { folder / $0 }, folder: folder,
                    dump: spelled(compilation.dumpModule("\(place).swiftmodule")),
                    settings: compilation.visibleSettings, words: ContentDigest(of: ""), importable: []),
                others: { _ in others }, cancellation: Cancellation())
        // Modules above hold no layout of those below: only these two see nothing that changes.
        if module == .Low || module == .Lid { digests[bytes] = found }
        return found
    }

    /// Lines of a source in which the compiler found errors; nil as the file: of all sources, by path.
    static func errors(in said: String) -> [String: Set<Int>] {
        var found: [String: Set<Int>] = [:]
        for line in said.split(separator: "\n") where line.contains(": error: ") {
            let parts = line.split(separator: ":")
            if parts.count > 3, let number = Int(parts[1]) { found[String(parts[0]), default: []].insert(number) }
        }
        return found
    }

    package static let low = """
        public struct LowBox: Sendable { public var v = 1; private var h = LowHidden(); public init() {} }
        struct LowHidden { var a: Int8 = 1 }
        public struct LowPair<A, B> { public var a: A; public var b: B; public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) } }
        public struct Twin { public var v: Int8 = 1; public init() {} }
        public enum LowEnum { case a, b(Int), c(LowBox) }
        public enum LowError: Error { case one, two(Int) }
        open class LowClass { public init() {}; private func p() {}; open func lowOpen() -> Int { 1 }; public var stored = 1 }
        public protocol LowP { func lowM() -> Int }
        extension LowP { public func lowM() -> Int { 3 } }
        public func lowPick(_ n: Int) -> Int { n }
        extension Int { public var lowMark: Int { 1 } }
        @resultBuilder public enum LowBuilder { public static func buildBlock(_ n: Int...) -> Int { 1 } }
        public func lowBuilt(@LowBuilder _ f: () -> Int) -> Int { f() }
        """
    package static let lid = """
        public func lidPick(_ n: Int) -> Int { n }
        extension Int { public var lidMark: Int { 2 } }
        public struct LidBox { public var v = 1; public init() {} }
        public func lidBox() -> LidBox { LidBox() }
        public protocol LidRoot {}
        public protocol LidP: LidRoot {}
        public protocol LidNil: ExpressibleByNilLiteral { init() }
        extension LidNil { public init(nilLiteral: ()) { self.init() } }
        public typealias LidNone = LidNil
        """
    /// One whose digest is that of its bytes: compilers evaluate such a body.
    package static let wholeLid = """
        \(lid)
        @_semantics("constant_evaluable") public func lidSum(_ n: Int) -> Int { n + 1 }
        """

    /// Emits `Lid` again, so that its lines say all, or do not.
    func placeLid(saysAll: Bool) throws {
        try write(saysAll ? Room.lid : Room.wholeLid, to: "Lid/Lid.swift")
        let made = try emit(.Lid)
        guard made.succeeded else { throw RunError(made.said) }
    }
}
