/// A call of a compiler or linker, reduced to what it says of the result: facts that two build tools must agree on,
/// whatever folders they use.
struct Invocation {
    enum Subject: Hashable, Comparable {
        /// A Swift module.
        case module(String)
        /// A file in C or one of its kind, as places are spelled (`Places`).
        case file(String)
        /// The name of a product.
        case link(String)

        var title: String {
            switch self {
            case .module(let name): "module \(name)"
            case .file(let path): "file \(path)"
            case .link(let name): "product \(name)"
            }
        }

        private var rank: (Int, String) {
            switch self {
            case .module(let name): (0, name)
            case .file(let path): (1, path)
            case .link(let name): (2, name)
            }
        }
        static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    }

    var subject: Subject
    /// Each with how often it is said; where it stands among the others counts for none of these options.
    var facts: [String: Int] = [:]
    /// Of a package that is not in a checkout.
    var isOfOtherPackage = false

    /// Of a package in a checkout.
    var isExternal: Bool {
        if isOfOtherPackage { return true }
        if case .file(let path) = subject { return path.hasPrefix("<checkouts>") }
        return facts.keys.contains { $0.hasPrefix("source <checkouts>") }
    }

    mutating func add(_ fact: String) { facts[fact, default: 0] += 1 }
}

/// How one tool names places; each is reduced to the same spelling.
struct Places {
    /// How a search path is spelled that leads nowhere.
    static let missing = "-I <missing>"

    /// Folders and what stands for them, the deepest first.
    private let folders: [(folder: String, spelled: String)]

    init(_ folders: [(String, String)]) {
        self.folders = folders.map { (folder: $0.0, spelled: $0.1) }.sorted { $0.folder.count > $1.folder.count }
    }

    /// `path` as seen from `folder`.
    func spelled(_ path: String, from folder: String) -> String {
        var parts: [Substring] = []
        for part in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let whole = "/" + parts.joined(separator: "/")
        for (folder, spelled) in folders where whole == folder || whole.hasPrefix(folder + "/") {
            let inside = String(whole.dropFirst(folder.count))
            guard spelled == "<checkouts>", let name = inside.split(separator: "/").first else {
                return spelled + inside
            }
            // mono names checkouts after identities, SwiftPM after the last part of the address.
            return spelled + "/" + name.lowercased() + inside.dropFirst(name.count + 1)
        }
        return whole
    }
}
