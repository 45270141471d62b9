import ArtifactCache

extension TieredCache {
    /// What the tool said when the result was made; nil where that is lost.
    func said(in result: ActionResult) -> String? {
        guard let diagnostics = result.diagnostics else { return "" }
        // A writer of a cache can name any blob.
        if diagnostics.size > DiagnosticText.largest { return DiagnosticText.omitted(diagnostics.size) }
        return (try? read(diagnostics, atMost: DiagnosticText.largest)).map { String(decoding: $0, as: UTF8.self) }
    }
}
