import Testing

@testable import Wiring

@Suite struct ProvisionsTests {
    @Test func theTextHoldsEverything() throws {
        let module = SpecimenModule("Menu")
            .adding(protocol: "Menu", "Provided", "Shared", access: .package)
            .adding(
                type: "Kitchen.Cook", "Menu.Menu", access: .open, isGeneric: true, isMainActor: true,
                subject: "Menu.Route",
                inits: [
                    .taking(
                        .one(nil, "A.B"), .optional("b", "A.B"), .all("c", "A.B"), .late("d", "A.B"),
                        .value("e", "[Int]", hasDefault: true),
                        access: .internal, obstacles: [.failable]),
                    .init(access: .public, isMainActor: true, obstacles: [], parameters: []),
                ])
        var provisions = module.provisions
        provisions.names = ["Kitchen", "Menu"]
        #expect(Provisions(text: provisions.text) == provisions)
        #expect(Provisions(text: Provisions(module: "Empty").text) == Provisions(module: "Empty"))
    }

    @Test func theTextHoldsScopesValuesAndEffects() {
        func takes(_ need: Provisions.Need) -> Provisions.Parameter {
            .init(label: "it", need: need, hasDefault: false, type: .init(form: "f", text: "t"))
        }
        let int = Provisions.WrittenType(form: "s:Si", text: "Int"),
            text = Provisions.WrittenType(form: "s:SS", text: "String")
        var provisions = SpecimenModule("Menu").adding(protocol: "Repo", "Provided").adding(type: "Cook", "Menu.Repo")
            .provisions
        provisions.protocols[0].primary = ["Item", "Key"]
        provisions.types[0].home = SpecimenModule.reference("Menu.LoggedIn")
        provisions.types[0].aliases = ["Item": int, "Key": text]
        provisions.types[0].initialisers = ([[], .throws, .async, [.async, .throws]] as [Provisions.Effects]).map {
            .init(
                access: .public, isMainActor: true, obstacles: [],
                parameters: [
                    takes(.late("s:Net", $0)), takes(.factory("s:Net", of: [int, text], $0)),
                    takes(.one("s:Repo<s:Si>")),
                ], effects: $0)
        }
        #expect(Provisions(text: provisions.text) == provisions)
        // Not behind the parameter that it belongs to.
        #expect(Provisions(text: provisions.text + "given\ts:Si\tInt\n") == nil)
        #expect(Provisions(text: provisions.text.replacing(Provisions.format, with: "mono provisions 2")) == nil)
    }

