import ArtifactCache
import BuildPlanning
import Digests
import Disk
import FakeTools
import InterfaceDigests
import Subprocesses
import Testing
import Toolchains

@testable import BuildEngine

/// Which modules the compiler is asked for, and when.
@Suite struct CompiledTypesTests {
    private let files = InMemoryFileSystem()
    private let commands = ScriptedCommandRunner()

    private let headers = AbsolutePath("/usr/include")

    init() throws {
        try files.write("", to: headers / "stdio.h")
        let folder = AbsolutePath("\(FakeToolchain.toolchain.root)/lib/swift/linux")
        for (module, names) in ["Dispatch": "", "Foundation": "Dispatch _Inner", "_Inner": "", "XCTest": "Foundation"] {
            try files.write(names, to: folder / "\(module).swiftmodule/\(triple).swiftmodule")
        }
        for ending in ["swiftmodule", "swiftinterface"] {
            try files.write("", to: folder / "Swift.swiftmodule/\(triple).\(ending)")
        }
    }

    private var triple: String { FakeToolchain.toolchain.triple }

    /// `declared`: module -> the name of its only type; nil where the program is stopped by a signal.
    private func types(_ declared: [String: String?]) -> CompiledTypes {
        let files = self.files
        commands.answer("swift-symbolgraph-extract") { command, _ throws(CommandError) in
            let words = command.arguments
            let module = words[words.firstIndex(of: "-module-name")! + 1]
            let folder = AbsolutePath(words[words.firstIndex(of: "-output-dir")! + 1])
            guard let type = declared[module] else { return CommandResult(exit: .code(1)) }
            guard let type else { return CommandResult(exit: .signal(9)) }
            let symbol = """
                {"kind":{"identifier":"swift.struct"},"identifier":{"precise":"s"},"pathComponents":["\(type)"],\
                "accessLevel":"public"}
                """
            try? files.write(
                "{\"symbols\":[\(symbol)],\"relationships\":[]}", to: folder / "\(module).symbols.json")
            return CommandResult(exit: .code(0))
        }
        return fresh()
    }

    /// As the next build has it.
    private func fresh(_ cache: String = "/cache") -> CompiledTypes {
        let toolchain = FakeToolchain.toolchain
        return CompiledTypes(
            root: AbsolutePath("/work"), layout: BuildLayout(configuration: .debug, platform: nil),
            toolchain: toolchain,
            files: files, cache: TieredCache(local: AbsolutePath(cache), shared: nil, files: files),
            extraction: TypeExtraction(toolchain: toolchain, files: files, commands: commands, environment: [:]),
            memory: TypeMemory(files: files, folder: AbsolutePath("/machine"), headers: [headers]))
    }

    private func asked() -> [String] {
        defer { commands.forgetCommands() }
        return commands.commands.map { $0.arguments[$0.arguments.firstIndex(of: "-module-name")! + 1] }.sorted()
    }

    private let all = [
        "Dispatch": "DispatchTime", "Foundation": "Data", "_Inner": "Deque", "XCTest": "XCTestCase",
        "SwiftGlibc": "stat", "CItem": "Item",
    ]

    @Test("who imports text alone starts nothing")
    func text() {
        let types = self.types(all)
        #expect(types.ofToolchain(behind: ["Swift", "Low"], seesC: false, Cancellation())?.types == [])
        #expect(asked() == [])
    }

