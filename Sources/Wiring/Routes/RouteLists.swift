import SwiftText

/// What the text of a module says of its routes: the lists of handlers, and the identifiers of routes. Symbol graphs
/// hold no values.
///
/// Nothing in it says where something stands, so that it stays the same through all other edits.
public struct RouteLists: Hashable, Sendable {
    public enum List: Hashable, Sendable {
        /// Names of types, each in its parts, as written.
        case routes([[String]])
        case unread(Obstacle)
    }

    /// Why nobody knows what a list holds.
    public enum Obstacle: String, Hashable, Sendable {
        /// It has another form than `[A.self, B.self]`.
        case form
        case conditional
        /// There are several.
        case several
        /// There is none in the type or an extension of it.
        case absent
        /// Some text of the module is not understood, and it may stand there.
        case file
    }

    public var module: String
    /// By the type, as written where the list stands.
    public private(set) var lists: [String: List] = [:]
    public private(set) var identifiers: [String: String] = [:]
    public private(set) var hasUnreadText = false
    /// Whether some text of a program names what registers its handlers, or is not understood; nil for what is no
    /// program, or where nobody can see all of its text before the build.
    public private(set) var registers: Bool?

    public init(module: String, isProgram: Bool = false) {
        self.module = module
        if isProgram { registers = false }
    }

    /// Takes in one more source.
    public mutating func add(_ source: [UInt8]) {
        let tokens = SwiftTokens(source)
        if registers == false, !tokens.isWhole || RouteLists.namesRegistration(tokens) { registers = true }
        guard let properties = RouteLists.properties(in: tokens) else {
            hasUnreadText = true
            return
        }
        for property in properties {
            if property.name == "routes", !property.isStatic {
                let list: List =
                    switch property.value {
                    case .types(let types): .routes(types)
                    case .conditional: .unread(.conditional)
                    case .text, .other: .unread(.form)
                    }
                lists[property.type] = lists[property.type] == nil ? list : .unread(.several)
            }
            if property.name == "identifier", property.isStatic, case .text(let text) = property.value {
                identifiers[property.type] = text
            }
        }
    }

    /// The lists and identifiers of a source, with their lines; nil where the text is not understood.
    public static func properties(in source: [UInt8]) -> [WrittenProperty]? { properties(in: SwiftTokens(source)) }

    private static func properties(in source: SwiftTokens) -> [WrittenProperty]? {
        WrittenProperty.all(named: ["routes", "identifier"], in: source)
    }

    /// A call, or a mention: who registers handlers in another way says so by one.
    private static func namesRegistration(_ source: SwiftTokens) -> Bool {
        source.tokens.indices.contains { index in
            switch source.tokens[index].kind {
            case .word: RouteRegistrySource.entrances.contains(source.word(at: index) ?? "")
            // It may stand in an interpolation.
            case .string: RouteRegistrySource.entrances.contains(where: source.text(source.tokens[index]).contains)
            default: false
            }
        }
    }

    /// `path`: of the handler, in its module.
    func list(of path: String) -> List {
        let found = [lists[path], lists["\(module).\(path)"]].compactMap { $0 }
        if found.count > 1 { return .unread(.several) }
        return found.first ?? .unread(hasUnreadText ? .file : .absent)
    }

    /// `path`: of the route; nil where its text shows none.
    func identifier(of path: String) -> String? { identifiers[path] ?? identifiers["\(module).\(path)"] }

    // MARK: As a text

    public static let format = "mono route lists 2"

    /// A line a fact, columns between tabs; the same bytes for the same facts.
    public var text: String {
        var lines = [[RouteLists.format, module]]
        for (type, list) in lists.sorted(by: { $0.key < $1.key }) {
            switch list {
            case .routes(let names): lines.append(["list", type] + names.map { $0.joined(separator: ".") })
            case .unread(let obstacle): lines.append(["unread", type, obstacle.rawValue])
            }
        }
        lines += identifiers.sorted { $0.key < $1.key }.map { ["identifier", $0.key, $0.value] }
        if hasUnreadText { lines.append(["unread text"]) }
        if let registers { lines.append(["registers", "\(registers)"]) }
        return lines.map { $0.map { $0.filter { $0 != "\t" && $0 != "\n" } }.joined(separator: "\t") + "\n" }.joined()
    }

    /// Nil where the text is none of `text`.
    public init?(text: String) {
        var lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }[...]
        guard let head = lines.popFirst(), head.count == 2, head[0] == RouteLists.format else { return nil }
        self.init(module: head[1])
        for line in lines {
            switch (line[0], line.count) {
            case ("list", 2...):
                lists[line[1]] = .routes(line.dropFirst(2).map { $0.split(separator: ".").map(String.init) })
            case ("unread", 3):
                guard let obstacle = Obstacle(rawValue: line[2]) else { return nil }
                lists[line[1]] = .unread(obstacle)
            case ("identifier", 3): identifiers[line[1]] = line[2]
            case ("unread text", 1): hasUnreadText = true
            case ("registers", 2):
                guard let known = Bool(line[1]) else { return nil }
                registers = known
            default: return nil
            }
        }
    }
}
