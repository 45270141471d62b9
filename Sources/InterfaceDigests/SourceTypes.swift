import SwiftText

/// Which types a source declares, and which names it writes with what they are in: the compiler's text of a module says
/// neither which hidden types are private nor which module's `Box` a field holds, and both are in symbols of clients.
struct SourceTypes {
    struct Place: Hashable {
        /// The last name.
        var name: String
        /// `Left.private State`
        var path: String
    }

    /// `Lower.Box`
    struct QualifiedName: Hashable {
        var qualifier: String
        var name: String
    }

    private(set) var places: [Place] = []
    /// But for those in bodies of functions, by which no declaration gets its type: the module's bytes do not hold
    /// them.
    private(set) var qualified: [QualifiedName] = []
    /// Heads in which something stands before what the type conforms to: `S: @MainActor P`. The module read back does
    /// not print it, and an interface not where `P` is hidden.
    private(set) var isolated: [String] = []
    /// Of protocols, in the text's order.
    private(set) var accessors: [WrittenAccessors] = []

    /// Nil where its braces or strings do not end.
    init?(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return nil }
        var reading = SourceTypesReading(source)
        for index in source.tokens.indices where !reading.read(index) { return nil }
        guard reading.isWhole else { return nil }
        (places, qualified, isolated) = (reading.places, reading.qualified, reading.isolated)
        accessors = WrittenAccessors.all(in: source)
    }
}
