import BuildPlanning
import Disk
import Targets
import Testing

@testable import BuildEngine

/// Places that decide what a C text means, and that no compiler tells of.
@Suite struct HeaderPlacesTests {
    private let home = AbsolutePath("/w/src")

    private func quoted(_ name: String) -> AskedHeaders.Name { AskedHeaders.Name(text: name, isQuoted: true) }
    private func angled(_ name: String) -> AskedHeaders.Name { AskedHeaders.Name(text: name, isQuoted: false) }

    private func places(
        _ files: InMemoryFileSystem, folders: [String] = ["/usr/include", "/w/later"],
        _ body: (inout HeaderPlaces) -> Void
    ) -> Set<String> {
        var places = HeaderPlaces(folders: folders.map { AbsolutePath($0) }, files: files)
        body(&places)
        return Set(places.found.map(\.string))
    }

    @Test("a folder that is not there stands for all that could be in it")
    func questions() {
        let files = InMemoryFileSystem(["/w/src/a.c": "", "/usr/include/stdio.h": ""])
        let found = places(files) {
            $0.add([quoted("../opt/a.h"), angled("sys/b.h"), quoted("/opt/c.h")], in: home)
        }
        #expect(found == ["/w/opt", "/usr/opt", "/w/later", "/usr/include/sys", "/opt"])
    }

    @Test("what a text embeds counts where it is, too")
    func embedded() {
        let files = InMemoryFileSystem(["/w/data.bin": "", "/w/src/a.c": "", "/w/later/x": "", "/usr/include/x": ""])
        var places = HeaderPlaces(folders: [AbsolutePath("/w/later")], files: files)
        // The first one is found before a folder is searched.
        places.add(embedded: [quoted("../data.bin"), quoted("b.bin")], in: home)
        #expect(Set(places.found.map(\.string)) == ["/w/data.bin", "/w/src/b.bin", "/w/later/b.bin"])
        #expect(places.embedded == places.found)
    }

    @Test("what a text includes is looked for beside it first; where it is a file, the compiler tells")
    func included() throws {
        let files = InMemoryFileSystem([
            "/w/src/a.c": "", "/w/src/there.h": "", "/usr/include/far.h": "", "/w/later/x": "", "/w/up/y.h": "",
        ])
        try files.makeFolder(home / "folder.h")
        let found = places(files) {
            $0.add(included: [quoted("there.h"), quoted("/opt/c.h"), quoted("folder.h")], in: home)
        }
        #expect(found.isSuperset(of: ["/w/src/folder.h", "/w/later/folder.h"]) && !found.contains("/w/src/there.h"))
        let texts = HeaderTexts(files: files)
        func rivals() -> Set<String> {
            let text = "#include \"far.h\"\n#include \"x/far.h\"\n#include <../up/y.h>"
            let found = texts.rivals(
                ofNamedIn: home / "a.c", NamedHeaders(in: Array(text.utf8)),
                searched: ["/usr/include", "/w/later"].map { AbsolutePath($0) })
            return Set(found.map(\.string))
        }
        #expect(rivals() == ["/w/src/far.h", "/w/src/x", "/usr/up"])
        try files.makeFolder(home / "x")
        #expect(rivals() == ["/w/src/far.h", "/w/src/x/far.h", "/usr/up"])
        // Out of each folder that is searched, unless the text's own folder has it.
        #expect(places(files) { $0.add(included: [quoted("../up/y.h")], in: home) } == [])
        let up = places(files) { $0.add(included: [angled("../up/y.h")], in: home) }
        #expect(up == ["/usr/up"])
    }

    @Test("names that macros make: of all that was read")
    func computed() {
        let files = InMemoryFileSystem(["/w/src/a.c": "", "/usr/include/sys/x.h": "", "/usr/include/y.h": ""])
        let found = places(files) {
            $0.add(
                computedIn: [home],
                read: ["/usr/include/sys/x.h", "/usr/include/y.h", "/w/src/a.c"].map { AbsolutePath($0) })
        }
        #expect(found == ["/w/src/sys", "/w/src/y.h"])
    }

    // MARK: Module maps

    private func places(
        inModuleMap text: String, declared: Bool = true, _ files: InMemoryFileSystem
    ) -> Set<String>? {
        var places = HeaderPlaces(folders: [], files: files)
        let names = ModuleMapText.names(in: Array(text.utf8))
        let isKnown = places.add(
            inModuleMap: names, in: AbsolutePath("/w/include"), declared: declared, entering: { $0.name != "build" })
        return isKnown ? Set(places.found.map(\.string)) : nil
    }

