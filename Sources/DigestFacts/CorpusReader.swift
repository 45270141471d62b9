/// Reads a text of the corpus. Lines that begin with `####` say what follows them:
///
///     #### module NAME [package=NAME] [FLAG…]     a library; clang NAME: C headers; program NAME: what runs
///     #### file NAME                              a file of it, up to the next such line; a program has main.swift unless it says otherwise
///     #### edit NAME [breaks | keeps]             what to change, and what is known of stale clients where somebody has measured
///     #### in MODULE/FILE                         where; the first file of the first Swift module unless it says otherwise
///     - text that is there once                   (several lines are one text)
///     + text that replaces it                     (without old text: goes to the end)
struct CorpusReader {
    private var base: CorpusBase
    private var path: String?
    private var old: [String] = []
    private var new: [String] = []
    private var isReadingEdits = false

    static func read(_ text: String, category: String) throws(CorpusFault) -> CorpusBase {
        var reader = CorpusReader(base: CorpusBase(category: category))
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            do throws(CorpusFault) { try reader.take(String(line)) } catch {
                throw CorpusFault("\(category):\(number): \(error)")
            }
        }
        reader.finishChange()
        let names = reader.base.edits.map(\.name)
        guard Set(names).count == names.count else { throw CorpusFault("\(category): two edits of one name") }
        return reader.base
    }

    private mutating func take(_ line: String) throws(CorpusFault) {
        guard line.hasPrefix("#### ") else { return try takeText(line) }
        finishChange()
        let words = line.dropFirst(5).split(separator: " ").map(String.init)
        guard words.count >= 2 else { throw CorpusFault("a name is missing") }
        switch words[0] {
        case "module", "program", "clang":
            let kind: CorpusModule.Kind = words[0] == "module" ? .library : words[0] == "program" ? .program : .clang
            var module = CorpusModule(kind: kind, name: words[1])
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
            var edit = CorpusEdit(name: words[1])
            if words.count > 2 {
                guard let expectation = CorpusEdit.Expectation(rawValue: words[2]) else {
                    throw CorpusFault("'\(words[2])' is no expectation")
                }
                edit.expectation = expectation
            }
            base.edits.append(edit)
            path = nil
        case "in":
            path = words[1]
        default:
            throw CorpusFault("'\(words[0])' means nothing here")
        }
    }

    private mutating func begin(file: String) throws(CorpusFault) {
        guard !base.modules.isEmpty, !isReadingEdits else { throw CorpusFault("a file of no module") }
        let last = base.modules.count - 1
        base.modules[last].files.append((base.modules[last].name + "/" + file, ""))
    }

    private mutating func takeText(_ line: String) throws(CorpusFault) {
        if isReadingEdits {
            if line == "-" || line.hasPrefix("- ") {
                if !new.isEmpty { finishChange() }
                old.append(String(line.dropFirst(2)))
            } else if line == "+" || line.hasPrefix("+ ") {
                new.append(String(line.dropFirst(2)))
            } else if !line.isEmpty, !line.hasPrefix("//") {
                throw CorpusFault("neither old nor new text")
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
        guard isReadingEdits, !base.edits.isEmpty, !(old.isEmpty && new.isEmpty) else { return }
        let place = path ?? base.modules.first { $0.kind == .library }?.files.first?.path ?? ""
        base.edits[base.edits.count - 1].changes.append(
            CorpusEdit.Change(path: place, old: old.joined(separator: "\n"), new: new.joined(separator: "\n")))
    }
}
