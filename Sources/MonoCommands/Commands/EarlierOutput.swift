import Disk

/// A file that the command line names, and that a command of mono is said to have made.
struct EarlierOutput {
    /// What makes it, as people type it.
    let command: String
    /// As it was typed.
    let path: String
    /// False where the command takes the path itself.
    var isPrinted = true
    /// What is wrong where the file is: the command line, or what names the file there.
    var code = ExitCode.usage
    /// Where it is named, if not on the command line.
    var place: String?

    /// `content`: nil for bytes that are not what the command makes. Throws for such bytes, and without a file.
    func read<Content>(in session: Session, _ content: ([UInt8]) -> Content?) throws(ErrorReport) -> Content {
        try read(session.path(path), LocalFileSystem(), content)
    }

    /// The same for a file of other files than those of the command line.
    func read<Content>(
        _ file: AbsolutePath, _ files: any FileSystem, _ content: ([UInt8]) -> Content?
    ) throws(ErrorReport) -> Content {
        let bytes: [UInt8]
        do {
            bytes = try files.read(file)
        } catch {
            throw ErrorReport(
                code: code, what: "cannot read '\(path)': \(Words.systemError(error.code))", place: place,
                help: "'\(command) \(isPrinted ? "> " : "")\(path)' makes it")
        }
        guard let content = content(bytes) else {
            throw ErrorReport(
                code: code, what: "'\(path)' is not what '\(command)' \(isPrinted ? "prints" : "writes")", place: place)
        }
        return content
    }
}
