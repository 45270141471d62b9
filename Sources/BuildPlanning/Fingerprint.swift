import Digests
import Disk
import InterfaceDigests
import PackagePlugins
import TestDiscovery
import Toolchains
import Wiring

/// What goes into an action's key, by name: so that two keys can be compared, and a rebuild be explained.
///
/// **Format 1.** A component is a name and a value, both text; a digest is written as `hash/size`, and a file that is not there as
/// `absent`. The key is the digest of the list of components in the order in which they stand (`DigestBuilder`: the number of
/// components as a list, then each name and value as text).
public struct Fingerprint: Hashable, Sendable {
    public struct Component: Hashable, Sendable {
        public var name, value: String
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Raised whenever the meaning of keys or results changes; it stands in every key.
    public static let format = "2"

    public private(set) var components: [Component]

    public init(components: [Component] = []) { self.components = components }

    public mutating func add(_ name: String, _ value: String) { components.append(Component(name, value)) }
    public mutating func add(_ name: String, _ digest: ContentDigest) { add(name, digest.description) }
    public mutating func add(_ name: String, _ digest: ContentDigest?) { add(name, digest?.description ?? "absent") }

    public var key: ActionKey {
        var builder = DigestBuilder()
        builder.beginList(count: components.count)
        for component in components {
            builder.append(component.name)
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
    /// The digest of the interface that an action's module shows.
    public var interface: (ActionID) -> ContentDigest
    /// The outputs of an action, by name.
    public var outputs: (ActionID) -> [(name: String, digest: ContentDigest)]

    public init(
        toolchain: @escaping (Bool) -> ContentDigest, source: @escaping (String) throws(FileError) -> ContentDigest,
        isExecutable: @escaping (String) -> Bool = { _ in false }, mention: @escaping (String) -> ContentDigest? = { _ in nil },
        linker: @escaping (String) -> ContentDigest? = { _ in nil }, cxxHeaders: ContentDigest? = nil, place: String? = nil,
        interface: @escaping (ActionID) -> ContentDigest,
        outputs: @escaping (ActionID) -> [(name: String, digest: ContentDigest)]
    ) {
        (self.isExecutable, self.mention, self.linker, self.cxxHeaders) = (isExecutable, mention, linker, cxxHeaders)
        self.place = place
        (self.toolchain, self.source, self.interface, self.outputs) = (toolchain, source, interface, outputs)
    }
}

extension Action {
    /// The fingerprint of everything that is declared. What runs find out to be read is added by `reading`.
    public func fingerprint(_ ingredients: KeyIngredients) throws(FileError) -> Fingerprint {
        var fingerprint = Fingerprint()
        fingerprint.add("format", Fingerprint.format)
        fingerprint.add("action", kind.rawValue)
        if let tool {
            fingerprint.add("tool", tool.rawValue)
            fingerprint.add("toolchain", ingredients.toolchain(kind == .link || kind == .compilePlugin))
        }
        for path in mentions {
            if let digest = ingredients.mention(path) { fingerprint.add("mentioned \(path)", digest) }
        }
        for name in linkers { fingerprint.add("linker \(name)", ingredients.linker(name)) }
        if let sdk { fingerprint.add("Swift SDK", sdk) }
        if sdk == nil, seesCxx, let headers = ingredients.cxxHeaders { fingerprint.add("folders of C++ headers", headers) }
        // The result says what digest the module has.
        if abi != nil { fingerprint.add("interface digest", ABIDigester.format) }
        if let testListing {
            fingerprint.add("tests of", testListing.moduleName)
            fingerprint.add("test runner", ContentDigest(of: TestRunnerSource.specimen))
        }
        if let provisions { fingerprint.add("provisions", "\(Provisions.format) \(provisions.moduleName) \(provisions.markers)") }
        if let wiring {
            fingerprint.add("object graph", ObjectGraphSource.format)
            for line in wiring.request.lines { fingerprint.add("wiring \(line.what)", line.how) }
        }
        if let embedding { fingerprint.add("embedded resources", Fingerprint.joined(["1"] + embedding.flatMap { [$0.source, $0.name] })) }
        if let program {
            fingerprint.add("program", program.path)
            fingerprint.add("runs of programs", Program.format)
            for (name, value) in program.variables.sorted(by: { $0.key < $1.key }) { fingerprint.add("variable \(name)", value) }
            for bundle in program.bundles {
                for entry in bundle.entries {
                    let value = switch entry.content {
                    // The mode of what an action makes stands with its outputs.
                    case .file(let path): "\(sources.contains(path) && ingredients.isExecutable(path) ? "executable" : "file") \(path)"
                    case .made(let path): "made \(path)"
                    case .text(let text): "text \(text)"
                    case .link(let destination): "link to \(destination)"
                    case .emptyFolder: "empty folder"
                    case .output(let maker, let name): "output \(name) of \(maker)"
                    }
                    fingerprint.add("beside it \(bundle.path)/\(entry.name)", value)
                }
            }
        }
        if let question { fingerprint.add("question", ContentDigest(of: "\(PluginAnswer.format) \(question.workFolder) \(question.text)")) }
        fingerprint.add("folder", folder)
        if let place = ingredients.place, arguments.contains(where: \.mapsPlaces) { fingerprint.add("workspace's place", place) }
        fingerprint.add("arguments", Fingerprint.joined(arguments.compactMap(\.keyed)))
        for source in sources { fingerprint.add("source \(source)", try ingredients.source(source)) }
        if !searchable.isEmpty {
            fingerprint.add("names of headers", ContentDigest(of: Fingerprint.joined(searchable)))
        }
        for file in generated { fingerprint.add("generated \(file.path)", ContentDigest(of: file.content)) }
        for id in interfaces { fingerprint.add("interface of \(id)", ingredients.interface(id)) }
        for id in consumed {
            for output in ingredients.outputs(id) { fingerprint.add("\(output.name) of \(id)", output.digest) }
        }
        for source in wiring?.sources ?? [] {
            let digest = ingredients.outputs(source.action).first { $0.name == source.output }?.digest
            fingerprint.add("\(source.output) of \(source.action)", digest)
        }
        return fingerprint
    }

    /// A compile that reads headers as C++.
    private var seesCxx: Bool {
        switch kind {
        case .compileClang: sources.contains { ClangCompilation.language(ofFileNamed: $0) == .cxx }
        default: arguments.contains("-cxx-interoperability-mode=default")
        }
    }

    /// Fields that no key holds, and why: a test walks every field of an action and finds it here or in the fingerprint.
    public static let fieldsOutsideKeys: [String: String] = [
        "id": "a name for people and plans; two actions that do the same share a result",
        "sharesName": "how people are told of it",
        "subject": "says whom the action serves, not what it does",
        "outputs": "follow from the arguments, or from what the action is asked to make; their names are checked when a result is used",
        "moduleOutput": "follows from kind and arguments",
        "dependencyFiles": "named in the arguments",
        "abi": "follows from the arguments; that there is one, and the format of interface digests, is a component",
        "headerSearch": "stands in the arguments or the names of sources; it is for what clang keeps between runs",
        "librarySearch": "stands in the arguments; what lies in these folders counts among what runs read",
        "inPlace": "decides how an output is made, not what it holds",
    ]
}

extension Fingerprint {
    /// Words with each blank and backslash escaped, so that no two lists read the same.
    static func joined(_ words: [String]) -> String {
        words.map { $0.isEmpty ? "\\e" : escaped($0) }.joined(separator: " ")
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

    /// This fingerprint with what runs found out to be read: each path and its digest, or nil where nothing is there now.
    public func reading(_ files: [(path: String, digest: ContentDigest?)]) -> Fingerprint {
        var copy = self
        for file in files { copy.add("read \(file.path)", file.digest) }
        return copy
    }
}
