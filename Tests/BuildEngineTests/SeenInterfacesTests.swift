import BuildPlanning
import Digests
import Testing

@testable import BuildEngine

/// The interfaces that a compile saw, as a cache keeps them.
@Suite struct SeenInterfacesTests {
    private func digest(_ text: String) -> ContentDigest { ContentDigest(of: text) }

    private func module(_ name: String, _ imports: [SeenModule] = [], isSwift: Bool = true) -> SeenModule {
        SeenModule(
            id: ActionID("emit-module .:\(name)"), name: name, interface: digest(name), isSwift: isSwift,
            outline: isSwift ? nil : digest("outline of \(name)"), imports: imports)
    }

    private func fingerprint(_ interfaces: [String: String]) -> Fingerprint {
        var fingerprint = Fingerprint(components: [.init(.format, Fingerprint.format), .init(.source("a.swift"), "1")])
        for (name, value) in interfaces.sorted(by: { $0.key < $1.key }) {
            fingerprint.add(.interface(of: ActionID(name)), value)
        }
        return fingerprint
    }

    private func read(_ seen: SeenInterfaces) throws -> SeenInterfaces {
        var writer = RecordWriter()
        seen.write(to: &writer)
        var reader = try RecordReader(sealed: writer.sealed())
        let read = try SeenInterfaces(from: &reader)
        try reader.finish()
        return read
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        let base = module("Base", [module("C", isSwift: false)])
        let modules = [module("B", [base]), module("A", [base])]
        let seen = SeenInterfaces(fingerprint(["A": "1", "B": "2"]), modules, cModules: ["C"])
        #expect(try read(seen) == seen)
        #expect(seen.modules.count == 4, "each once")
        let closure = try read(seen).closure, known = SeenModule.closure(of: modules)
        #expect(closure.map(\.id) == known.map(\.id))
        for (a, b) in zip(closure, known) {
            #expect(a.name == b.name && a.interface == b.interface && a.outline == b.outline)
            #expect(a.isSwift == b.isSwift && a.imports.map(\.id) == b.imports.map(\.id))
        }
    }

    @Test func theKeyOfThenIsMadeAgain() throws {
        let before = fingerprint(["A": "1", "B": "2"]), now = fingerprint(["A": "1", "B": "3"])
        let seen = SeenInterfaces(before, [], cModules: [])
        #expect(now.with(interfaces: seen.components)?.key == before.key)
        #expect(fingerprint(["A": "1"]).with(interfaces: seen.components) == nil, "of another dependency")
        #expect(fingerprint(["A": "1", "C": "2"]).with(interfaces: seen.components) == nil)
    }

    /// A list in which a module stands behind one that imports it, or twice, is none that mono writes.
    @Test(arguments: [[("A", [0])], [("A", [1]), ("B", [])], [("A", []), ("A", [])]])
    func whatNobodyWrites(modules: [(name: String, imports: [Int])]) throws {
        var writer = RecordWriter()
        writer.write(0)
        writer.write(modules) { writer, module in
            writer.write(module.name)
            writer.write(module.name)
            writer.write(digest(module.name))
            writer.write(nil as ContentDigest?)
            writer.write(true)
            writer.write(module.imports) { $0.write($1) }
        }
        writer.write([] as [String])
        var reader = try RecordReader(sealed: writer.sealed())
        #expect(throws: MalformedRecord.self) { _ = try SeenInterfaces(from: &reader) }
    }
}