    @Test("what is imported counts, with what it names but for its own, and the system's library")
    func imported() {
        let types = self.types(all)
        #expect(
            types.ofToolchain(behind: ["Foundation"], seesC: false, Cancellation())?.types
                == ["Data", "DispatchTime", "stat"])
        #expect(types.ofToolchain(behind: ["_Inner"], seesC: false, Cancellation())?.types == ["Deque", "stat"])
        #expect(types.ofToolchain(behind: ["Glibc"], seesC: false, Cancellation())?.types == ["stat"])
        #expect(types.ofToolchain(behind: [], seesC: true, Cancellation())?.types == ["stat"])
    }

    @Test("the cache keeps what was said, and not that something cannot be imported")
    func kept() {
        _ = types(all).ofToolchain(behind: ["Dispatch"], seesC: false, Cancellation())
        #expect(asked() == ["CDispatch", "Dispatch", "SwiftGlibc", "SwiftMusl"])
        let again = fresh().ofToolchain(behind: ["Dispatch"], seesC: false, Cancellation())
        #expect(again?.types == ["DispatchTime", "stat"])
        #expect(asked() == ["CDispatch", "SwiftMusl"])
    }

    @Test("an empty cache has them of the machine's memory, and keeps them")
    func remembered() throws {
        _ = types(all).ofToolchain(behind: ["Foundation"], seesC: false, Cancellation())
        #expect(asked() == ["CDispatch", "Dispatch", "Foundation", "SwiftGlibc", "SwiftMusl"])
        let types = fresh("/empty").ofToolchain(behind: ["Foundation"], seesC: false, Cancellation())
        #expect(types?.types == ["Data", "DispatchTime", "stat"])
        #expect(asked() == ["CDispatch", "SwiftMusl"])
        for record in try files.list(AbsolutePath("/machine")) {
            try files.write("damaged", to: AbsolutePath("/machine") / record.name)
        }
        _ = fresh("/empty").ofToolchain(behind: ["Foundation"], seesC: false, Cancellation())
        #expect(asked() == ["CDispatch", "SwiftMusl"])
        let again = fresh("/emptied").ofToolchain(behind: ["Foundation"], seesC: false, Cancellation())
        #expect(again == types)
        #expect(asked() == ["CDispatch", "Dispatch", "Foundation", "SwiftGlibc", "SwiftMusl"])
    }

    @Test("other headers of the system, or a C module of a target: the machine remembers nothing")
    func headersChange() throws {
        _ = types(all).ofToolchain(behind: ["Glibc"], seesC: false, Cancellation())
        let records = try files.list(AbsolutePath("/machine"))
        files.advance(by: 1_000_000_000)
        try files.write("", to: headers / "stdlib.h")
        _ = fresh("/empty").ofToolchain(behind: ["Glibc"], seesC: false, Cancellation())
        #expect(asked() == ["CDispatch", "CDispatch", "SwiftGlibc", "SwiftGlibc", "SwiftMusl", "SwiftMusl"])
        // In the same places: the folder does not grow with each update of the system.
        #expect(try files.list(AbsolutePath("/machine")) == records)
        let item = SeenModule(
            id: ActionID("c"), name: "c", interface: ContentDigest(of: "1"),
            declaration: .init(generated: [.init(path: "map", content: "module CItem {}")]), imports: [])
        let question = TypeExtraction.Question(words: [], folder: AbsolutePath("/work"))
        for cache in ["/empty", "/emptied"] { _ = fresh(cache).ofC(item, question, Cancellation()) }
        #expect(asked() == ["CItem", "CItem"])
    }

    @Test("where a program is stopped, nobody knows")
    func stopped() {
        let types = self.types(all.mapValues { $0 == "Data" ? nil : $0 })
        #expect(types.ofToolchain(behind: ["Foundation"], seesC: false, Cancellation()) == nil)
    }

    @Test("a C module is asked for again where it changes or is seen with other words, wherever it lies")
    func c() throws {
        func item(_ text: String) -> SeenModule {
            SeenModule(
                id: ActionID("c"), name: "c", interface: ContentDigest(of: text),
                declaration: .init(generated: [.init(path: "map", content: "module CItem {}")]), imports: [])
        }
        func question(_ words: String...) -> TypeExtraction.Question {
            .init(words: words, folder: AbsolutePath("/work"))
        }
        #expect(types(all).ofC(item("1"), question("-I", "/a", "-DX"), Cancellation())?.types == ["Item"])
        #expect(asked() == ["CItem"])
        let elsewhere = question("-Xcc", "-I", "-Xcc", "more/include", "-Xcc", "-fmodule-map-file=m", "-I/b", "-DX")
        _ = fresh().ofC(item("1"), elsewhere, Cancellation())
        #expect(asked() == [])
        _ = fresh().ofC(item("1"), question("-I", "/a"), Cancellation())
        #expect(asked() == ["CItem"])
        _ = fresh().ofC(item("2"), question("-I", "/a", "-DX"), Cancellation())
        #expect(asked() == ["CItem"])
        // A map of the package's own may declare several.
        let own = SeenModule(
            id: ActionID("c"), name: "c", interface: ContentDigest(of: "3"),
            declaration: .init(moduleMaps: ["own.modulemap"]), imports: [])
        #expect(fresh().ofC(own, question(), Cancellation()) == nil)
        try files.write("module A { module B {} }\nmodule CItem {}", to: AbsolutePath("/work/own.modulemap"))
        #expect(fresh().ofC(own, question(), Cancellation())?.types == ["Item"])
        #expect(asked() == ["A", "CItem"])
    }
}
