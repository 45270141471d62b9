import BuildPlanning
import Digests
import Disk
import Glibc
import Subprocesses
import Synchronization
import Toolchains

/// Tools that compile a toy language quickly, on any file system, with the manners of the real ones: outputs depend on
/// what is read and on nothing else, dependency files name what was read, and an in-place compile redoes only what is
/// missing.
///
/// The language: `public NAME` is part of the module; `layout N` too, but no interface shows it; `hidden N` is in the
/// module for those alone who import it `@testable`; `include NAME` reads a header; `syntax error` fails; anything else
/// is a body.
public final class FakeToolchain: CommandRunner {
    public static let root = AbsolutePath("/toolchain/usr")

    public static let toolchain = Toolchain(
        root: root, identity: ContentDigest(of: "fake"), triple: "x86_64-unknown-linux-gnu",
        versionText: "Swift version 6.3.1 (swift-6.3.1-RELEASE)",
        linker: AbsolutePath("/usr/bin/ld"), linkerIdentity: ContentDigest(of: "fake linker"))

    private let files: InMemoryFileSystem
    /// What every Swift compile says it read, beside what it is seen to read.
    private let alsoReads: [String]
    /// The same of what emits a module.
    private let emissionReads: [String]
    /// Microseconds that emitting a module takes: long enough for a link to be tried meanwhile.
    private let emissionTime: UInt32
    /// Happens in the middle of every Swift compile to objects.
    private let meanwhile: @Sendable () throws -> Void

    public init(
        files: InMemoryFileSystem, alsoReads: [String] = [], emissionReads: [String] = [], emissionTime: UInt32 = 0,
        meanwhile: @escaping @Sendable () throws -> Void = {}
    ) {
        (self.files, self.alsoReads, self.emissionReads) = (files, alsoReads, emissionReads)
        (self.emissionTime, self.meanwhile) = (emissionTime, meanwhile)
    }

