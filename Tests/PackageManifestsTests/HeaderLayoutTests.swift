import Disk
import Targets
import Testing

@testable import PackageManifests

@Suite struct HeaderLayoutTests {
    private func moduleMap(_ names: String...) throws -> ModuleMap {
        let files = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: names.map { ("/p/S/include/" + $0, "") }))
        if names.isEmpty { try files.makeFolder(AbsolutePath("/p/S/include")) }
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        return try HeaderLayout.moduleMap(in: "S/include", moduleName: "Kit", package: &package)
    }

    @Test("a module map of one's own wins over everything")
    func own() throws {
        #expect(try moduleMap("module.modulemap", "Kit.h", "sub/x.h") == .own("S/include/module.modulemap"))
    }

    @Test("a header of the module's name is the umbrella, if it lies alone")
    func umbrellaHeader() throws {
        #expect(try moduleMap("Kit.h", "other.h") == .umbrellaHeader("S/include/Kit.h"))
        #expect(
            throws: LayoutFailure.problem(
                .umbrellaHasNeighbours(header: "S/include/Kit.h", neighbours: ["S/include/sub"]))
        ) {
            try moduleMap("Kit.h", "sub/x.h")
        }
    }

    @Test("it may lie in a folder of the module's name, if that lies alone")
    func nested() throws {
        #expect(try moduleMap("Kit/Kit.h", "Kit/more.h") == .umbrellaHeader("S/include/Kit/Kit.h"))
        #expect(
            throws: LayoutFailure.problem(
                .umbrellaHasNeighbours(header: "S/include/Kit/Kit.h", neighbours: ["S/include/x", "S/include/a.h"]))
        ) {
            try moduleMap("Kit/Kit.h", "x/y.h", "a.h")
        }
    }

    @Test("otherwise the folder is the umbrella, whatever it holds")
    func folder() throws {
        #expect(try moduleMap("a.h", "b.h") == .umbrellaFolder("S/include"))
        #expect(try moduleMap("a.h", "sub/b.h", "notes.txt") == .umbrellaFolder("S/include"))
        #expect(try moduleMap("Kit/other.h") == .umbrellaFolder("S/include"))
        #expect(try moduleMap() == .umbrellaFolder("S/include"))
    }

    @Test("everything below the folder may be read by who includes a header, but for sources")
    func files() throws {
        let files = InMemoryFileSystem([
            "/p/i/a.h": "", "/p/i/sub/b.inc": "", "/p/i/table": "", "/p/i/impl.c": "", "/p/i/.hidden": "",
            "/p/i/k.apinotes": "", "/p/i/x.swift": "", "/p/i/sub/.b.h": "", "/p/i/.git/c.h": "",
        ])
        var package = PackageFolder(root: AbsolutePath("/p"), files: files)
        #expect(
            try HeaderLayout.files(in: "i", package: &package).sorted() == [
                "i/a.h", "i/k.apinotes", "i/sub/.b.h", "i/sub/b.inc", "i/table",
            ])
    }
}
