import AffectedTargets
import JSON
import PackageManifests
import Targets

extension AffectedReason {
    var sentence: String {
        switch self {
        case .file(let path, let event): "\(path) was \(event.rawValue)"
        case .mayRead(let path, let event): "\(path) was \(event.rawValue), which it may read"
        case .reads(let path, let event): "\(path) was \(event.rawValue), which its tests read"
        case .unknownReads: "it is not known yet what its tests read"
        case .testInputs: "mono.json declares other things that tests read"
        case .wiring: "mono.json says something else of object graphs"
        case .new: "it is new"
        case .definition(let parts): "its manifest says something else about its \(Words.listed(parts.map(\.words)))"
        case .package(let parts):
            "its manifest says something else about the package's \(Words.listed(parts.map(\.words)))"
        case .product(let product): "product '\(product.name)' is made otherwise"
        case .pin(let change): change.sentence
        case .unknownPin(let identity): "nobody knows in which version '\(identity)' was used"
        case .toolchain(let file): "\(file) chooses another toolchain"
        case .unknownManifest(let manifest): "\(manifest) looks at what mono cannot see"
        case .newWorkspace: "there was no workspace"
        case .unknownChanges: "nobody knows what changed"
        }
    }

    var json: JSONText {
        func reason(_ kind: String, _ members: (String, JSONText)...) -> JSONText {
            .object([("kind", .text(kind))] + members)
        }
        switch self {
        case .file(let path, let event): return reason("file", ("path", .text(path)), ("event", .text(event.rawValue)))
        case .mayRead(let path, let event):
            return reason("mayRead", ("path", .text(path)), ("event", .text(event.rawValue)))
        case .reads(let path, let event):
            return reason("reads", ("path", .text(path)), ("event", .text(event.rawValue)))
        case .unknownReads: return reason("unknownReads")
        case .testInputs: return reason("testInputs")
        case .wiring: return reason("wiring")
        case .new: return reason("new")
        case .definition(let parts): return reason("definition", ("parts", .array(parts.map { .text($0.rawValue) })))
        case .package(let parts): return reason("package", ("parts", .array(parts.map { .text($0.rawValue) })))
        case .product(let product): return reason("product", ("product", .text(product.description)))
        case .pin(let change):
            return reason(
                "pin", ("identity", .text(change.identity)), ("before", .optional(change.before)),
                ("after", .optional(change.after)))
        case .unknownPin(let identity): return reason("unknownPin", ("identity", .text(identity)))
        case .toolchain(let file): return reason("toolchain", ("path", .text(file)))
        case .unknownManifest(let manifest): return reason("unknownManifest", ("path", .text(manifest)))
        case .newWorkspace: return reason("newWorkspace")
        case .unknownChanges: return reason("unknownChanges")
        }
    }
}

extension JSONText {
    static func optional(_ text: String?) -> JSONText { text.map(JSONText.text) ?? .null }
}

extension DefinitionPart {
    fileprivate var words: String {
        switch self {
        case .kind, .language, .module, .folder, .files, .headers, .dependencies, .settings, .resources: rawValue
        case .other: "making"
        }
    }
}

extension PackagePart {
    fileprivate var words: String {
        switch self {
        case .toolsVersion: "tools version"
        case .languageStandards: "language standards"
        case .languageModes: "language modes"
        case .name, .folder, .version, .traits: rawValue
        }
    }
}

extension Words {
    /// `a`, `a and b`, `a, b and c`.
    fileprivate static func listed(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
