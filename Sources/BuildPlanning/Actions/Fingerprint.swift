import Digests
import Disk
import InterfaceDigests
import Toolchains

/// What goes into an action's key, by name: so that two keys can be compared, and a rebuild be explained.
///
/// **Format 1.** A component is a name and a value, both text; a digest is written as `hash/size`, and a file that is
/// not there as `absent`. The key is the digest of the list of components in the order in which they stand
/// (`DigestBuilder`: the number of components as a list, then each name and value as text).
public struct Fingerprint: Hashable, Sendable {
    public struct Component: Hashable, Sendable {
        public var name: Name
        public var value: String
        public init(_ name: Name, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Raised whenever the meaning of keys or results changes; it stands in every key.
    public static let format = "10"

    /// The value of a file that is not there.
    public static let absent = "absent"

    public private(set) var components: [Component]

    public init(components: [Component] = []) { self.components = components }

    public mutating func add(_ name: Name, _ value: String) { components.append(Component(name, value)) }
    public mutating func add(_ name: Name, _ digest: ContentDigest) { add(name, digest.description) }
    public mutating func add(_ name: Name, _ digest: ContentDigest?) {
        add(name, digest?.description ?? Fingerprint.absent)
    }

    public var key: ActionKey {
        var builder = DigestBuilder()
        builder.beginList(count: components.count)
        for component in components {
            builder.append(component.name.text)
            builder.append(component.value)
        }
        return ActionKey(digest: builder.finish())
    }
}

/// Under which name an action's result is kept: equal keys mean equal outputs.
public struct ActionKey: Hashable, Sendable, CustomStringConvertible {
    public let digest: ContentDigest
    public init(digest: ContentDigest) { self.digest = digest }
    public var description: String { digest.hex }
}

/// What the world says when an action's key is made. Each is asked once a file or action.
public struct KeyIngredients {
    /// The digest of the toolchain, with the linker where the action links.
    public var toolchain: (_ linking: Bool) -> ContentDigest
    /// The digest of a source's content now.
    public var source: (String) throws(FileError) -> ContentDigest
    /// Whether a source may be executed, where that counts.
    public var isExecutable: (String) -> Bool
    /// The digest of a file by its path; nil where there is none.
    public var mention: (String) -> ContentDigest?
    /// The digest of a linker by its name or path; nil where there is none.
    public var linker: (String) -> ContentDigest?
    /// Where compilers look for the headers of C++'s library: which of several there are they take.
    public var cxxHeaders: ContentDigest?
    /// The workspace's folder, where compilers cannot be told to leave it out of what they make; nil in nearly all.
    public var place: String?
    /// The workspace's folder, for what compilers are to put into what they make.
    public var root: String
    /// The digest of all that is seen through an action's module: its interface, and those behind it.
    public var interface: (ActionID) -> ContentDigest
    /// The outputs of an action, by name.
    public var outputs: (ActionID) -> [(name: String, digest: ContentDigest)]

    public init(
        toolchain: @escaping (Bool) -> ContentDigest, source: @escaping (String) throws(FileError) -> ContentDigest,
        isExecutable: @escaping (String) -> Bool = { _ in false },
        mention: @escaping (String) -> ContentDigest? = { _ in nil },
        linker: @escaping (String) -> ContentDigest? = { _ in nil }, cxxHeaders: ContentDigest? = nil,
        place: String? = nil, root: String = "",
        interface: @escaping (ActionID) -> ContentDigest,
        outputs: @escaping (ActionID) -> [(name: String, digest: ContentDigest)]
    ) {
        (self.isExecutable, self.mention, self.linker, self.cxxHeaders) = (isExecutable, mention, linker, cxxHeaders)
        (self.place, self.root) = (place, root)
        (self.toolchain, self.source, self.interface, self.outputs) = (toolchain, source, interface, outputs)
    }
}

extension Action {
    /// The fingerprint of everything that is declared. What runs find out to be read is added by `reading`. The order
    /// stands in keys.
    public func fingerprint(_ ingredients: KeyIngredients) throws(FileError) -> Fingerprint {
        var fingerprint = Fingerprint()
        fingerprint.add(.format, Fingerprint.format)
        fingerprint.add(.action, kind.rawValue)
        switch work {
        case .tool(let run): add(run, to: &fingerprint, ingredients)
        case .program(let run): add(run, to: &fingerprint, ingredients)
        case .builtIn(let made): fingerprint.add(made.work.components)
        case .declaration: break
        }
        fingerprint.add(.folder, folder)
        if let place = ingredients.place, arguments.contains(where: \.mapsPlaces) {
            fingerprint.add(.place, place)
        } else if revealsRoot {
            fingerprint.add(.place, ingredients.root)
        }
        fingerprint.add(.arguments, Fingerprint.joined(arguments.compactMap(\.keyed)))
        for source in sources { fingerprint.add(.source(source), try ingredients.source(source)) }
        if !searchable.isEmpty { fingerprint.add(.headerNames, ContentDigest(of: Fingerprint.joined(searchable))) }
        for file in generated { fingerprint.add(.generated(file.path), ContentDigest(of: file.content)) }
        addDependencies(to: &fingerprint, ingredients)
        return fingerprint
    }

    /// What the run of a tool is, but for its command line and what it reads.
    private func add(_ run: ToolRun, to fingerprint: inout Fingerprint, _ ingredients: KeyIngredients) {
        fingerprint.add(.tool, run.tool.rawValue)
        fingerprint.add(.toolchain, ingredients.toolchain(run.links))
        for path in run.mentions {
            if let digest = ingredients.mention(path) { fingerprint.add(.mentioned(path), digest) }
        }
        for name in run.search.linkers { fingerprint.add(.linker(name), ingredients.linker(name)) }
        if let sdk = run.sdk { fingerprint.add(.sdk, sdk) }
        if run.sdk == nil, run.seesCxx(in: sources), let headers = ingredients.cxxHeaders {
            fingerprint.add(.cxxHeaders, headers)
        }
        // The result says what digest the module has.
        if run.abi != nil { fingerprint.add(.interfaceDigest, ABIDigester.format) }
        if let extract = run.extract { fingerprint.add(extract.extraction.components) }
    }

