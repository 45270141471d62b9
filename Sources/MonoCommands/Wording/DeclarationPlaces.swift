import Disk
import SwiftText
import Targets

/// Where the workspace's own sources declare a type or protocol, for messages: read when one is said, and off the text
/// alone.
struct DeclarationPlaces {
    struct Place {
        var target: Target
        var head: TypeHead
        /// `path:line`, relative to the workspace root.
        var text: String
    }

    let graph: TargetGraph
    let root: AbsolutePath
    let files: any FileSystem

    /// Where `Module.Name` is declared; nil where the text does not show it.
    func place(of name: String) -> String? {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count > 1, let last = parts.last else { return nil }
        for target in graph.targets.values where target.moduleName == parts[0] && !target.id.package.isExternal {
            let found = heads(in: target).first { $0.head.keyword != "extension" && $0.head.name == last }
            if let found { return found.text }
        }
        return nil
    }

    /// ` (path:line)`, or nothing.
    func behind(_ name: String) -> String { place(of: name).map { " (\($0))" } ?? "" }

    /// Types in libraries outside `linked` that say they conform to the protocol or handle the type `name`; sorted by
    /// target.
    func conforming(to name: String, outside linked: Set<TargetID>) -> [Place] {
        let parts = name.split(separator: ".").map(String.init)
        guard let module = parts.first, let last = parts.last else { return [] }
        let owners = Set(graph.targets.values.filter { $0.moduleName == module }.map(\.id))
        return graph.order.filter { id in
            guard let target = graph.targets[id] else { return false }
            return !linked.contains(id) && !id.package.isExternal && target.kind == .library
                && target.language == .swift
                && graph.dependencies(of: id).contains(where: owners.contains)
        }.flatMap { id in
            heads(in: graph.targets[id]!).filter { $0.head.keyword != "protocol" && $0.head.inherited.contains(last) }
        }
    }

    /// Libraries outside `linked` whose text names `Subject = name`, as handlers do.
    func handling(_ name: String, outside linked: Set<TargetID>) -> [Target] {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return graph.order.compactMap { id in
            guard let target = graph.targets[id], !linked.contains(id), !id.package.isExternal, target.kind == .library,
                target.language == .swift
            else { return nil }
            let isOne = sources(of: target).contains { path in
                guard let bytes = try? files.read(AbsolutePath(path, in: root)) else { return false }
                let source = SwiftTokens(bytes), tokens = source.tokens
                return tokens.indices.contains { at in
                    guard at + 2 < tokens.count, tokens[at].kind == .word, source.text(tokens[at]) == "Subject",
                        tokens[at + 1].is("=")
                    else { return false }
                    // The name's last part.
                    var end = at + 2
                    while end + 2 < tokens.count, tokens[end + 1].is(".") { end += 2 }
                    return source.text(tokens[end]) == last
                }
            }
            return isOne ? target : nil
        }
    }

    /// The first line of the target that names this, as `path:line`.
    func line(naming name: String, in target: Target) -> String? {
        for path in sources(of: target) {
            guard let bytes = try? files.read(AbsolutePath(path, in: root)) else { continue }
            let source = SwiftTokens(bytes)
            guard let index = source.tokens.indices.first(where: { source.word(at: $0) == name }) else { continue }
            let line = bytes[..<source.tokens[index].start].count { $0 == UInt8(ascii: "\n") } + 1
            return "\(path):\(line)"
        }
        return nil
    }

    func sources(of target: Target) -> [String] {
        let folder = graph.packages[target.id.package]?.folder ?? "."
        return target.sources.map { folder == "." ? $0 : "\(folder)/\($0)" }
    }

    private func heads(in target: Target) -> [Place] {
        sources(of: target).flatMap { path -> [Place] in
            guard let bytes = try? files.read(AbsolutePath(path, in: root)) else { return [] }
            return TypeHead.all(in: bytes).map { Place(target: target, head: $0, text: "\(path):\($0.line)") }
        }
    }
}
