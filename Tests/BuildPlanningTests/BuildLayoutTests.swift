@testable import BuildPlanning
import Targets
import Testing

@Suite struct BuildLayoutTests {
    @Test(arguments: [
        ("a/b", ".", "a/b"), (".", ".", "."), ("a/../b", ".", "b"), ("a/b", "a", "b"), ("a", "a", "."),
        (".mono/x", "Packages/One", "../../.mono/x"),
    ])
    func pathsAsSeenFromAFolder(_ path: String, _ folder: String, _ seen: String) {
        #expect(BuildLayout.relative(path, from: folder) == seen)
    }

    @Test(arguments: [
        ("Sub/File_1.swift", "Sub/File_1.swift"), ("two words", "two%20words"), ("a%b", "a%25b"), ("é", "%c3%a9"),
        ("\n", "%0a"),
    ])
    func namesThatEveryToolWritesAsTheyAre(_ name: String, _ plain: String) {
        #expect(BuildLayout.plain(name) == plain)
    }

    @Test func everyTargetAndProductHasAFolderOfItsOwn() {
        let layout = BuildLayout(configuration: .debug),
            packages = [".", "root", "@root", "a/b", "a+b", "@local+root"].map(PackageID.init)
        let names = ["X", "X.product", "X%2eproduct", "X.product.product", ".product"]
        let folders = packages.flatMap { package in
            names.map { layout.folder(of: TargetID(package, $0)) }
                + names.map { layout.folder(of: ProductID(package, $0)) }
        }
        #expect(Set(folders).count == folders.count)
        #expect(layout.folder(of: TargetID(PackageID("."), "X")) == ".mono/build/debug/root/X")
        #expect(layout.folder(of: ProductID(PackageID("."), "X")) == ".mono/build/debug/root/X.product")
    }

    @Test func theDriversTableIsEscaped() {
        let map = OutputFileMap(module: [:], sources: [("a \"b\"\\\n.swift", ["object": "o.o"])])
        #expect(map.json == "{\n  \"\": {},\n  \"a \\\"b\\\"\\\\\\u000a.swift\": {\"object\": \"o.o\"}\n}\n")
    }
}