    @Test func brokenTextIsNone() {
        let text = SpecimenModule("Menu").adding(protocol: "Menu", "Provided").adding(type: "Cook", "Menu.Menu")
            .provisions.text
        #expect(Provisions(text: "") == nil)
        for cut in text.indices where text[cut] == "\t" { #expect(Provisions(text: String(text[..<cut])) == nil) }
        #expect(Provisions(text: text + "takes\t_\tone\ts:x\t\n") == nil)
        #expect(Provisions(text: text + "surprise\n") == nil)
    }

    /// The text as Swift 6.3.1 writes it: `@` and the name of an actor are two fragments.
    @Test func readsActorsOfRealSymbolGraphs() throws {
        let provisions = try Provisions(
            symbolGraph: Array(ConsoleModule.symbolGraph.utf8), module: "Console", markers: "Wiring")
        let types = Dictionary(uniqueKeysWithValues: provisions.types.map { ($0.path, $0) })
        #expect(
            types.filter(\.value.isMainActor).keys.sorted() == ["ConsolePresenter", "FreelyMade", "PlainWindow"])
        let initialisers = types.mapValues { type in
            type.initialisers.map {
                "\($0.name)\($0.isMainActor ? " main" : "")\($0.obstacles.map { " \($0)" }.joined())"
            }
        }
        #expect(
            initialisers == [
                "ConsolePresenter": ["init(width:) main"],
                // What a closure is bound to binds no initialiser.
                "PlainPresenter": ["init() main", "init(each:)"],
                "PlainWindow": ["init() main"], "BackgroundPresenter": ["init() isolated"],
                "FreelyMade": ["init()"], "Anywhere": ["init()"],
            ])
    }

    /// The text that compilers write, reduced to what is read.
    @Test func readsSymbolGraphs() throws {
        func fragments(_ list: [(String, String, String?)]) -> String {
            "["
                + list.map {
                    #"{"kind": "\#($0.0)", "spelling": "\#($0.1)"\#($0.2.map { #", "preciseIdentifier": "\#($0)""# } ?? "")}"#
                }.joined(separator: ", ") + "]"
        }
        let net: (String, String, String?) = ("typeIdentifier", "Net", "s:Net"),
            any: (String, String, String?) = ("keyword", "any", nil)
        func text(_ text: String) -> (String, String, String?) { ("text", text, nil) }
        let written = fragments([
            ("keyword", "init", nil), text("("), ("externalParam", "_", nil), text(" "), ("internalParam", "net", nil),
            text(": "), any, text(" "), net,
            text(", "), ("externalParam", "late", nil), text(": "), ("attribute", "@escaping", nil), text(" () -> "),
            any, text(" "), net,
            text(", "), ("externalParam", "more", nil), text(": ["), any, text(" "), net, text("] = [], "),
            ("externalParam", "maybe", nil), text(": ("), any,
            text(" "), net, text(")?) "), ("keyword", "throws", nil),
        ])
        let parameters = [
            fragments([("identifier", "net", nil), text(": "), any, text(" "), net]),
            fragments([
                ("identifier", "late", nil), text(": "), ("attribute", "@escaping", nil), text(" () -> "), any,
                text(" "), net,
            ]),
            fragments([("identifier", "more", nil), text(": ["), any, text(" "), net, text("]")]),
            fragments([("identifier", "maybe", nil), text(": ("), any, text(" "), net, text(")?")]),
        ].map { #"{"declarationFragments": \#($0)}"# }.joined(separator: ", ")
        func symbol(_ id: String, _ kind: String, _ path: String, _ rest: String = "", access: String = "public")
            -> String
        {
            #"{"kind": {"identifier": "\#(kind)"}, "identifier": {"precise": "\#(id)"}, "pathComponents": ["\#(path)"], "accessLevel": "\#(access)"\#(rest)}"#
        }
        func relation(_ kind: String, _ source: String, _ target: String, _ name: String? = nil) -> String {
            #"{"kind": "\#(kind)", "source": "\#(source)", "target": "\#(target)"\#(name.map { #", "targetFallback": "\#($0)""# } ?? "")}"#
        }
        let graph = """
            {"symbols": [\(symbol("s:T", "swift.class", "T", #", "declarationFragments": [{"kind": "attribute", "spelling": "@MainActor"}]"#)),
            \(symbol("s:T.init", "swift.init", "T", #", "declarationFragments": \#(written), "functionSignature": {"parameters": [\#(parameters)]}"#)),
            \(symbol("s:T.S", "swift.typealias", "Subject", #", "declarationFragments": [{"kind": "keyword", "spelling": "typealias"}, {"kind": "typeIdentifier", "spelling": "Route", "preciseIdentifier": "s:Route"}]"#)),
            \(symbol("s:U", "swift.struct", "U")), \(symbol("s:Q", "swift.protocol", "Q", access: "internal"))],
            "relationships": [\(relation("memberOf", "s:T.init", "s:T")), \(relation("memberOf", "s:T.S", "s:T")), \(relation("conformsTo", "s:T", "s:Net", "NetInterface.Net")),
            \(relation("conformsTo", "s:T", "s:Provided", "Wiring.Provided")), \(relation("conformsTo", "s:T", "s:Sendable", "Swift.Sendable")),
            \(relation("conformsTo", "s:U", "s:Q")), \(relation("conformsTo", "s:Q", "s:Net", "NetInterface.Net"))]}
            """
        let provisions = try Provisions(symbolGraph: Array(graph.utf8), module: "M", markers: "Wiring")
        // `U` conforms to nothing that is marked.
        #expect(provisions.types.map(\.path) == ["T"])
        #expect(provisions.names == ["Q", "Subject", "T", "U"])
        #expect(provisions.protocols.map(\.path) == ["Q"] && provisions.protocols[0].access == .internal)
        let type = provisions.types[0]
        #expect(type.isMainActor && type.subject?.symbol == "s:Route")
        #expect(type.conformances.map(\.name) == ["NetInterface.Net", "Wiring.Provided"])
        #expect(
            type.initialisers == [
                .init(
                    access: .public, isMainActor: false, obstacles: [],
                    parameters: [
                        .init(
                            label: nil, need: .one("s:Net"), hasDefault: false,
                            type: .init(form: "s:Net", text: "any Net")),
                        .init(
                            label: "late", need: .late("s:Net"), hasDefault: false,
                            type: .init(form: "()->s:Net", text: "@escaping () -> any Net")),
                        .init(
                            label: "more", need: .all("s:Net"), hasDefault: true,
                            type: .init(form: "[s:Net]", text: "[any Net]")),
                        .init(
                            label: "maybe", need: .optional("s:Net"), hasDefault: false,
                            type: .init(form: "(s:Net)?", text: "(any Net)?")),
                    ], effects: .throws)
            ])
    }
}
