import Testing

@testable import InterfaceDigests

/// Conformances that clients find and of which no interface says everything.
@Suite struct UnprintedConformancesTests {
    private func found(
        _ printed: String, _ dump: String, others: SeenNames = SeenNames(), importsBothWays: Bool = false
    ) throws -> (
        parts: [String], types: Set<String>
    ) {
        let interface = try #require(ModuleInterface(Array(printed.utf8), module: "Own", isResilient: false))
        var types: [String: [Declaration]] = [:], extensions: [String: [Declaration]] = [:]
        let all = try #require(DeclarationParser.parse(Array(dump.utf8)))
        for declaration in all {
            if declaration.keyword == "extension" {
                extensions[declaration.name, default: []].append(declaration)
            } else {
                types[declaration.name, default: []].append(declaration)
            }
        }
        let found = UnprintedConformances(
            declared: types, extensions: extensions, all: all, interface, others: others,
            importsBothWays: importsBothWays)
        return (found.parts.map { "\($0.name): \($0.text)" }, found.types)
    }

    @Test("those of another module's type, one by one, with attributes and conditions")
    func foreign() throws {
        let both = try found(
            "public import P\n",
            "@available(*, deprecated)\nextension Box : P, @unchecked Sendable where T : Q {\n}\nextension Box {\n}\n")
        #expect(
            both.parts == [
                "Box: @available(*, deprecated)\nextension Box : P where T : Q",
                "Box: @available(*, deprecated)\nextension Box : @unchecked Sendable where T : Q",
            ])
        #expect(both.types == ["Box"])
    }

    @Test("where an interface prints one, it prints its associated types")
    func printed() throws {
        let one = try found("import Low\nimport P\nextension Low.Box : P.P {\n}\n", "extension Box : P {\n}\n")
        #expect(one.parts.count == 1)
        #expect(one.types == [])
    }

    @Test("not those of the module's own types, nor to its hidden protocols")
    func own() throws {
        let none = try found(
            "public struct Box : P.P {\n}\n",
            "struct Box : P, Hidden {\n}\nextension Box : Q {\n}\nprotocol Hidden {\n}\nextension Far : Hidden {\n}\n")
        #expect(none.parts == [])
        // Another module's protocol may have that name.
        var others = SeenNames()
        others.add(.init(types: ["Hidden"]), of: "Low")
        #expect(try found("", "protocol Hidden {\n}\nextension Far : Hidden {\n}\n", others: others).parts.count == 1)
    }

    @Test("a hidden protocol brings along what it refines")
    func refinements() throws {
        let types = Dictionary(
            grouping: try #require(
                DeclarationParser.parse(
                    Array(
                        """
                        protocol Plain : AnyObject {
                        }
                        protocol Far : Low {
                        }
                        protocol Middle : Plain, Far {
                        }
                        protocol Bound where Self : Low {
                        }
                        """.utf8))), by: \.name)
        #expect(
            HiddenRefinements(of: types).refined
                == ["Plain": [], "Far": ["Low"], "Middle": ["Low"], "Bound": ["where Self : Low"]])
        let visible = "public struct Box {\n}\n", box = "struct Box : Hidden {\n}\n"
        #expect(try found(visible, box + "protocol Hidden {\n}\n").types == [])
        #expect(try found(visible, box + "protocol Hidden : Low {\n}\n").types == ["Box"])
        #expect(try found("", "extension Far : Hidden {\n}\nprotocol Hidden : Low {\n}\n").types == ["Far"])
        // However it is written.
        for clause in ["Hidden<Int>", "@preconcurrency Hidden", "Hidden & Other", "Other & Own.Sub, Hidden"] {
            let hidden = "protocol Hidden : Low {\n}\nprotocol Other {\n}\n"
            #expect(try found(visible, "struct Box : \(clause) {\n}\n" + hidden).types == ["Box"], "\(clause)")
        }
        let between = "protocol Hidden<A> : Low {\n}\nprotocol Middle : Hidden<Int> & Other {\n}\nprotocol Other {\n}\n"
        #expect(try found(visible, "struct Box : Middle {\n}\n" + between).types == ["Box"])
        // What it is known to conform to it conforms to in public.
        let known = "public struct Box {\n}\nextension Own.Box : Low.Low {\n}\n"
        #expect(try found(known, box + "protocol Hidden : Low {\n}\n").types == [])
        // A witness that another source's import allows to be hidden is not printed. Nor does a parameter's name say
        // what its type conforms to.
        #expect(try found(known, box + "protocol Hidden : Low {\n}\n", importsBothWays: true).types == ["Box"])
        let parameter = "public struct Box<Low> where Low : Low.Low {\n}\n"
        #expect(try found(parameter, box + "protocol Hidden : Low {\n}\n").types == ["Box"])
    }

    @Test("of a member in an extension, the conditions count")
    func conditions() throws {
        let all = "protocol Own {\n}\nextension Own where Self == Box {\nfunc ofOwn()\n}\nprotocol Hidden : Low {\n}\n"
        let found = try found("public struct Box {\n}\n", all + "struct Box : Hidden {\n}\n")
        #expect(found.parts == ["Own.ofOwn: func ofOwn() where Self == Box"])
    }

    @Test("everything counts that may be a witness, whatever its access")
    func witnesses() throws {
        let members = """
            extension Low {
            func ofProtocol()
            }
            extension Far {
            func ofOther()
            }
            protocol Own {
            }
            extension Own {
            func ofOwn()
            }
            func ** (_ a: Box, _ b: Box) -> Int
            func plain()
            class Base {
            func inherited()
            }
            class Other {
            func another()
            }

            """
        let box = "class Box : Base, Hidden {\nfunc own()\n}\n", visible = "public class Box {\n}\n"
        #expect(try found(visible, members + box + "protocol Hidden {\n}\n").parts == [])
        #expect(
            try found(visible, members + box + "protocol Hidden : Low {\n}\n").parts.map { $0.prefix { $0 != ":" } }
                == ["Base.inherited", "Box.own", "Far.ofOther", "Low.ofProtocol", "Own.ofOwn", "**"])
    }

    @Test("those of a type with package access, and of what is nested in it")
    func package() throws {
        let both = try found(
            "package struct Box : P.P {\npublic struct In {\n}\n}\nextension Own.Box.In : P.P {\n}\n",
            "struct Box : P {\nstruct In {\n}\n}\nextension Box.In : P {\n}\n")
        #expect(both.types == ["Box", "In"])
    }
}

