import InterfaceDigests

/// Differences of interfaces as people name declarations.
extension ABIDifference.Finding {
    var sentence: String {
        switch change {
        case .gained(let part): sentence(part, "gained", gained: true, detail: nil)
        case .lost(let part): sentence(part, "lost", gained: false, detail: nil)
        case .became(let old, let new):
            sentence(new, "changed", gained: nil, detail: "`\(old.line)` became `\(new.line)`")
        case .reordered(let kind, let owner):
            switch kind {
            case _ where owner.isEmpty: "declarations stand in another order"
            case .slot: "`class \(owner)`: its method table is in another order"
            case .hidden: layout("the members of hidden `\(owner)` stand in another order")
            default: "`\(owner)`: its members stand in another order"
            }
        }
    }

    private func sentence(_ part: ABIParts.Part, _ verb: String, gained: Bool?, detail: String?) -> String {
        let being = gained.map { $0 ? "is new" : "is gone" } ?? "changed"
        switch part.kind {
        case .fallback:
            return gained == false
                ? "no longer in the way of a finer digest: `\(part.name)`, \(part.line)"
                : "the digest is that of the module's bytes because of `\(part.name)`: \(part.line)"
        case .import: return detail.map { "import: \($0)" } ?? "`\(part.line)` \(being)"
        case .hidden:
            guard let owner = part.owner else {
                return layout(
                    detail.map { "hidden \($0)" }
                        ?? "hidden `\(part.name)` \(gained == true ? "became part of it" : "is no longer part of it")")
            }
            let member = "`\(part.name.dropFirst(owner.count + 1))`"
            return layout(
                detail.map { "\(member) of hidden `\(owner)` changed: \($0)" } ?? "hidden `\(owner)` \(verb) \(member)")
        case .slot:
            return
                """
                `class \(part.name)`: its method table \
                \(detail.map { "changed: \($0)" } ?? "\(verb) `\(part.slotName)`")
                """
        case .emitted: return "the body of `\(part.name)`, which compilers put into clients, \(being)"
        default:
            if let detail { return "`\(part.name)`: \(detail)" }
            guard let owner = part.owner else { return "`\(part.line)` \(being)" }
            return "`\(owner)`: \(verb) `\(part.line)`"
        }
    }

    /// With the visible declarations that it counts for.
    private func layout(_ reason: String) -> String {
        let owners = reachedBy.map { "`\($0.headline)`" }
        return owners.isEmpty ? reason : "\(owners.joined(separator: ", ")): layout changed because \(reason)"
    }
}

extension ABIParts {
    /// What a person sees of the difference between two digests that are not the same, one finding a line.
    func changes(to new: ABIParts) -> [String] {
        let lines = ABIDifference(from: self, to: new).findings.map(\.sentence)
        // What stays in the way of a finer digest is no difference.
        let reasons = new.fallbacks.filter { fallbacks.contains($0) }.map {
            ABIDifference.Finding(change: .gained($0)).sentence
        }
        let isCoarse = parts.isEmpty || new.parts.isEmpty || !fallbacks.isEmpty || !new.fallbacks.isEmpty
        return isCoarse ? lines + reasons + ["the module's bytes changed"] : lines
    }
}

extension ABIParts.Part {
    /// The compiler writes what a property can do on lines of its own.
    fileprivate var line: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// `struct Box` for `@frozen public struct Box<T>`.
    fileprivate var headline: String {
        let words = text.split(separator: " ")
        let kinds: Set<Substring> = [
            "struct", "enum", "class", "actor", "protocol", "extension", "typealias", "func", "var", "let",
        ]
        return words.first { kinds.contains($0) }.map { "\($0) \(name)" } ?? name
    }
}

extension ModuleDigest {
    /// What a person sees of the difference, one finding a line.
    func difference(to new: ModuleDigest) -> [String] {
        if digest == new.digest {
            return [
                "the digest is the same"
                    + (moduleBytes == new.moduleBytes
                        ? "" : ", and the module's bytes are not: no dependent is built again")
            ]
        }
        return parts.changes(to: new.parts)
    }
}
