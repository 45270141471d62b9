import Testing

@testable import TestDiscovery

/// Which classes and methods are tests: what SwiftPM's discovery finds on the same declarations, so that the numbers
/// agree.
@Suite struct TestDiscoveryTests {
    /// A symbol graph as `swift-symbolgraph-extract` writes it, cut down to what is read.
    struct Graph {
        var symbols: [String] = []
        var relationships: [String] = []

        mutating func add(_ name: String, _ base: String?, access: String = "internal", fallback: String? = nil) {
            let path = name.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ",")
            symbols.append(
                #"{"kind":{"identifier":"swift.class"},"identifier":{"precise":"c:\#(name)"},"pathComponents":[\#(path)],"accessLevel":"\#(access)"}"#
            )
            if let base {
                relationships.append(#"{"kind":"inheritsFrom","source":"c:\#(name)","target":"c:\#(base)"}"#)
            }
        }

        mutating func add(
            _ method: String, to owner: String, access: String = "internal", kind: String = "swift.method",
            returns: String = "()",
            parameters: String = "", keywords: [String] = [], more: String = ""
        ) {
            let words = keywords.map { #"{"kind":"keyword","spelling":"\#($0)"}"# }.joined(separator: ",")
            symbols.append(
                #"{"kind":{"identifier":"\#(kind)"},"identifier":{"precise":"m:\#(owner).\#(method)"},"pathComponents":["\#(owner)","\#(method)"],"accessLevel":"\#(access)","functionSignature":{\#(parameters)"returns":[{"kind":"text","spelling":"\#(returns)"}]},"declarationFragments":[\#(words)]\#(more)}"#
            )
            relationships.append(#"{"kind":"memberOf","source":"m:\#(owner).\#(method)","target":"c:\#(owner)"}"#)
        }

        func classes() throws -> [XCTestClass] {
            let text =
                #"{"symbols":[\#(symbols.joined(separator: ","))],"relationships":[\#(relationships.joined(separator: ","))]}"#
            return try TestDiscovery.classes(inSymbolGraph: Array(text.utf8))
        }
    }

    @Test("a test is an instance method that starts with test, takes and returns nothing, and is seen in the module")
    func methods() throws {
        var graph = Graph()
        graph.add("Tests", "XCTestCase")
        graph.add("testA()", to: "Tests")
        graph.add("testAsync()", to: "Tests", keywords: ["func", "async", "throws"])
        graph.add("testPackage()", to: "Tests", access: "package")
        graph.add("testVoid()", to: "Tests", returns: "Void")
        graph.add("testPrivate()", to: "Tests", access: "private")
        graph.add("testFile()", to: "Tests", access: "fileprivate")
        graph.add("testStatic()", to: "Tests", kind: "swift.type.method")
        graph.add("testWith(_:)", to: "Tests", parameters: #""parameters":[{"name":"x"}],"#)
        graph.add("testResult()", to: "Tests", returns: "Int")
        graph.add("check()", to: "Tests")
        graph.add(
            "testGone()", to: "Tests", more: #","availability":[{"domain":"*","isUnconditionallyUnavailable":true}]"#)
        graph.add(
            "testOld()", to: "Tests", more: #","availability":[{"domain":"*","isUnconditionallyDeprecated":true}]"#)
        let found = try graph.classes()
        #expect(found.map(\.name) == ["Tests"])
        #expect(found.first?.methods.map(\.name) == ["testA", "testAsync", "testOld", "testPackage", "testVoid"])
        #expect(found.first?.methods.filter(\.isAsync).map(\.name) == ["testAsync"])
    }

    @Test(
        "a class with a test of its own is run with those that it inherits in its module; one without is not run by itself"
    )
    func inheritance() throws {
        var graph = Graph()
        graph.add("Base", "XCTestCase")
        graph.add("testBase()", to: "Base")
        graph.add("testBoth()", to: "Base")
        graph.add("Sub", "Base")
        graph.add("testBoth()", to: "Sub", keywords: ["async"])
        graph.add("OnlyInherits", "Base")
        graph.add("Hidden", "XCTestCase", access: "private")
        graph.add("testHidden()", to: "Hidden")
        // No class of XCTest's: the line ends in the module.
        graph.add("Plain", nil)
        graph.add("testPlain()", to: "Plain")
        graph.add("PlainSub", "Plain")
        graph.add("testPlainSub()", to: "PlainSub")
        let found = try graph.classes()
        #expect(found.map(\.name) == ["Base", "Sub"])
        #expect(
            found.last?.methods == [.init(name: "testBase", isAsync: false), .init(name: "testBoth", isAsync: true)])
    }

    @Test("nested classes are named with what they are nested in, and odd names are quoted")
    func names() throws {
        var graph = Graph()
        graph.add("Outer.Inner", "XCTestCase")
        graph.add("testIt()", to: "Outer.Inner")
        graph.add("_Under", "XCTestCase")
        graph.add("test it well()", to: "_Under")
        let found = try graph.classes()
        #expect(found.map(\.name) == ["Outer.Inner", "_Under"])
        let text = TestRunnerSource.text(module: "M", classes: found)
        #expect(text.contains(#"("test it well", `test it well`)"#))
        #expect(text.contains("@testable import M"))
    }

    @Test(
        "what is no symbol graph is told",
        arguments: ["", "[]", "{", #"{"symbols":[]}"#, #"{"symbols":[{}],"relationships":[]}"#])
    func damaged(_ text: String) {
        #expect(throws: TestDiscoveryError.notASymbolGraph) {
            try TestDiscovery.classes(inSymbolGraph: Array(text.utf8))
        }
    }

    @Test("a module without XCTest's tests gets a runner too, for Swift Testing's")
    func none() {
        let text = TestRunnerSource.text(module: "M", classes: [])
        #expect(!text.contains("@testable") && text.contains("__swiftPMEntryPoint"))
    }
}
