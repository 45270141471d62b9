import JSON

/// What of a module's symbol graph tells which tests it holds. SwiftPM asks the index, which holds the same; but the index is written
/// by compiles, names files by their absolute paths, and cannot be cached.
struct SymbolGraph {
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
        guard let graph = try? JSONParser.parse(bytes), let symbols = graph["symbols"]?.array,
            let relationships = graph["relationships"]?.array
        else { throw .notASymbolGraph }
        var methods: [String: Method] = [:]
        for symbol in symbols {
            guard let id = symbol["identifier"]?["precise"]?.string, let kind = symbol["kind"]?["identifier"]?.string,
                let path = symbol["pathComponents"]?.array?.compactMap(\.string), let name = path.last
            else { throw .notASymbolGraph }
            // A test that is private is none: no code beside it can call it.
            guard let access = symbol["accessLevel"]?.string, !["private", "fileprivate"].contains(access) else { continue }
            if kind == "swift.class" { classes[id] = Class(path: path) }
            if kind == "swift.method", let method = SymbolGraph.test(symbol, name) { methods[id] = method }
        }
        for relationship in relationships {
            guard let kind = relationship["kind"]?.string, let source = relationship["source"]?.string,
                let target = relationship["target"]?.string
            else { throw .notASymbolGraph }
            switch kind {
            case "inheritsFrom": classes[source]?.base = target
            case "memberOf": if let method = methods[source] { classes[target]?.methods.append(method) }
            default: break
            }
        }
    }

    /// An instance method that starts with `test`, takes nothing and returns nothing.
    private static func test(_ symbol: JSONValue, _ name: String) -> Method? {
        guard name.hasPrefix("test"), name.hasSuffix("()") else { return nil }
        guard let signature = symbol["functionSignature"], signature["parameters"] == nil, symbol["swiftGenerics"]?["parameters"] == nil
        else { return nil }
        let result = (signature["returns"]?.array ?? []).compactMap { $0["spelling"]?.string }.joined()
        guard ["", "()", "Void", "Swift.Void"].contains(result) else { return nil }
        let isUnavailable = (symbol["availability"]?.array ?? []).contains {
            $0["domain"]?.string == "*" && $0["isUnconditionallyUnavailable"]?.bool == true
        }
        if isUnavailable { return nil }
        let keywords = (symbol["declarationFragments"]?.array ?? []).filter { $0["kind"]?.string == "keyword" }
        return Method(name: String(name.dropLast(2)), isAsync: keywords.contains { $0["spelling"]?.string == "async" })
    }
}