    public func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        let invocation = Invocation(command).reading(files)
        do {
            if invocation.has("-emit-silgen") {
                let text = FakeToolchain.dump(try invocation.read(invocation.after("-emit-silgen")))
                return CommandResult(exit: .code(0), output: Array(text.utf8))
            } else if invocation.has("-modulewrap") {
                try invocation.write(
                    FakeToolchain.wrapped(try invocation.read(invocation.after("-modulewrap"))),
                    to: invocation.after("-o"), files)
            } else if FakeToolchain.links(command) {
                try link(invocation)
            } else if command.executable.hasSuffix("/swift-autolink-extract") {
                _ = try invocation.words.filter { $0.hasSuffix(".o") }.map(invocation.read)
                try invocation.write(FakeToolchain.autolink, to: invocation.after("-o"), files)
            } else if invocation.has("-fblocks") {
                try compileClang(invocation)
            } else if invocation.has("-emit-module") {
                try emitModule(invocation)
            } else if invocation.has("-driver-print-jobs") {
                return CommandResult(exit: .code(0), output: Array(try jobs(invocation).utf8))
            } else if invocation.has("-primary-file") {
                try compileOne(invocation)
            } else {
                try compile(invocation)
            }
            return CommandResult(exit: .code(0), wall: 0.001, cpu: 0.001)
        } catch let error as CompileError {
            return CommandResult(exit: .code(1), errors: Array("\(error.file):1:1: error: syntax error\n".utf8))
        } catch {
            return CommandResult(exit: .code(2), errors: Array("\(error)\n".utf8))
        }
    }

    public static func links(_ command: Command) -> Bool { command.arguments.contains("-pie") }

    public struct CompileError: Error { public var file: String }

    // MARK: The language, as pure functions: the oracle uses them too

    public static func module(sources: [(name: String, text: String)]) throws(CompileError) -> String {
        for source in sources where source.text.contains("syntax error") { throw CompileError(file: source.name) }
        func lines(_ prefixes: String...) -> String {
            sources.flatMap {
                $0.text.split(separator: "\n").filter { line in prefixes.contains { line.hasPrefix($0) } }
            }.joined(separator: ",")
        }
        return "module " + lines("public", "@testable") + "|" + lines("layout") + "|" + lines("hidden")
    }

    /// What a client reads of a module.
    public static func seen(_ module: String, by sources: [(name: String, text: String)]) -> String {
        if sources.contains(where: { $0.text.contains("@testable") }) { return module }
        return module.split(separator: "|", omittingEmptySubsequences: false).prefix(2).joined(separator: "|")
    }

    public static func interface(_ module: String) -> String {
        let names = module.split(separator: "|", omittingEmptySubsequences: false)[0].dropFirst("module ".count).split(
            separator: ",")
        return names.filter { $0.hasPrefix("public ") }
            .map { "public let a\($0.dropFirst(7).map { $0 == "." ? "_" : $0 }.map(String.init).joined()): Int\n" }
            .joined()
            + "public struct Box {\n}\n"
    }

    /// What the compiler prints of a module that it reads back.
    public static func dump(_ module: String) -> String {
        let parts = module.split(separator: "|", omittingEmptySubsequences: false)
        func fields(_ part: Substring) -> String {
            part.split(separator: ",").map {
                "  @_hasStorage var a: \($0.split(separator: " ").joined()) { get set }\n"
            }.joined()
        }
        return "sil_stage raw\n\nstruct Box {\n\(fields(parts[1]))}\n\nstruct Hidden {\n\(fields(parts[2]))}\n"
    }

    /// `seen`: the text of every module and header that the compile can see. Comments reach no object.
    public static func object(_ text: String, module: String, seen: [String]) -> String {
        let code = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("// ") }
        let all = ContentDigest(of: seen.sorted().joined(separator: "\u{0}")).hex
        return "object \(code.joined(separator: "\n"))|\(module)|\(all)"
    }

    public static func clangObject(_ text: String, headers: [String]) -> String {
        "c-object \(text)|\(headers.joined(separator: "\u{0}"))"
    }
    /// What objects ask the linker for hardly ever changes.
    public static let autolink = "-lswiftCore"
    public static func wrapped(_ module: String) -> String { "wrapped \(module)" }
    public static func executable(_ objects: [String]) -> String {
        "executable \(objects.sorted().joined(separator: "\n"))"
    }

    public static func includes(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("include ") }.map { String($0.dropFirst(8)) }
    }

    // MARK: The tools

    private struct Invocation {
        let words: [String]
        let folder: AbsolutePath
        let read: (String) throws -> String

        init(_ command: Command) {
            words = command.arguments
            folder = AbsolutePath(command.folder)
            read = { _ in "" }
        }

        private init(words: [String], folder: AbsolutePath, read: @escaping (String) throws -> String) {
            (self.words, self.folder, self.read) = (words, folder, read)
        }

        func reading(_ files: InMemoryFileSystem) -> Invocation {
            let folder = self.folder
            return Invocation(words: words, folder: folder) {
                String(decoding: try files.read($0.hasPrefix("/") ? AbsolutePath($0) : folder / $0), as: UTF8.self)
            }
        }

        func has(_ word: String) -> Bool { words.contains(word) }
        func after(_ word: String) -> String { words.firstIndex(of: word).map { words[$0 + 1] } ?? "" }
        func all(after word: String) -> [String] {
            words.indices.dropLast().filter { words[$0] == word }.map { words[$0 + 1] }
        }
        var sources: [String] { words.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("-") } }
        func write(_ text: String, to path: String, _ files: InMemoryFileSystem) throws {
            try files.write(Array(text.utf8), to: folder / path)
        }
    }

    private func link(_ invocation: Invocation) throws {
        let objects = invocation.words.filter { $0.hasSuffix(".o") && !$0.hasPrefix("/") }
        for word in invocation.words where word.hasPrefix("@") { _ = try invocation.read(String(word.dropFirst())) }
        try invocation.write(
            FakeToolchain.executable(try objects.map(invocation.read)), to: invocation.after("-o"), files)
        let dependencies = invocation.words.first { $0.hasPrefix("--dependency-file=") }!.dropFirst(
            "--dependency-file=".count)
        try invocation.write("x: \(objects.joined(separator: " ")) /usr/lib/crt1.o\n", to: String(dependencies), files)
    }

    private func compileClang(_ invocation: Invocation) throws {
        let source = invocation.after("-c")
        let text = try invocation.read(source)
        if text.contains("syntax error") { throw CompileError(file: source) }
        var headers: [String] = [], found: [String] = []
        for name in FakeToolchain.includes(text) {
            for folder in invocation.all(after: "-I") where files.isFile(invocation.folder / "\(folder)/\(name)") {
                headers.append(try invocation.read("\(folder)/\(name)"))
                found.append("\(folder)/\(name)")
                break
            }
        }
        try invocation.write(FakeToolchain.clangObject(text, headers: headers), to: invocation.after("-o"), files)
        guard invocation.has("-MF") else { return }
        try invocation.write(
            "dependencies: \(([source] + found).joined(separator: " \\\n  "))\n", to: invocation.after("-MF"), files)
    }

    private func emitModule(_ invocation: Invocation) throws {
        let sources = try invocation.sources.map { ($0, try invocation.read($0)) }
        _ = try seen(invocation, by: sources)
        if emissionTime > 0 { usleep(emissionTime) }
        let module = try FakeToolchain.module(sources: sources)
        try invocation.write(module, to: invocation.after("-emit-module-path"), files)
        let comments = sources.flatMap { $0.1.split(separator: "\n") }.filter { $0.hasPrefix("///") }
        try invocation.write(
            (["documentation"] + comments).joined(separator: "\n"),
            to: invocation.after("-emit-module-path").replacing(".swiftmodule", with: ".swiftdoc"), files)
        if invocation.has("-emit-package-module-interface-path") {
            try invocation.write(
                FakeToolchain.interface(module), to: invocation.after("-emit-package-module-interface-path"), files)
        }
        let map = try OutputMap(invocation.read(invocation.after("-output-file-map")))
        try invocation.write(
            "x: \(invocation.sources.joined(separator: " ")) \((["/usr/include/stdio.h"] + emissionReads).joined(separator: " "))\n",
            to: map.outputs[""]!["dependencies"]!, files)
    }

    /// Redoes what has no object, and everything where the module's own declarations changed since the last time.
    private func compile(_ invocation: Invocation) throws {
        let sources = try invocation.sources.map { ($0, try invocation.read($0)) }
        let map = try OutputMap(invocation.read(invocation.after("-output-file-map")))
        let module = try FakeToolchain.module(sources: sources), seen = try seen(invocation, by: sources)
        try meanwhile()
        let priors = map.outputs[""]!["swift-dependencies"]!
        let isNew = (try? invocation.read(priors)) != module
        for (name, text) in sources {
            let outputs = map.outputs[name]!
            if !isNew, files.isFile(invocation.folder / outputs["object"]!) { continue }
            try invocation.write(
                FakeToolchain.object(text.asking(name), module: module, seen: seen), to: outputs["object"]!, files)
            try invocation.write("deps of \(name)", to: outputs["swift-dependencies"]!, files)
            try invocation.write(
                "x: \((invocation.sources + ["/usr/include/stdio.h"] + alsoReads).joined(separator: " "))\n",
                to: outputs["dependencies"]!, files)
        }
        try invocation.write(module, to: priors, files)
    }

    /// What the driver would start to compile each source by itself.
    private func jobs(_ invocation: Invocation) throws -> String {
        let map = try OutputMap(invocation.read(invocation.after("-output-file-map")))
        let rest = invocation.words.filter { $0 != "-driver-print-jobs" && $0 != "-disable-batch-mode" && $0 != "-c" }
        return invocation.sources.map { source in
            let outputs = map.outputs[source]!
            let words =
                ["\(FakeToolchain.root)/bin/swift-frontend", "-frontend", "-c"]
                + rest.flatMap { $0 == source ? ["-primary-file", $0] : [$0] }
                + ["-emit-dependencies-path", outputs["dependencies"]!, "-o", outputs["object"]!]
            return words.map { "'\($0)'" }.joined(separator: " ") + "\n"
        }.joined()
    }

    private func compileOne(_ invocation: Invocation) throws {
        let sources = try invocation.sources.map { ($0, try invocation.read($0)) }
        let module = try FakeToolchain.module(sources: sources), seen = try seen(invocation, by: sources)
        try meanwhile()
        let primary = invocation.after("-primary-file"), text = try invocation.read(primary)
        try invocation.write(
            FakeToolchain.object(text.asking(primary), module: module, seen: seen), to: invocation.after("-o"), files)
        try invocation.write(
            "x: \((invocation.sources + ["/usr/include/stdio.h"] + alsoReads).joined(separator: " "))\n",
            to: invocation.after("-emit-dependencies-path"), files)
    }

    /// The modules and module maps on the command line; one that is not there is an error, as for a real compiler.
    private func seen(_ invocation: Invocation, by sources: [(name: String, text: String)]) throws -> [String] {
        var seen: [String] = []
        // Behind `-Xfrontend`.
        for map in invocation.words.indices.dropLast(2).filter({
            invocation.words[$0] == "-explicit-swift-module-map-file"
        }) {
            for line in try invocation.read(invocation.words[map + 2]).split(separator: "\n") where line.contains("{") {
                let fields = line.split(separator: "\"").map(String.init)
                let path =
                    try fields.firstIndex(of: "modulePath").map { fields[$0 + 2] }
                    ?? { throw CompileError(file: "modules.json") }()
                let module = String(decoding: try files.read(AbsolutePath(path)), as: UTF8.self)
                seen.append(FakeToolchain.seen(module, by: sources))
            }
        }
        for word in invocation.words where word.hasPrefix("-fmodule-map-file=") {
            _ = try invocation.read(String(word.dropFirst("-fmodule-map-file=".count)))
        }
        // Headers of the C modules that it can see.
        for (index, word) in invocation.words.enumerated()
        where word == "-I" && index > 0 && invocation.words[index - 1] == "-Xcc" {
            let folder = invocation.words[index + 2]
            for entry in try files.list(invocation.folder / folder) {
                seen.append(try invocation.read("\(folder)/\(entry.name)"))
            }
        }
        return seen
    }

    /// Reads the driver's table, of which every row is one line.
    private struct OutputMap {
        var outputs: [String: [String: String]] = [:]

        init(_ json: String) throws {
            for line in json.split(separator: "\n") where line.hasPrefix("  \"") {
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
                var row: [String: String] = [:]
                for index in stride(from: 1, to: parts.count - 1, by: 2) { row[parts[index]] = parts[index + 1] }
                outputs[parts[0]] = row
            }
        }
    }
}

extension String {
    /// As code that asks for the path of its own source, which a compile names in this way.
    fileprivate func asking(_ path: String) -> String { replacing("#filePath", with: path) }
}
