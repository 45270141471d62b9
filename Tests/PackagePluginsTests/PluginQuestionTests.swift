import Disk
import JSON
import Targets
import Testing

@testable import PackagePlugins

/// What plugins are told names every place by its path from the root, which is left open.
@Suite struct PluginQuestionTests {
    private let package = PackageID("."), other = PackageID("Packages/Other")

    private func graph() throws -> TargetGraph {
        func id(_ name: String) -> TargetID { TargetID(package, name) }
        let library = TargetID(other, "Library")
        return try TargetGraph(
            packages: [
                Package(
                    id: package, displayName: "Root", identity: "folder", folder: ".", toolsVersion: ToolsVersion(6, 0)),
                Package(
                    id: other, displayName: "Other", identity: "other", folder: "Packages/Other",
                    toolsVersion: ToolsVersion(5, 9)),
            ],
            targets: [
                Target(
                    id: id("App"), kind: .executable, language: .swift, folder: "Sources/App",
                    sources: ["Sources/App/in/a.swift"],
                    resources: [
                        Resource(source: "Sources/App/de.lproj/l.strings", name: "de.lproj/l.strings"),
                        Resource(source: "Sources/App/r.json", name: "r.json"),
                        Resource(source: "Sources/App/deep/tree/a/b.txt", name: "tree/a/b.txt"),
                        Resource(source: "Sources/App/deep/tree/c", name: "tree/c", .emptyFolder),
                    ], others: ["Sources/App/x.proto"],
                    dependencies: [
                        Conditional(.product(ProductID(other, "Library"))),
                        Conditional(.target(id("Deep")), when: .release),
                    ],
                    plugins: [id("Gen")],
                    settings: [Conditional(.swift(.define("FAST"))), Conditional(.linkedLibrary("z"), when: .release)]),
                Target(
                    id: id("Deep"), kind: .library, language: .clang, folder: "Sources/Deep",
                    sources: ["Sources/Deep/d.c"], publicHeaders: "Sources/Deep/include"),
                Target(
                    id: id("Gen"), kind: .plugin, language: .swift, folder: "Plugins/Gen",
                    sources: ["Plugins/Gen/p.swift"]),
                Target(
                    id: library, kind: .library, language: .swift, folder: "Sources/Library",
                    sources: ["Sources/Library/l.swift"]),
            ],
            products: [
                Product(id: ProductID(other, "Library"), kind: .automaticLibrary, targets: [library]),
                Product(id: ProductID(package, "app"), kind: .executable, targets: [id("App")]),
                Product(id: ProductID(package, "Gen"), kind: .plugin, targets: [id("Gen")]),
            ])
    }

    private func context(_ configuration: BuildConfiguration = .debug) throws -> (
        message: JSONValue, context: JSONValue
    ) {
        let question = PluginQuestion(
            about: TargetID(package, "App"), workFolder: ".mono/out", tools: [.init(name: "tool", path: ".mono/tool")],
            toolchainFolder: "/opt/bin")
        let message = try JSONParser.parse(Array(question.text(in: graph(), configuration).utf8))
        let inner = try #require(message["createBuildToolCommands"])
        return (inner, try #require(inner["context"]))
    }

    /// The whole path that an identifier stands for.
    private func path(_ id: JSONValue?, _ context: JSONValue) throws -> String {
        let index = try #require(id?.integer), row = try #require(context["paths"]?.array?[index]),
            rest = try #require(row["subpath"]?.string)
        return try row["baseURLId"].map { try path($0, context) + "/" + rest } ?? rest
    }

    @Test func places() throws {
        let (message, context) = try context()
        #expect(try path(context["pluginWorkDirId"], context) == OpenRoot.mark + "/.mono/out")
        #expect(try path(context["toolSearchDirIds"]?.array?.first, context) == "opt/bin")
        #expect(try path(context["accessibleTools"]?["tool"]?["path"], context) == OpenRoot.mark + "/.mono/tool")
        let index = try #require(message["targetId"]?.integer), target = try #require(context["targets"]?.array?[index])
        #expect(target["name"]?.string == "App")
        #expect(try path(target["directoryId"], context) == OpenRoot.mark + "/Sources/App")
        let info = try #require(target["info"]?["swiftSourceModuleInfo"])
        let files = try #require(info["sourceFiles"]?.array).map {
            "\($0["type"]?.string ?? "") \(try path($0["basePathId"], context))/\($0["name"]?.string ?? "")"
        }
        #expect(
            files == [
                "source \u{1A}/Sources/App/in/a.swift", "resource \u{1A}/Sources/App/de.lproj/l.strings",
                "resource \u{1A}/Sources/App/r.json",
                // What is copied whole is one.
                "resource \u{1A}/Sources/App/deep/tree", "unknown \u{1A}/Sources/App/x.proto",
            ])
        #expect(
            info["compilationConditions"]?.array?.map(\.string) == ["FAST"]
                && info["linkedLibraries"]?.array?.isEmpty == true)
        #expect(context["products"]?.array?.map { $0["name"]?.string } == ["Library", "app"])
    }

    @Test("the mark is filled in where it is one, and the root is written as JSON does")
    func filling() {
        let text = #"{"a":"\u001a/x","b":"\\u001a\"\u001a"}"#
        #expect(
            PluginQuestion.filled(text, root: "/w \"q\"\\\n") == #"{"a":"/w \"q\"\\\n/x","b":"\\u001a\"/w \"q\"\\\n"}"#)
    }

    @Test("what a target depends on in that configuration, and the packages")
    func dependencies() throws {
        let debug = try context().context, release = try context(.release).context
        func needs(_ context: JSONValue) -> Int? {
            context["targets"]?.array?.first { $0["name"]?.string == "App" }?["dependencies"]?.array?.count
        }
        #expect(needs(debug) == 1 && needs(release) == 2)
        let packages = try #require(debug["packages"]?.array)
        #expect(packages.map { $0["displayName"]?.string } == ["Other", "Root"])
        // The root's identity would be its folder's name, which is another one in each checkout.
        #expect(packages.map { $0["identity"]?.string } == ["other", "root"])
        #expect(packages[1]["dependencies"]?.array?.compactMap { $0["packageId"]?.integer } == [0])
        #expect(packages[1]["targetIds"]?.array?.count == 2)
    }
}
