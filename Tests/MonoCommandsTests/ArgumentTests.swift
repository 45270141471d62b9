import PackageManifests
import Testing

@testable import MonoCommands

@Suite struct ArgumentTests {
    /// A command of every kind of argument.
    struct Options: Hashable, Sendable {
        var jobs = 0
        var keepsGoing = false
        var isLoud = false
        var flags: [String] = []
        var format: Format?
        var product = ""
        var rest: [String] = []
        var share: Double?
    }

    enum Format: String, CaseIterable, Hashable, Sendable { case text, json }

    let syntax = CommandSyntax<Options>(
        "try", "a command for tests", defaults: Options(),
        arguments: [
            .option("-j", "--jobs", reads: .count, help: "") { $0.jobs = $1 },
            .flag("-k", "--keep-going", help: "") { $0.keepsGoing = true },
            .flag("--no-keep-going", help: "") { $0.keepsGoing = false },
            .flag("-l", "--loud", help: "") { $0.isLoud = true },
            .option("-Xswiftc", reads: .verbatim, isRepeatable: true, help: "") { $0.flags.append($1) },
            .option("--format", reads: .choice(), help: "") { $0.format = $1 },
            .option("--verify", reads: .percent("SHARE"), implied: 100, help: "") { $0.share = $1 },
            .positional("PRODUCT", reads: .text("PRODUCT"), help: "") { $0.product = $1 },
            .positional("ARG", .any, reads: .verbatim, help: "") { $0.rest.append($1) },
        ])

    func parse(_ arguments: String...) throws(ArgumentError) -> Options? {
        var global = GlobalOptions()
        return try syntax.parse(arguments[...], global: &global)
    }

