import BuildPlanning
import Digests
import Targets

/// What a build tells that finds nothing to do.
public struct NothingToDo: Hashable, Sendable {
    public var hits: Int
    /// In milliseconds.
    public var savedCPU: Int64
    /// What compilers said when the results were made.
    public var diagnostics: [Diagnostics]

    public init(hits: Int, savedCPU: Int64, diagnostics: [Diagnostics]) {
        (self.hits, self.savedCPU, self.diagnostics) = (hits, savedCPU, diagnostics)
    }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        hits = try reader.number()
        savedCPU = Int64(try reader.fixed())
        diagnostics = try reader.list { (reader) throws(MalformedRecord) in
            let isOfTarget = try reader.flag(), package = PackageID(try reader.text()), name = try reader.text()
            return Diagnostics(
                subject: isOfTarget ? .target(TargetID(package, name)) : .product(ProductID(package, name)),
                folder: try reader.text(), text: try reader.text(), isFailure: false, isReplayed: true)
        }
    }

    public func write(to writer: inout RecordWriter) {
        writer.write(hits)
        writer.fixed(Int(savedCPU))
        writer.write(diagnostics) { writer, diagnostics in
            if case .target = diagnostics.subject { writer.write(true) } else { writer.write(false) }
            writer.write(diagnostics.subject.package.name)
            writer.write(diagnostics.subject.name)
            writer.write(diagnostics.folder)
            writer.write(diagnostics.text)
        }
    }

    /// The same as the build tells it.
    public var summary: BuildSummary {
        var summary = BuildSummary()
        (summary.hits, summary.savedCPU) = (hits, savedCPU)
        return summary
    }
}
