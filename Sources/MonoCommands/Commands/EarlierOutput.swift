import Disk

/// A file that the command line names, and that a command of mono is said to have made.
struct EarlierOutput {
    /// What makes it, as people type it.
    let command: String
    /// As it was typed.
    let path: String
    /// False where the command takes the path itself.
    var isPrinted = true

    /// `content`: nil for bytes that are not what the command makes. Throws for such bytes, and without a file.
    func read<Content>(in session: Session, _ content: ([UInt8]) -> Content?) throws(ErrorReport) -> Content {
        let bytes: [UInt8]
        do {
            bytes = try LocalFileSystem().read(session.path(path))
        } catch {
            throw ErrorReport(
                code: .usage, what: "cannot read '\(path)': \(Words.systemError(error.code))",
                help: "'\(command) \(isPrinted ? "> " : "")\(path)' makes it")
        }
        guard let content = content(bytes) else {
            throw ErrorReport(
                code: .usage, what: "'\(path)' is not what '\(command)' \(isPrinted ? "prints" : "writes")")
        }
        return content
    }
}
