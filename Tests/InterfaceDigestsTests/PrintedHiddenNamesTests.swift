import Testing

@testable import InterfaceDigests

/// What visible declarations name although it is hidden.
@Suite struct PrintedHiddenNamesTests {
    private func found(_ printed: String, _ dump: String, hidden: [String: [String]] = [:]) throws -> (
        types: Set<String>, aliases: [String]
    ) {
        let interface = try #require(ModuleInterface(Array(printed.utf8), module: "Own", isResilient: false))
        let all = try #require(DeclarationParser.parse(Array(dump.utf8)))
        let found = PrintedHiddenNames(all, printed: interface.parts, hidden: hidden)
        return (found.types, found.parts.map { "\($0.name): \($0.text)" })
    }

    private let throwing = "public var one: Swift.Int {\n  get throws(Own.Failure)\n}\n"

    @Test("a name counts behind a point alone")
    func qualified() throws {
        let hidden = ["Failure": ["Failure"], "one": ["one"]]
        #expect(try found(throwing, "struct Failure : Error {\n}\n", hidden: hidden).types == ["Failure"])
        #expect(try found("public func Failure()\n", "", hidden: hidden).types == [])
    }

    @Test("with what it lies in beside it")
    func nested() throws {
        let hidden = ["Failure": ["Outer.Failure", "Int.Failure"]]
        let printed = "public var one: Swift.Int {\n  get throws(Swift.Int.Failure)\n}\n"
        #expect(try found(printed, "", hidden: hidden).types == ["Int.Failure"])
    }

    @Test("aliases, and what they stand for, one after the other")
    func aliases() throws {
        let dump = "typealias Failure = Short\ntypealias Short = Near\nstruct Near : Error {\n}\n"
        let one = try found(throwing, dump, hidden: ["Near": ["Near"]])
        #expect(
            one.aliases == [
                "Failure: typealias Failure = Short in an interface", "Short: typealias Short = Near in an interface",
            ])
        #expect(one.types == ["Near"])
    }

    @Test("none of storage, which the module read back tells")
    func storage() throws {
        let printed = "private var one: Own.Failure\n"
        #expect(try found(printed, "typealias Failure = Near\n", hidden: ["Failure": ["Failure"]]).aliases == [])
    }

    @Test("no alias that clients can name")
    func visible() throws {
        let printed = "public typealias Failure = Own.Near\n" + throwing
        #expect(try found(printed, "typealias Failure = Near\n").aliases == [])
    }

    @Test("aliases that stand for each other come to an end")
    func circle() throws {
        let dump = "typealias Failure = Short\ntypealias Short = Failure\n"
        #expect(try found(throwing, dump).aliases.count == 2)
    }
}
