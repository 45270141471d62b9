import Foundation
import InterfaceDigests
import Measuring

/// One module of a base, in the order in which modules may import each other.
struct Module {
    enum Kind { case library, program, clang }
    var kind: Kind
    var name: String
    /// What `package` declarations are visible within.
    var package: String?
    var flags: [String] = []
    /// Paths, each with its text, in the order of the compiler's arguments.
    var files: [(path: String, text: String)] = []

    /// Sees more than digests cover, such as internal declarations: it keys on the bytes of modules whatever a digest
    /// says.
    var isTestable: Bool { files.contains { SourceFacts.seesHidden(Array($0.text.utf8)) } }
}

/// A replacement of text in the files of one module.
struct Edit {
    struct Change {
        var path: String
        /// Occurs once in the file; empty: `new` is put at the end.
        var old, new: String
    }
    /// What somebody measured by hand, to hold the ground truth against.
    enum Expectation: String { case breaks, keeps }
    var name: String
    var expectation: Expectation?
    var changes: [Change] = []
}

/// Modules that compile and run, and edits to them.
struct Base {
    var category: String
    var modules: [Module] = []
    var edits: [Edit] = []

    /// The modules after `edit`, and the one that it is in.
    func edited(by edit: Edit) throws -> (modules: [Module], index: Int) {
        var modules = modules
        var touched: Set<Int> = []
        for change in edit.changes {
            guard let module = modules.firstIndex(where: { $0.files.contains { $0.path == change.path } }),
                let file = modules[module].files.firstIndex(where: { $0.path == change.path })
            else { throw RunError("\(category)/\(edit.name): there is no file \(change.path)") }
            touched.insert(module)
            let text = modules[module].files[file].text
            if change.old.isEmpty {
                modules[module].files[file].text = text + change.new + "\n"
                continue
            }
            let parts = text.components(separatedBy: change.old)
            guard parts.count == 2 else {
                throw RunError(
                    """
                    \(category)/\(edit.name): '\(change.old)' occurs \(parts.count - 1) times in \(change.path), not \
                    once
                    """
                )
            }
            modules[module].files[file].text = parts.joined(separator: change.new)
        }
        guard touched.count == 1 else {
            throw RunError("\(category)/\(edit.name) is to change one module, not \(touched.count)")
        }
        return (modules, touched.first!)
    }
}

/// Reads a file of the corpus. Lines that begin with `####` say what follows them:
///
///     #### module NAME [package=NAME] [FLAG…]     a library; clang NAME: C headers; program NAME: what runs
///     #### file NAME                              a file of it, up to the next such line; a program has main.swift unless told
///     #### edit NAME [breaks | keeps]             what to change, and what is known of stale clients where somebody has measured
///     #### in MODULE/FILE                         where; the first file of the first Swift module unless told
///     - text that is there once                   (several lines are one text)
///     + text that replaces it                     (without old text: goes to the end)
struct CorpusReader {
    private var base: Base
    private var path: String?
    private var old: [String] = []
    private var new: [String] = []
    private var isReadingEdits = false

    static func read(_ file: String) throws -> Base {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var reader = CorpusReader(
            base: Base(category: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent))
        var number = 0
        for line in text.components(separatedBy: "\n") {
            number += 1
            do { try reader.take(line) } catch { throw RunError("\(file):\(number): \(error)") }
        }
        reader.finishChange()
        let names = reader.base.edits.map(\.name)
        guard Set(names).count == names.count else { throw RunError("\(file): two edits of one name") }
        return reader.base
    }

    private mutating func take(_ line: String) throws {
        guard line.hasPrefix("#### ") else { return try takeText(line) }
        finishChange()
        let words = line.dropFirst(5).split(separator: " ").map(String.init)
        guard words.count >= 2 else { throw RunError("a name is missing") }
        switch words[0] {
        case "module", "program", "clang":
            let kind: Module.Kind = words[0] == "module" ? .library : words[0] == "program" ? .program : .clang
            var module = Module(kind: kind, name: words[1])
            for word in words.dropFirst(2) {
                if word.hasPrefix("package=") {
                    module.package = String(word.dropFirst(8))
                } else {
                    module.flags.append(word)
                }
            }
            base.modules.append(module)
        case "file":
            try begin(file: words[1])
        case "edit":
            isReadingEdits = true
            var edit = Edit(name: words[1])
            if words.count > 2 {
                guard let expectation = Edit.Expectation(rawValue: words[2]) else {
                    throw RunError("'\(words[2])' is no expectation")
                }
                edit.expectation = expectation
            }
            base.edits.append(edit)
            path = nil
        case "in":
            path = words[1]
        default:
            throw RunError("'\(words[0])' means nothing here")
        }
    }

    private mutating func begin(file: String) throws {
        guard !base.modules.isEmpty, !isReadingEdits else { throw RunError("a file of no module") }
        let last = base.modules.count - 1
        base.modules[last].files.append((base.modules[last].name + "/" + file, ""))
    }

    private mutating func takeText(_ line: String) throws {
        if isReadingEdits {
            if line == "-" || line.hasPrefix("- ") {
                if !new.isEmpty { finishChange() }
                old.append(String(line.dropFirst(2)))
            } else if line == "+" || line.hasPrefix("+ ") {
                new.append(String(line.dropFirst(2)))
            } else if !line.isEmpty, !line.hasPrefix("//") {
                throw RunError("neither old nor new text")
            }
            return
        }
        guard !base.modules.isEmpty else { return }
        let last = base.modules.count - 1
        if base.modules[last].files.isEmpty {
            if line.isEmpty { return }
            try begin(file: base.modules[last].kind == .program ? "main.swift" : "\(base.modules[last].name).swift")
        }
        let file = base.modules[last].files.count - 1
        base.modules[last].files[file].text += line + "\n"
    }

    private mutating func finishChange() {
        defer { (old, new) = ([], []) }
        guard isReadingEdits, !(old.isEmpty && new.isEmpty) else { return }
        let place = path ?? base.modules.first { $0.kind == .library }!.files[0].path
        base.edits[base.edits.count - 1].changes.append(
            Edit.Change(path: place, old: old.joined(separator: "\n"), new: new.joined(separator: "\n")))
    }
}
