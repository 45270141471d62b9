import Disk
import Glibc
import Subprocesses
import TestKinds
import Testing
import Toolchains

@testable import InterfaceDigests

/// Names that compilers look up, read off the records that they leave.
@Suite struct LookedUpNamesTests {
    /// The record of a compile of `client`, which may import `Base`.
    private static func record(_ base: String, _ client: String, flags: [String] = []) throws -> [UInt8] {
        let toolchain = try RealModule.toolchain.get(), files = LocalFileSystem()
        let folder = AbsolutePath("/tmp/mono-test-\(getpid())-\(UInt64.random(in: .min ... .max))")
        defer { try? files.remove(folder) }
        try files.write(base, to: folder / "base.swift")
        try files.write(client, to: folder / "client.swift")
        func run(_ words: [String]) throws {
            let result = try LocalCommandRunner().run(
                Command(
                    toolchain.path(of: .swiftc).string, words + ["-module-cache-path", "modules"] + flags,
                    folder: folder.string, environment: ["PATH": "/usr/bin:/bin"]))
            guard result.succeeded else {
                throw RealModule.Failure(description: String(decoding: result.output + result.errors, as: UTF8.self))
            }
        }
        try run(["-emit-module", "-module-name", "Base", "-parse-as-library", "base.swift"])
        try run([
            "-frontend", "-c", "-primary-file", "client.swift", "-module-name", "Client", "-parse-as-library", "-I",
            ".", "-o", "client.o", "-emit-reference-dependencies-path", "client.swiftdeps",
        ])
        return try files.read(folder / "client.swiftdeps")
    }

    private static let base = """
        @propertyWrapper public struct Wrapper {
            public var wrappedValue: Int
            public init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        }
        @resultBuilder public enum Builder { public static func buildBlock(_ n: Int...) -> Int { 0 } }
        public func built(@Builder _ f: () -> Int) -> Int { f() }
        open class Kind { public init() {} }
        public func kind() -> Kind { Kind() }
        public struct Callee {
            public init() {}
            public func callAsFunction() -> Int { 1 }
            public subscript(n: Int) -> Int { n }
        }
        @dynamicMemberLookup public struct Dynamic {
            public init() {}
            public subscript(dynamicMember name: String) -> Int { 1 }
        }
        """

    /// What sources do not say: each is looked up, so an edit of it counts, and an edit of something else does not.
    @Test(
        arguments: [
            ("let c = Callee()()", ["init", "callAsFunction"]), ("let c = Callee()[1]", ["subscript"]),
            ("struct S { @Wrapper var x = 1 }", ["wrappedValue", "projectedValue"]),
            ("let n = built { 1; 2 }", ["buildBlock", "buildExpression", "buildFinalResult"]),
            ("let s = \"\\(1)\"", ["appendInterpolation", "appendLiteral"]),
            ("func f() { for _ in [1] {} }", ["makeIterator", "next"]),
            ("func f(_ n: Int) { switch n { case 0...1: break; default: break } }", ["~="]),
            ("struct S: Hashable { var a = 1 }", ["==", "hash", "hashValue"]),
            ("struct S: Codable { var a = 1 }", ["encode", "init", "CodingKeys"]),
            ("enum E { case a }", ["_rawHashValue"]),
            ("struct S: Sequence, IteratorProtocol { mutating func next() -> Int? { nil } }", ["underestimatedCount"]),
            ("let d = Dynamic().anything", ["anything", "subscript"]),
            // Requirements of a protocol whose interface nobody can read, for a class that no head names.
            (
                """
                protocol P { associatedtype A; static var a: A { get } }
                struct X: P { static let a = kind() }
                class D: X.A, LocalizedError {}
                """, ["errorDescription", "helpAnchor"]
            ),
        ])
    func unwritten(client: String, expected: [String]) throws {
        let record = try Self.record(Self.base, "import Base\nimport Foundation\n\(client)\n")
        let names = try LookedUpNames(record: record).names
        #expect(names.isSuperset(of: expected), "\(Set(expected).subtracting(names)) of \(names.sorted())")
    }

    @Test("a damaged record is none, and ends")
    func damaged() throws {
        let record = try Self.record("", "struct S: Hashable { var a = 1 }\n")
        let whole = try LookedUpNames(record: record)
        #expect(whole.names.contains("==") && !whole.names.contains(""))
        for bytes in [[], Array("DEPS".utf8), Array(repeating: 0xFF, count: 64), Array(record.dropFirst(4))] {
            #expect(throws: LookedUpNames.Malformed.self) { try LookedUpNames(record: bytes) }
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = record
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(4 * Int.random(in: 1..<bytes.count / 4, using: &random)) }
            // Whatever it says, it says it in the end.
            _ = try? LookedUpNames(record: bytes)
        }
    }

    @Test("equal names have one digest, and others another")
    func digests() {
        #expect(LookedUpNames(["a", "b"]).digest == LookedUpNames(["b", "a", "a"]).digest)
        #expect(LookedUpNames(["a", "b"]).digest != LookedUpNames(["ab"]).digest)
        var one = LookedUpNames(["a"])
        one.formUnion(LookedUpNames(["b"]))
        #expect(one == LookedUpNames(["a", "b"]))
    }
}
