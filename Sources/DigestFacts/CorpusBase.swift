import InterfaceDigests

/// One module of a base, in the order in which modules may import each other.
public struct CorpusModule: Sendable {
    public enum Kind: Sendable { case library, program, clang }
    public var kind: Kind
    public var name: String
    /// What `package` declarations are visible within.
    public var package: String?
    public var flags: [String] = []
    /// Paths, each with its text, in the order of the compiler's arguments.
    public var files: [(path: String, text: String)] = []

    /// Sees more than digests cover, such as internal declarations: it keys on the bytes of modules whatever a digest
    /// says.
    public var isTestable: Bool { files.contains { SourceFacts.seesHidden(Array($0.text.utf8)) } }
}

/// A replacement of text in the files of one module.
public struct CorpusEdit: Sendable {
    public struct Change: Sendable {
        public var path: String
        /// Occurs once in the file; empty: `new` is put at the end.
        public var old, new: String
    }
    /// What somebody measured by hand, to hold the ground truth against.
    public enum Expectation: String, Sendable { case breaks, keeps }
    public var name: String
    public var expectation: Expectation?
    public var changes: [Change] = []
}

/// Modules that compile and run, and edits to them.
public struct CorpusBase: Sendable {
    public var category: String
    public var modules: [CorpusModule] = []
    public var edits: [CorpusEdit] = []

    /// The modules after `edit`, and the one that it is in.
    public func edited(by edit: CorpusEdit) throws(CorpusFault) -> (modules: [CorpusModule], index: Int) {
        var modules = modules
        var touched: Set<Int> = []
        for change in edit.changes {
            guard let module = modules.firstIndex(where: { $0.files.contains { $0.path == change.path } }),
                let file = modules[module].files.firstIndex(where: { $0.path == change.path })
            else { throw CorpusFault("\(category)/\(edit.name): there is no file \(change.path)") }
            touched.insert(module)
            let text = modules[module].files[file].text
            if change.old.isEmpty {
                modules[module].files[file].text = text + change.new + "\n"
                continue
            }
            let found = text.ranges(of: change.old)
            guard found.count == 1 else {
                throw CorpusFault(
                    """
                    \(category)/\(edit.name): '\(change.old)' occurs \(found.count) times in \(change.path), not \
                    once
                    """
                )
            }
            modules[module].files[file].text = text.replacing(change.old, with: change.new, maxReplacements: 1)
        }
        guard let index = touched.first, touched.count == 1 else {
            throw CorpusFault("\(category)/\(edit.name) is to change one module, not \(touched.count)")
        }
        return (modules, index)
    }
}