    @Test("a value that may be left out is in the same word or nowhere")
    func optionalValues() throws {
        #expect(try parse("--verify", "20")?.share == 100)
        #expect(try parse("--verify", "20")?.product == "20")
        #expect(try parse("--verify=20%", "p")?.share == 20)
        #expect(try parse("--verify=0.5", "p")?.share == 0.5)
        for bad in ["0", "101", "-1", "1e1", "%", "", "nan", "1.2.3"] {
            #expect(throws: ArgumentError.invalidValue(bad, of: "--verify", .notAShare)) {
                try parse("--verify=\(bad)", "p")
            }
        }
    }

    @Test(
        "every spelling of an option with a value",
        arguments: [["-j4"], ["-j", "4"], ["-j=4"], ["--jobs", "4"], ["--jobs=4"], ["--jobs=9", "-j4"]])
    func values(_ spelling: [String]) throws {
        var global = GlobalOptions()
        #expect(try syntax.parse(["p"] + spelling, global: &global)?.jobs == 4)
        #expect(try syntax.parse((spelling + ["p"])[...], global: &global)?.product == "p")
    }

    @Test("flags of one letter may share a dash, and the last may take a value")
    func bundles() throws {
        let options = try #require(try parse("-klj3", "p"))
        #expect(options.keepsGoing && options.isLoud && options.jobs == 3)
        #expect(throws: ArgumentError.self) { try parse("-kz", "p") }
    }

    @Test("the last of two contrary flags counts")
    func contrary() throws {
        #expect(try parse("-k", "--no-keep-going", "p")?.keepsGoing == false)
        #expect(try parse("--no-keep-going", "-k", "p")?.keepsGoing == true)
    }

    @Test("values for other tools may start with a dash, be empty, and repeat")
    func verbatim() throws {
        #expect(try parse("-Xswiftc", "-O", "-Xswiftc", "--help", "-Xswiftc", "", "p")?.flags == ["-O", "--help", ""])
        #expect(try parse("-Xswiftc=-Dx=1", "p")?.flags == ["-Dx=1"])
    }

    @Test("after two dashes everything is positional")
    func terminator() throws {
        let options = try #require(try parse("p", "-k", "a", "--", "-k", "--", "--help"))
        #expect(options.keepsGoing)
        #expect(options.rest == ["a", "-k", "--", "--help"])
        #expect(try parse("p", "-")?.rest == ["-"])
    }

    @Test("what is wrong is said as a fact")
    func mistakes() {
        #expect(throws: ArgumentError.missingArgument("PRODUCT", command: "try")) { try parse("-k") }
        #expect(throws: ArgumentError.missingValue(option: "--jobs", valueName: "N", next: nil)) {
            try parse("p", "--jobs")
        }
        #expect(throws: ArgumentError.missingValue(option: "--jobs", valueName: "N", next: "-k")) {
            try parse("p", "--jobs", "-k")
        }
        #expect(throws: ArgumentError.unexpectedValue(option: "--loud", value: "yes")) { try parse("--loud=yes", "p") }
        #expect(throws: ArgumentError.unexpectedValue(option: "-l", value: "yes")) { try parse("-kl=yes", "p") }
        for text in ["0", "-1", "x", "", "99999999999999999999"] {
            #expect(throws: ArgumentError.invalidValue(text, of: "--jobs", .notACount)) {
                try parse("p", "--jobs=\(text)")
            }
        }
        #expect(throws: ArgumentError.invalidValue("jsn", of: "--format", .notOneOf(["text", "json"]))) {
            try parse("p", "--format", "jsn")
        }
    }

    @Test("options for every command are taken before and after it, and help needs nothing else")
    func global() throws {
        var global = GlobalOptions()
        #expect(try syntax.parse(["p", "-C", "there", "--color=never", "-v"], global: &global) != nil)
        #expect(global == GlobalOptions(folder: "there", color: .never, isVerbose: true))
        #expect(try syntax.parse(["-h"], global: &global) == nil)
        #expect(global.request == .help)

        var arguments = ["--color", "always", "-C/x", "build", "-k"][...]
        global = try GlobalOptions.syntax.parseLeading(&arguments)
        #expect(global == GlobalOptions(folder: "/x", color: .always))
        #expect(arguments == ["build", "-k"])
    }

    @Test(
        "sizes and ages",
        arguments: [
            ("0", 0), ("17", 17), ("1k", 1024), ("500M", 500 << 20), ("5G", 5 << 30), ("1.5GiB", 3 << 29),
            ("2TB", 2 << 40),
        ] as [(String, Int64)])
    func sizes(_ text: String, _ bytes: Int64) throws {
        #expect(try ValueReader<Int64>.size.read(text) == bytes)
    }

    @Test(
        "no sizes",
        arguments: ["", "G", "-1", "1X", "1e3", "nan", "0x10", "1..5G", "99999999999999999999T", "5 G", "٥G"])
    func noSizes(_ text: String) {
        #expect(throws: ValueError.notASize) { try ValueReader<Int64>.size.read(text) }
    }

    @Test("ages need a unit")
    func ages() throws {
        #expect(try ValueReader<Int64>.age.read("30d") == 30 * 86_400)
        #expect(try ValueReader<Int64>.age.read("1.5h") == 5400)
        #expect(throws: ValueError.notAnAge) { try ValueReader<Int64>.age.read("30") }
        #expect(throws: ValueError.notADuration) { try ValueReader<Int64>.duration.read("3") }
        #expect(try ValueReader<Int64>.duration.read("3m") == 180)
    }

    @Test("a shared cache may be read-only")
    func sharedCache() throws {
        let reader = ValueReader<SharedCacheChoice>.sharedCache
        #expect(try reader.read("/ci") == SharedCacheChoice(folder: "/ci", isReadOnly: false))
        #expect(try reader.read("/ci:ro") == SharedCacheChoice(folder: "/ci", isReadOnly: true))
        #expect(try reader.read("/ci:rw") == SharedCacheChoice(folder: "/ci", isReadOnly: false))
        #expect(try reader.read("/a:b") == SharedCacheChoice(folder: "/a:b", isReadOnly: false))
        #expect(throws: ValueError.empty) { try reader.read(":ro") }
    }

    @Test(
        "of several words on traits the same one counts as in SwiftPM; lists have no empty words",
        arguments: [
            ([], WorkspaceLoader.TraitChoice.defaults), (["--traits", "A,default"], .named(["A", "default"])),
            (["--disable-default-traits"], .named([])),
            (["--traits=B", "--disable-default-traits"], .named(["B"])),
            (["--disable-default-traits", "--enable-all-traits", "--traits", "A"], .all),
        ] as [([String], WorkspaceLoader.TraitChoice)])
    func traits(words: [String], choice: WorkspaceLoader.TraitChoice) throws {
        let syntax = CommandSyntax<BuildOptions>(
            "try", "tries", defaults: BuildOptions(), arguments: BuildOptions.argumentsAboutHow)
        var global = GlobalOptions()
        #expect(try syntax.parse(words[...], global: &global)?.loading.traits == choice)
        #expect(throws: ArgumentError.self) { try syntax.parse(["--traits", "A,,B"], global: &global) }
    }
}