    /// The same of a program.
    private func add(_ run: ProgramRun, to fingerprint: inout Fingerprint, _ ingredients: KeyIngredients) {
        fingerprint.add(.program, run.path)
        fingerprint.add(.runsOfPrograms, ProgramRun.format)
        for (name, value) in run.variables.sorted(by: { $0.key < $1.key }) { fingerprint.add(.variable(name), value) }
        for bundle in run.bundles {
            for entry in bundle.entries {
                let value =
                    switch entry.content {
                    // The mode of what an action makes stands with its outputs.
                    case .file(let path):
                        "\(sources.contains(path) && ingredients.isExecutable(path) ? "executable" : "file") \(path)"
                    case .made(let path): "made \(path)"
                    case .text(let text): "text \(text)"
                    case .link(let destination): "link to \(destination)"
                    case .emptyFolder: "empty folder"
                    case .output(let maker, let name): "output \(name) of \(maker)"
                    }
                fingerprint.add(.beside("\(bundle.path)/\(entry.name)"), value)
            }
        }
        if let question = run.question { fingerprint.add(question.asking.components) }
    }

    private func addDependencies(to fingerprint: inout Fingerprint, _ ingredients: KeyIngredients) {
        for id in interfaces { fingerprint.add(.interface(of: id), ingredients.interface(id)) }
        for id in consumed {
            for output in ingredients.outputs(id) { fingerprint.add(.output(output.name, of: id), output.digest) }
        }
        for part in parts {
            let digest = ingredients.outputs(part.action).first { $0.name == part.output }?.digest
            fingerprint.add(.output(part.output, of: part.action), digest)
        }
    }

    /// Fields that no key holds, and why: a test walks every field of each kind of work and finds it here or in the
    /// fingerprint.
    public static let fieldsOutsideKeys: [String: String] = [
        "Action.id": "a name for people and plans; two actions that do the same share a result",
        "Action.subject": "says whom the action serves, not what it does",
        "Action.sharesName": "how reports name it",
        "ToolRun.moduleSearch": "what lies there follows from the interfaces; a file's name stands in the arguments",
        "Declaration.interfaces": "what sees the declaration sees them too, and counts them",
        "Declaration.headerSearch":
            "stands in the arguments or the names of sources of what sees it; it is for what clang keeps between runs",
        "Declaration.moduleMaps": "are among the sources",
        "ToolRun.outputs": "follow from the arguments; their names are checked when a result is used",
        "ToolRun.dependencyFiles": "named in the arguments",
        "Module.output": "follows from kind and arguments",
        "ABI": "follows from the arguments; that there is one, and the format of interface digests, is a component",
        "InPlace": "decides how an output is made, not what it holds",
        "LinkSearch.librarySearch": "stands in the arguments; what lies in these folders counts among what runs read",
        "Extract.source": "named in the arguments",
        "Extract.output": "follows from what the action is asked to make",
        "ProgramRun.outputs": "follow from what the program is asked to make",
        "BuiltIn.output": "follows from what the action is asked to make",
    ]
}

extension Action.ToolRun {
    fileprivate var links: Bool {
        switch purpose {
        case .link, .compilePlugin: true
        default: false
        }
    }

    /// A compile that reads headers as C++.
    fileprivate func seesCxx(in sources: [String]) -> Bool {
        switch purpose {
        case .compileClang, .indexClang: sources.contains { ClangCompilation.language(ofFileNamed: $0) == .cxx }
        default: arguments.contains("-cxx-interoperability-mode=default")
        }
    }
}

extension Fingerprint {
    mutating func add(_ more: [Component]) { components += more }

    /// Words with each blank and backslash escaped, so that no two lists read the same.
    static func joined(_ words: [String]) -> String {
        var text = ""
        for (position, word) in words.enumerated() {
            if position > 0 { text += " " }
            text += word.isEmpty ? "\\e" : escaped(word)
        }
        return text
    }

    private static func escaped(_ word: String) -> String {
        guard word.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\\") }) else { return word }
        var result = ""
        for character in word.unicodeScalars {
            if character == " " || character == "\\" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// This fingerprint with what runs found out to be read: each path and its digest, or nil where nothing is there
    /// now.
    public func reading(_ files: [(path: String, digest: ContentDigest?)]) -> Fingerprint {
        var copy = self
        for file in files { copy.add(.read(file.path), file.digest) }
        return copy
    }
}

extension Fingerprint {
    /// The sources in it, with their content.
    public var sources: [String: ContentDigest] {
        var found: [String: ContentDigest] = [:]
        for component in components {
            if case .source(let path) = component.name { found[path] = ContentDigest(component.value) }
        }
        return found
    }

    /// All but the workspace's place, and the files of the system that runs in that place were seen to read.
    public var withoutPlace: Fingerprint {
        Fingerprint(
            components: components.filter {
                if case .read(let path) = $0.name { path.utf8.first != UInt8(ascii: "/") } else { $0.name != .place }
            })
    }

    /// All but the sources.
    public var withoutSources: Fingerprint {
        Fingerprint(components: components.filter { if case .source = $0.name { false } else { true } })
    }

    /// The files in it that runs were seen to read.
    public var readNames: [String] {
        components.compactMap { if case .read(let path) = $0.name { path } else { nil } }
    }
}
