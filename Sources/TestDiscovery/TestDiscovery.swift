import SwiftText

/// Finds the XCTest tests of a module, by SwiftPM's rules: a class that has a test of its own is run with these and
/// with those that it inherits from classes of the module. (Swift Testing finds its tests itself, in the running
/// program.)
public enum TestDiscovery {
    /// `symbolGraph`: the module's, with private symbols. Sorted by name.
    public static func classes(inSymbolGraph symbolGraph: [UInt8]) throws(TestDiscoveryError) -> [XCTestClass] {
        let classes = try TestClasses(symbolGraph).classes
        var found: [XCTestClass] = []
        for (symbol, declared) in classes where !declared.methods.isEmpty && declared.base != nil {
            var methods: [String: Bool] = [:]
            var next: String? = symbol, seen: Set<String> = []
            while let symbol = next, seen.insert(symbol).inserted, let current = classes[symbol] {
                // What overrides comes first, and counts.
                for method in current.methods where methods[method.name] == nil {
                    methods[method.name] = method.isAsync
                }
                next = current.base
            }
            // Where the line of classes ends within the module, none of them is XCTest's.
            if next.map({ classes[$0] == nil }) != true { continue }
            found.append(
                XCTestClass(
                    name: declared.path.map(SwiftName.quoted).joined(separator: "."),
                    methods: methods.map { .init(name: $0.key, isAsync: $0.value) }.sorted { $0.name < $1.name }))
        }
        return found.sorted { $0.name < $1.name }
    }
}
