import SwiftText

/// The protocols of a module that get an accessor, and the source that mono adds to the module for them.
///
/// Symbol graphs come of a compile, and the accessors are part of what is compiled: so the sources' text decides. The
/// compiler checks what was made of it.
public struct AccessorList: Hashable, Sendable {
    public var module: String
    /// Names of public protocols; sorted.
    public private(set) var names: [String] = []

    public init(module: String) { self.module = module }

    /// Takes in one more source. `markers`: the module with the marker protocols.
    ///
    /// Text that is not understood adds nothing: code that asks for an accessor does not compile then.
    public mutating func add(_ source: [UInt8], markers: String) {
        let marker = Marker.accessible.rawValue
        let wanted = (WrittenProtocol.all(in: source) ?? []).filter {
            $0.access == "public" && !$0.isConditional && !$0.attributes.contains("@_spi")
                && ($0.refined.contains(marker) || $0.refined.contains("\(markers).\(marker)"))
                && ObjectGraphNames.uncapitalised($0.name) != $0.name
        }
        names = Set(names + wanted.map(\.name)).sorted()
    }

    /// What links the accessor with the value that a program has for it.
    static func symbol(module: String, name: String) -> String { "mono.accessor.\(module).\(name)" }

    // MARK: As a source

    /// Raised whenever the same list is written otherwise.
    public static let format = "3"
    private static let mark = "// accessor "

    /// Swift text of the module; the same bytes for the same list.
    public var source: String {
        (["// Written by mono: how code asks a program for what it provides."] + names.map { Self.mark + $0 }
            + names.flatMap(declarations)).joined(separator: "\n") + "\n"
    }

    /// Reads the list off what `source` wrote; nil where the text is none of it.
    public init?(source: String, module: String) {
        self.init(module: module)
        guard source.hasPrefix("// Written by mono: ") else { return nil }
        names = source.split(separator: "\n").dropFirst().prefix { $0.hasPrefix(Self.mark) }.map {
            String($0.dropFirst(Self.mark.count))
        }
    }

    private func declarations(of name: String) -> [String] {
        let type = "any \(SwiftName.quoted(name))", property = ObjectGraphNames.uncapitalised(name)
        let other = SwiftName.quoted("other\(name)"), provide = SwiftName.quoted("provide\(name)")
        let with = SwiftName.quoted("with\(name)")
        // `nonisolated`: the module's own setting may be the main actor. Names of the standard library are whole: the
        // module may declare the same.
        return """

            /// The `\(name)` of the program; within `with\(name)`, the one that it was given. Any thread may ask.
            public nonisolated var \(SwiftName.quoted(property)): \(type) {
                if let other = \(other).get() { return other }
                return Swift.withUnsafeTemporaryAllocation(of: (\(type)).self, capacity: 1) { place in
                    \(provide)(Swift.UnsafeMutableRawPointer(place.baseAddress!))
                    return place.baseAddress!.move()
                }
            }

            /// Runs `body` with another `\(name)`, which `body` and the tasks that it starts find as `\(property)`.
            /// Threads and queues that it starts find the program's.
            public nonisolated func \(with)<Mono_Result>(
                _ other: \(type), _ body: () throws -> Mono_Result
            ) rethrows -> Mono_Result {
                try \(other).withValue(other, operation: body)
            }

            /// The same for code that waits.
            public func \(with)<Mono_Result>(
                _ other: \(type), isolation: isolated (any _Concurrency.Actor)? = #isolation,
                _ body: () async throws -> Mono_Result
            ) async rethrows -> Mono_Result {
                try await \(other).withValue(other, operation: body, isolation: isolation)
            }

            private nonisolated let \(other) = _Concurrency.TaskLocal<(\(type))?>(wrappedValue: nil)

            /// Puts the program's value into memory for one. mono writes it into each program.
            @_silgen_name(\(SwiftName.literal(Self.symbol(module: module, name: name))))
            private nonisolated func \(provide)(_ place: Swift.UnsafeMutableRawPointer)
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
