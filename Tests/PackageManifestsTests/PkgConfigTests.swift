import Disk
import Testing

@testable import PackageManifests

/// What pkg-config's files say of system libraries.
@Suite struct PkgConfigTests {
    private func config(_ files: [String: String], _ environment: [String: String] = ["PKG_CONFIG_LIBDIR": "/pc"])
        -> PkgConfig
    {
        PkgConfig(files: InMemoryFileSystem(files), environment: environment)
    }

    private static let thing = """
        # A comment.
        prefix=/opt/thing
        includedir = ${prefix}/include
        libdir=${prefix}/lib   # another

        Name: thing
        Description: all: things = good
        Version: 1.0
        Cflags: -I${includedir} -I"${includedir}/two words" -DTHING -pthread
        Libs: -L${libdir} -lthing -Wl,-z,now
        """

    @Test("search paths and libraries are handed on, and nothing else")
    func flags() {
        let (flags, problems) = config(["/pc/thing.pc": Self.thing]).flags(of: "thing")
        #expect(flags.compile == ["-I/opt/thing/include", "-I/opt/thing/include/two words"])
        #expect(flags.link == ["-L/opt/thing/lib", "-lthing"])
        #expect(problems == [.unusedFlags("thing", ["-DTHING", "-pthread", "-Wl,-z,now"])])
    }

    @Test("what compilers do anyway is left out; a flag and its value may stand apart")
    func usual() {
        let text = "Cflags: -I/usr/include -I /opt/x\nLibs: -L/usr/lib -L /opt/y -lz -w -what -framework Foo"
        let (flags, problems) = config(["/pc/z.pc": text]).flags(of: "z")
        #expect(flags.compile == ["-I/opt/x"] && flags.link == ["-L/opt/y", "-lz", "-w", "-framework", "Foo"])
        #expect(problems == [.unusedFlags("z", ["-what"])])
    }

    @Test("needs are followed, private ones for headers alone, circles once")
    func requires() {
        let files = [
            "/pc/a.pc": "Requires: b >= 1.0, c\nRequires.private: d\nCflags: -I/a\nLibs: -la",
            "/pc/b.pc": "Requires: a\nCflags: -I/b\nLibs: -lb", "/pc/c.pc": "Cflags: -I/c\nLibs: -lc",
            "/pc/d.pc": "Cflags: -I/d\nLibs: -ld",
        ]
        let (flags, problems) = config(files).flags(of: "a")
        #expect(
            flags.compile == ["-I/a", "-I/b", "-I/c", "-I/d"] && flags.link == ["-la", "-lb", "-lc"] && problems.isEmpty
        )
    }

    @Test("several names; one that nobody knows does not spoil the others")
    func names() {
        let (flags, problems) = config(["/pc/a.pc": "Libs: -la"]).flags(of: "nowhere a")
        #expect(flags.link == ["-la"] && problems == [.unknown("nowhere")])
        #expect(config(["/pc/a.pc": "Requires: gone\nLibs: -la"]).flags(of: "a").problems == [.unknown("gone")])
        #expect(config(["/pc/a.pc": "Libs: -la"]).flags(of: "").problems.isEmpty)
    }

    @Test("the user's folders come first")
    func folders() {
        let files = ["/mine/a.pc": "Libs: -lmine", "/usr/share/pkgconfig/a.pc": "Libs: -lsystem"]
        #expect(config(files, [:]).flags(of: "a").flags.link == ["-lsystem"])
        #expect(config(files, ["PKG_CONFIG_PATH": "relative:/mine:"]).flags(of: "a").flags.link == ["-lmine"])
        #expect(config(files, [:]).flags(of: "/mine/a.pc").flags.link == ["-lmine"])
    }

    @Test("of the packages that a manifest names, those for this system; all of them where it is no known one")
    func installable() {
        let all = ["brew: thing", "apt: libthing-dev", "yum: thing-devel"]
        #expect(config(["/etc/debian_version": "12"]).installable(all) == ["apt: libthing-dev"])
        #expect(config(["/etc/fedora-release": "40"]).installable(all) == ["yum: thing-devel"])
        #expect(config([:]).installable(all) == all)
        #expect(config(["/etc/debian_version": "12"]).installable(["brew: thing"]) == [])
    }

    @Test("another root")
    func systemRoot() {
        let config = config(
            ["/pc/thing.pc": Self.thing], ["PKG_CONFIG_LIBDIR": "/pc", "PKG_CONFIG_SYSROOT_DIR": "/sysroot"])
        #expect(config.flags(of: "thing").flags.link == ["-L/sysroot/opt/thing/lib", "-lthing"])
    }

    @Test(
        "what makes no sense is told, with its line",
        arguments: [
            ("no mark at all", "no mark at all"), ("Libs: ${unknown}", "${unknown}"), ("Libs: \"open", "\"open"),
        ])
    func malformed(text: String, line: String) {
        let problems = config(["/pc/bad.pc": text]).flags(of: "bad").problems
        #expect(problems == [.malformed(AbsolutePath("/pc/bad.pc"), line: line)])
    }

    @Test("variables that double at each step end somewhere")
    func bomb() {
        let text = "a0=xxxxxxxxxxxxxxxx\n" + (1...60).map { "a\($0)=${a\($0 - 1)}${a\($0 - 1)}\n" }.joined()
        #expect(config(["/pc/bomb.pc": text]).flags(of: "bomb").problems.count == 1)
    }
}