    @Test("an umbrella folder counts with all below it")
    func umbrella() throws {
        let files = InMemoryFileSystem([
            "/w/include/a.h": "", "/w/priv/x.h": "", "/w/priv/sub/.deep/y.h": "", "/w/priv/build/z.h": "",
        ])
        try files.makeSymbolicLink(at: AbsolutePath("/w/priv/sub/loop"), to: "..")
        let map = "module A { umbrella \"../priv\" header \"../no.h\" header \"a.h\" header \"b.h\" }"
        #expect(places(inModuleMap: map, files) == ["/w/priv", "/w/priv/sub", "/w/priv/sub/.deep", "/w/no.h"])
        #expect(places(inModuleMap: map, declared: false, files)?.contains("/w/include/b.h") == true)
        #expect(places(inModuleMap: "module A { umbrella \".\" }", files) == [])
        #expect(places(inModuleMap: "module A { umbrella \".\" }", declared: false, files) == ["/w/include"])
    }

    @Test("a map that comes to be above a header, or beside another map")
    func maps() {
        let files = InMemoryFileSystem(["/w/a/b/x.h": "", "/w/a/module.map": "", "/w/module.modulemap": ""])
        let found = places(files, folders: []) {
            $0.add(mapsAbove: [AbsolutePath("/w/a/b"), AbsolutePath("/w/a")]) { $0.string != "/w" && $0.string != "/" }
        }
        #expect(found == ["/w/a/b/module.modulemap", "/w/a/b/module.map", "/w/a/module.modulemap"])
        let beside = places(files, folders: []) { $0.add(mapsBeside: AbsolutePath("/w/module.modulemap")) }
        #expect(beside == ["/w/module.private.modulemap", "/w/module_private.map"])
    }

    @Test(
        "broken maps name something or nothing",
        arguments: [
            "umbrella", "umbrella \"", "umbrella \"\u{0}\"", "/*", "extern module \"\"",
        ])
    func broken(_ text: String) { #expect(places(inModuleMap: text, InMemoryFileSystem(["/w/include/a.h": ""])) == []) }

    @Test("no name leads out of the file system")
    func escapes() {
        let found = places(inModuleMap: "umbrella \"/../../..\"", InMemoryFileSystem(["/w/include/a.h": ""]))
        #expect(found == ["/", "/w", "/w/include"])
    }

    @Test("more folders than anybody has are too many")
    func tooMany() throws {
        let files = InMemoryFileSystem(["/w/include/a.h": ""])
        for number in 0...HeaderFolder.mostFolders { try files.makeFolder(AbsolutePath("/w/priv/\(number)")) }
        #expect(places(inModuleMap: "umbrella \"../priv\"", files) == nil)
    }

    @Test("of a folder, headers and folders count by name")
    func folder() throws {
        let files = InMemoryFileSystem(["/w/a/x.h": "", "/w/b/x.h": "other", "/w/b/README": ""])
        try files.makeSymbolicLink(at: AbsolutePath("/w/c"), to: "b")
        func digest(_ path: String) -> String { HeaderFolder.digest(of: AbsolutePath(path), files).hex }
        #expect(digest("/w/a") == digest("/w/b") && digest("/w/b") != digest("/w/c"))
        var seen = [digest("/w/a")]
        for change in [
            { try files.write("", to: AbsolutePath("/w/a/.y.HPP")) },
            { try files.makeFolder(AbsolutePath("/w/a/sub")) },
            { try files.makeSymbolicLink(at: AbsolutePath("/w/a/l.h"), to: "no") },
            { try files.write("", to: AbsolutePath("/w/a/no")) },
            { try files.remove(AbsolutePath("/w/a/x.h")) },
        ] as [() throws -> Void] {
            try change()
            seen.append(digest("/w/a"))
        }
        #expect(Set(seen).count == seen.count)
    }

    // MARK: Links

    @Test("behind a link, .. leads out of where the link leads")
    func links() throws {
        let files = InMemoryFileSystem(["/w/real/include/a.h": "", "/w/real/priv/b.h": "", "/w/C/c.c": ""])
        try files.makeSymbolicLink(at: AbsolutePath("/w/C/include"), to: "../real/include")
        let texts = HeaderTexts(files: files), start = AbsolutePath("/w")
        let way = texts.way(from: start, along: "C/include/../priv/b.h")
        #expect(way?.place.string == "/w/real/priv/b.h" && way?.links.map(\.string) == ["/w/C/include"])
        #expect(texts.way(from: start, along: "C/../real/priv/b.h").map { $0.links.isEmpty } == true)
        #expect(texts.way(from: start, along: "no/../real/priv/b.h") == nil)
        #expect(texts.way(from: start, along: "..") == nil)
        let found = places(files, folders: []) {
            $0.add(included: [quoted("../priv/no.h")], in: AbsolutePath("/w/C/include"))
        }
        #expect(found == ["/w/C/include", "/w/real/priv/no.h"])
        try files.makeSymbolicLink(at: AbsolutePath("/w/loop"), to: "loop")
        #expect(NamedWay(from: start, along: "loop/../x.h", files).isMissing)
    }
}