/// Hidden types that attributes of visible declarations name.
@Suite struct AttributeTypesTests {
    private func names(_ printed: String, _ dump: String) throws -> [String] {
        let interface = try #require(ModuleInterface(Array(printed.utf8), module: "Own", isResilient: false))
        let parsed = try #require(DeclarationParser.parse(Array(dump.utf8)))
        return AttributeTypes(parsed, printed: interface.parts).parts.map(\.name)
    }

    @Test("an alias counts with what it stands for, a type with all that is in it")
    func hidden() throws {
        let dump = """
            typealias Z = Builder
            struct Builder {
            static func buildBlock(_ a: Int) -> Int
            }
            extension Builder {
            static func buildExpression(_ a: Int) -> Int
            }
            struct Other {
            }
            """
        #expect(
            try names("public func f(@Own.Z _ g: () -> Swift.Int)\n", dump) == [
                "Z", "Builder", "Builder.buildBlock", "Builder", "Builder.buildExpression",
            ])
        #expect(try names("public func f(@Far.W _ g: () -> Swift.Int)\n", dump) == [])
    }

    @Test("not one that the interface prints, nor an extension of another module's type")
    func visible() throws {
        #expect(
            try names(
                "public struct W {\n}\n@Own.W public func f()\n@Swift.MainActor public func g()\n",
                "struct W {\nfunc hidden()\n}\nextension MainActor {\nfunc hidden()\n}\n") == [])
    }
}
