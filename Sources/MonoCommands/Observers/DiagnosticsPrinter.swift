import BuildEngine
import Disk
import Synchronization

/// Which of the compilers' warnings are shown. Errors always are.
enum WarningsShown: String, CaseIterable, Hashable, Sendable {
    case all
    /// Of what is compiled now.
    case changed
    case none

    func contains(_ diagnostics: Diagnostics) -> Bool {
        switch self {
        case .all: true
        case .changed: diagnostics.isFailure || !diagnostics.isReplayed
        case .none: diagnostics.isFailure
        }
    }
}

/// Shows what compilers said, word for word, but for what would drive a terminal (`VisibleText`) and for the paths at
/// the starts of lines, which start from the folder that mono works in (`PrintedPlaces`). Where no line has one, a
/// line says from which folder other paths in it start.
final class DiagnosticsPrinter: BuildObserver {
    private let console: BuildConsole
    private let shown: WarningsShown
    private let root, folder: AbsolutePath
    private let files: any FileSystem
    /// Where the paths in the last diagnostics started, relative to the workspace root.
    private let lastFolder: Mutex<String?>

    /// `folder`: the one that mono works in.
    init(
        _ console: BuildConsole, root: AbsolutePath, folder: AbsolutePath, files: any FileSystem,
        showing shown: WarningsShown = .all
    ) {
        let folder = files.resolve(folder) ?? folder
        (self.console, self.shown, self.root, self.folder, self.files) = (console, shown, root, folder, files)
        lastFolder = Mutex(folder.isInside(root) ? folder.relative(to: root) : nil)
    }

    func diagnosed(_ diagnostics: Diagnostics) {
        guard shown.contains(diagnostics) else { return }
        let style = console.terminal.errors.style
        let places = PrintedPlaces(printedIn: root / diagnostics.folder, readIn: folder, files: files)
        var isNamedFromHere = false
        var lines = VisibleText.of(diagnostics.text).split(separator: "\n", omittingEmptySubsequences: false).map {
            let moved = places.line($0)
            if moved != nil { isNamedFromHere = true }
            return colored(moved ?? String($0), style)
        }
        while lines.last == "" { lines.removeLast() }
        if !isNamedFromHere, isElsewhere(diagnostics.folder) {
            lines.insert(
                style.dim("in \(diagnostics.folder == "." ? "the workspace's root" : diagnostics.folder):"), at: 0)
        }
        console.say(lines.joined(separator: "\n"))
    }

    /// Paths in these diagnostics start from another folder than in those before.
    private func isElsewhere(_ folder: String) -> Bool {
        lastFolder.withLock { last in
            defer { last = folder }
            return last != folder
        }
    }

    /// `file:line:column: error: …` with its label set off, as a compiler does on a terminal.
    private func colored(_ line: String, _ style: Style) -> String {
        guard style.isColored else { return line }
        for (label, color) in [(": error: ", style.red), (": warning: ", style.yellow), (": note: ", style.cyan)] {
            guard let at = line.range(of: label) else { continue }
            return style.bold(String(line[..<at.lowerBound])) + ": " + color(String(label.dropFirst(2).dropLast()))
                + " " + line[at.upperBound...]
        }
        return line
    }
}

extension String {
    /// Where `part` first stands in this text; nil where it does not.
    fileprivate func range(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex, let found = self[start...].firstIndex(of: part.first ?? " ") {
            if self[found...].hasPrefix(part) { return found..<index(found, offsetBy: part.count) }
            start = index(after: found)
        }
        return nil
    }
}
