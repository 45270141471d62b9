import SwiftText

/// Adds the import of a module to a Swift source.
public enum InterfaceImport {
    /// Before the source's first import, if the source begins with one, else at its very beginning. A source that
    /// imports the module already stays as it is.
    public static func adding(_ module: String, to source: [UInt8]) -> [UInt8] {
        if SourceOutline(source).imports.contains(where: { $0.module == module }) { return source }
        let tokens = SwiftTokens(source)
        let line = Array("import \(module)\n".utf8)
        guard let first = tokens.tokens.first, first.startsLine, tokens.text(first) == "import" else {
            return line + (source.isEmpty || source.first == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + source
        }
        return source[..<first.start] + line + source[first.start...]
    }
}
