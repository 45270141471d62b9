import ProgramOptions
import Testing

@Suite("Command lines of programs")
struct ProgramSyntaxTests {
    enum Kind: String, CaseIterable { case plain, fancy }

    struct Options {
        var packages: [String] = []
        var rounds = 3
        var note: String?
        var kinds: [Kind] = []
        var sizes = [1, 2]
        var variant: [String] = []
        var isLoud = true
        var keeps = false
        var lists = false
        var folder = "/tmp/x"
    }

    private var syntax: ProgramSyntax<Options> {
        ProgramSyntax(
            "sample", "does nothing.", defaults: Options(),
            arguments: [
                .words(\.packages, .text("PACKAGE"), help: "some"),
                .option("--rounds", \.rounds, .count, help: "how often"),
                .option("--note", \.note, .text("TEXT"), help: "a remark"),
                .repeated("--kind", \.kinds, .choice("KIND"), help: "of these"),
                .option(
                    "--sizes", \.sizes, .list("N,N", of: .count.only("numbers below 9") { $0 < 9 }, by: ","),
                    help: "of them"),
                .option("--variant", \.variant, .list("WORDS", of: .text("WORD"), by: " "), help: "of another one"),
                .flag("--quiet", \.isLoud, to: false, help: "no word"),
                .flag("--keep", \.keeps, help: "leave it").excluding("--quiet"),
                .flag("--list", \.lists, help: "all").needing("PACKAGE"),
                .option("--work", \.folder, .folder, help: "where"),
            ]
        ) { options, given in
            if given.contains("--rounds"), options.rounds == 7 { throw OptionError("seven is too many") }
        }
    }

    private func read(_ words: String...) throws -> Options { try #require(try syntax.options(of: words)) }

    private func complaint(_ words: String...) -> String {
        do { _ = try syntax.options(of: words) } catch { return "\(error)" }
        return ""
    }

    @Test("what is not given is as it was")
    func defaults() throws {
        let options = try read()
        #expect(options.rounds == 3 && options.note == nil && options.sizes == [1, 2] && options.isLoud)
    }

    @Test("values are read by their kinds, apart or attached, between words")
    func values() throws {
        let options = try read(
            "a", "--rounds", "5", "--note=x=y", "--kind", "fancy", "b", "--kind", "plain", "--sizes", "4,5",
            "--quiet", "--list")
        #expect(options.packages == ["a", "b"])
        #expect(options.rounds == 5 && options.note == "x=y" && options.sizes == [4, 5])
        #expect(options.kinds == [.fancy, .plain])
        #expect(!options.isLoud && options.lists)
    }

    @Test("a value may start with a dash, and after two dashes all are words")
    func dashes() throws {
        #expect(try read("--variant", "--module-bytes -v").variant == ["--module-bytes", "-v"])
        #expect(try read("--", "--rounds").packages == ["--rounds"])
    }

    @Test("a value with a name may hold equals signs, and neither may be missing")
    func named() throws {
        let syntax = ProgramSyntax(
            "servers", "asks servers.", defaults: [NamedText](),
            arguments: [.repeated("--server", \.self, .named("NAME=ADDRESS"), help: "some")])
        let found = try syntax.options(of: ["--server", "A=grpc://a?b=c", "--server=B=d"])
        #expect(found == [.init(name: "A", text: "grpc://a?b=c"), .init(name: "B", text: "d")])
        for word in ["a", "=b", "a="] {
            #expect(throws: OptionError.self) { try syntax.options(of: ["--server", word]) }
        }
    }

    @Test("paths are absolute")
    func paths() throws {
        #expect(try read("--work", "/tmp/a/../b").folder == "/tmp/b")
        #expect(try read("--work", "here").folder.hasSuffix("/here"))
    }

    @Test("what is wrong is told")
    func complaints() {
        #expect(complaint("--frob") == "'--frob' is no option")
        #expect(complaint("--rounds") == "--rounds needs a value: --rounds N")
        #expect(complaint("--rounds", "0") == "--rounds needs a number above 0, and '0' is none")
        #expect(complaint("--rounds", "1", "--rounds=2") == "--rounds is given twice")
        #expect(complaint("--kind", "odd") == "--kind needs one of plain, fancy, and 'odd' is none")
        #expect(complaint("--sizes", "3,9") == "--sizes needs numbers below 9, and '3,9' is none")
        #expect(complaint("--sizes", "3,") == "--sizes needs a number above 0, and '3,' is none")
        #expect(complaint("--keep=yes") == "--keep takes no value")
        #expect(complaint("--rounds", "7") == "seven is too many")
    }

    @Test("nothing is read and ignored")
    func company() {
        #expect(complaint("--keep", "--quiet") == "--keep means nothing with --quiet")
        #expect(complaint("--list") == "--list means nothing without PACKAGE")
    }

    @Test("words that are needed, and one too many")
    func words() throws {
        let one = ProgramSyntax(
            "one", "takes one.", defaults: "", arguments: [.word(\.self, .text("NAME"), help: "it")])
        #expect(try one.options(of: ["a"]) == "a")
        #expect(throws: OptionError("NAME is missing")) { try one.options(of: []) }
        #expect(throws: OptionError("'b' is one word too many")) { try one.options(of: ["a", "b"]) }
    }

    @Test("help is asked for anywhere, and has every option with what counts unless told")
    func help() throws {
        #expect(try syntax.options(of: ["--frob", "--help"]) == nil)
        let lines = syntax.help.split(separator: "\n").map(String.init)
        #expect(lines[0] == "sample does nothing.")
        #expect(lines[1] == "usage: sample [PACKAGE…] [OPTION…]")
        #expect(lines.contains("  --rounds N       how often (unless told 3)"))
        #expect(lines.contains("  --kind KIND      of these (plain, fancy; may be repeated)"))
        #expect(lines.contains("  --list           all (with PACKAGE only)"))
        #expect(lines.contains("  --help           this text"))
        #expect(lines.allSatisfy { $0.count <= 120 })
    }
}
