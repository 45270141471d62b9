import Disk
import Glibc
import Subprocesses
import SymbolGraphs
import TestKinds
import Testing
import Toolchains

@testable import InterfaceDigests

/// Types of modules that nobody has as text.
@Suite struct ForeignTypesTests {
    private func symbol(_ kind: String, _ path: [String], access: String = "public", generics: [String] = []) -> String
    {
        let names = path.map { "\"\($0)\"" }.joined(separator: ",")
        let parameters = generics.map { "{\"name\":\"\($0)\"}" }.joined(separator: ",")
        let generic = generics.isEmpty ? "" : ",\"swiftGenerics\":{\"parameters\":[\(parameters)]}"
        return """
            {"kind":{"identifier":"swift.\(kind)"},"identifier":{"precise":"\(path.joined(separator: "."))"},\
            "pathComponents":[\(names)],"accessLevel":"\(access)"\(generic)}
            """
    }

    private func declared(_ symbols: [String], isOfOthers: Bool = false) throws -> SeenNames.Declared {
        let text = "{\"symbols\":[\(symbols.joined(separator: ","))],\"relationships\":[]}"
        var names = SeenNames.Declared()
        names.add(
            try SymbolGraph(Array(text.utf8), kinds: ["swift.struct", "swift.protocol", "swift.typealias"]),
            isOfOthers: isOfOthers)
        return names
    }

    @Test("those that clients can have a value of, outside of others")
    func types() throws {
        let names = try declared([
            symbol("struct", ["Data"]), symbol("struct", ["Data", "Index"]), symbol("typealias", ["Time"]),
            symbol("struct", ["_Storage"], access: "internal"), symbol("func", ["make"]),
        ])
        #expect(names.types == ["Data", "Time"])
        #expect(names.neverAlone == [])
    }

    @Test("in extensions of others' types, by their path")
    func extensions() throws {
        #expect(
            try declared([symbol("struct", ["String", "Encoding"])], isOfOthers: true).types == ["String.Encoding"])
    }

    @Test("what is generic and protocols do not stand alone")
    func neverAlone() throws {
        let names = try declared([
            symbol("struct", ["Box"], generics: ["Held"]), symbol("protocol", ["Shape"], generics: ["Self"]),
        ])
        #expect(names.neverAlone == ["Box", "Shape"])
        #expect(names.genericParameters == ["Held"])
    }

    @Test("the text says all of it, and no other text is taken")
    func text() {
        var types = ForeignTypes(.init(types: ["Data", "String.Encoding"]), modules: ["Dispatch"])
        types.declared.neverAlone = ["Data"]
        types.declared.genericParameters = ["T"]
        #expect(ForeignTypes(text: types.text) == types)
        #expect(ForeignTypes(text: String(types.text.dropLast())) == nil)
        #expect(ForeignTypes(text: "mono types 0\ntype A\n") == nil)
        #expect(ForeignTypes(text: "\(ForeignTypes.format)\nkind A\n") == nil)
        #expect(ForeignTypes(text: "") == nil)
    }

    @Test(
        "modules of a module map that are in no other one",
        arguments: [
            ("module A { header \"a.h\" export * }", ["A"]),
            (
                "// module No {}\n/* module { */ explicit module A [system] { module B { } link \"a\" }\nmodule C { }",
                ["A", "C"]
            ),
            (
                "extern module A \"a.modulemap\"\nframework module \"B C\" { umbrella header \"module.h\" }",
                ["A", "B C"]
            ),
            ("module A { header \"}\" module * { export * } }\nmodule D.E {}", ["A", "D.E"]),
            ("module", []), ("module {", []), ("/*", []), ("\"", []), ("", []),
        ])
    func modules(_ text: String, _ modules: [String]) {
        #expect(ClangModuleMap(Array(text.utf8)).modules == modules)
    }

    private static func extracted(_ module: String, access: String) throws -> [[UInt8]] {
        let toolchain = try RealModule.toolchain.get(), files = LocalFileSystem()
        let folder = AbsolutePath("/tmp/mono-test-\(getpid())-\(UInt64.random(in: .min ... .max))")
        try files.makeFolder(folder)
        defer { try? files.remove(folder) }
        let words = [
            "-module-name", module, "-target", toolchain.triple, "-output-dir", folder.string,
            "-minimum-access-level", access, "-module-cache-path", "\(folder)/modules",
        ]
        let result = try LocalCommandRunner().run(
            Command(
                toolchain.path(of: .symbolGraphExtract).string, words, folder: folder.string,
                environment: ["PATH": "/usr/bin"]))
        #expect(result.succeeded)
        return try files.list(folder).filter { $0.name.hasSuffix(".symbols.json") }.map {
            try files.read(folder / $0.name)
        }
    }

    /// Modules whose name begins with an underscore count for those alone who import them.
    @Test(
        "what is public of Foundation names no type of a module that is there for Foundation alone",
        .enabled(if: TestKind.compiler.isAsked),
        arguments: ["Foundation", "FoundationEssentials", "FoundationInternationalization"])
    func neighbours(_ module: String) throws {
        let toolchain = try RealModule.toolchain.get()
        let hidden = toolchain.compiledModules(LocalFileSystem()).filter { $0.hasPrefix("_") }
        #expect(hidden == ["_FoundationCollections"])
        let graphs = try ForeignTypesTests.extracted(module, access: "public")
        #expect(!graphs.isEmpty)
        for name in hidden {
            let symbols = Array("s:\(name.utf8.count)\(name)".utf8)
            #expect(!graphs.contains { ByteSearch.contains(symbols, in: $0) })
        }
    }
}
