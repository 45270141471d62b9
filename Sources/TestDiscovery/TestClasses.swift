import SymbolGraphs

/// What of a module's symbol graph tells which tests it holds. SwiftPM asks the index, which holds the same; but the
/// index is written by compiles, names files by their absolute paths, and cannot be cached.
struct TestClasses {
    struct Method {
        var name: String
        var isAsync: Bool
    }

    struct Class {
        var path: [String]
        /// The symbol of the class that it inherits from; nil where there is none.
        var base: String?
        var methods: [Method] = []
    }

    /// By symbol: the module's own classes that code beside theirs can name.
    private(set) var classes: [String: Class] = [:]

    init(_ bytes: [UInt8]) throws(TestDiscoveryError) {
        guard let graph = try? SymbolGraph(bytes, kinds: ["swift.class", "swift.method"]) else {
            throw .notASymbolGraph
        }
        var methods: [String: Method] = [:]
        for symbol in graph.symbols {
            // A test that is private is none: no code beside it can call it.
            guard !["private", "fileprivate"].contains(symbol.access) else { continue }
            if symbol.kind == "swift.class" { classes[symbol.id] = Class(path: symbol.path) }
            if symbol.kind == "swift.method", let method = TestClasses.test(symbol) { methods[symbol.id] = method }
        }
        for relationship in graph.relationships {
            switch relationship.kind {
            case "inheritsFrom": classes[relationship.source]?.base = relationship.target
            case "memberOf":
                if let method = methods[relationship.source] { classes[relationship.target]?.methods.append(method) }
            default: break
            }
        }
    }

    /// An instance method that starts with `test`, takes nothing and returns nothing.
    private static func test(_ symbol: SymbolGraph.Symbol) -> Method? {
        guard let name = symbol.path.last, name.hasPrefix("test"), name.hasSuffix("()"), symbol.parameters.isEmpty,
            !symbol.isGeneric,
            ["", "()", "Void", "Swift.Void"].contains(symbol.result), !symbol.isUnavailable
        else { return nil }
        let isAsync = symbol.declaration.contains { $0.kind == "keyword" && $0.text == "async" }
        return Method(name: String(name.dropLast(2)), isAsync: isAsync)
    }
}
