/// What the compiler says of the time that it took to check types, read from what it prints.
///
/// `-debug-time-function-bodies` gives a line for each body, with processor time: `21.11ms<TAB>a.swift:1:6<TAB>global
/// function M.(file).f()@a.swift:1:6`. For expressions there are warnings, in whole milliseconds
/// (`-warn-long-expression-type-checking`; the option that is to print their times prints nothing in Swift 6.3).
public struct TimingLines: Hashable, Sendable {
    public struct Place: Hashable, Comparable, Sendable {
        /// As the compiler spells it: relative to the package's folder.
        public var file: String
        /// From 1; columns in bytes.
        public var line, column: Int

        public init(file: String, line: Int, column: Int) { (self.file, self.line, self.column) = (file, line, column) }

        public static func < (a: Self, b: Self) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
    }

    public struct Timing: Hashable, Sendable {
        public var place: Place
        /// For example `initializer S.init()`; empty for an expression.
        public var name: String
        /// Of processor time.
        public var milliseconds: Double
        /// It was checked in the course of the body that it stands in, whose time holds its own.
        public var isInner: Bool

        public init(place: Place, name: String, milliseconds: Double, isInner: Bool = false) {
            (self.place, self.name, self.milliseconds, self.isInner) = (place, name, milliseconds, isInner)
        }
    }

    public private(set) var functions: [Timing] = []
    public private(set) var expressions: [Timing] = []
    /// Milliseconds for bodies that stand nowhere, because the compiler made them: initialisers, `==`, `encode(to:)`.
    public private(set) var placeless = 0.0

    /// What the compiler printed beside times: errors, with the lines of source below them.
    public private(set) var rest: [String] = []

    public init(_ text: some StringProtocol) {
        // The lines below a warning of an expression's time show its source.
        var isBelow = false
        for line in text.split(separator: "\n") {
            if let (function, place) = TimingLines.function(line) {
                if let place {
                    functions.append(
                        Timing(
                            place: place, name: function.name, milliseconds: function.milliseconds,
                            isInner: function.isInner))
                } else if !function.isInner {
                    placeless += function.milliseconds
                }
            } else if let expression = TimingLines.expression(line) {
                expressions.append(expression)
                isBelow = true
                continue
            } else if !isBelow || TimingLines.isDiagnostic(line) {
                rest.append(String(line))
                isBelow = false
                continue
            } else {
                continue
            }
            isBelow = false
        }
    }

    /// `a.swift:1:45: error: …`
    private static func isDiagnostic(_ line: some StringProtocol) -> Bool {
        for severity in [": error: ", ": warning: ", ": note: "] {
            if let mark = line.range(of: severity), place(line[..<mark.lowerBound]) != nil { return true }
        }
        return line.hasPrefix("error: ") || line.hasPrefix("<unknown>:0: ")
    }

    private static func function(_ line: some StringProtocol) -> (
        (name: String, milliseconds: Double, isInner: Bool), place: Place?
    )? {
        let columns = line.split(separator: "\t", maxSplits: 2)
        guard columns.count == 3, columns[0].hasSuffix("ms"), let time = Double(columns[0].dropLast(2)), time >= 0,
            time.isFinite
        else { return nil }
        let place = place(columns[1])
        if place == nil, columns[1] != "<invalid loc>" { return nil }
        // The name ends with the place once more, and begins with the module.
        var name = String(columns[2].lastIndex(of: "@").map { columns[2][..<$0] } ?? columns[2])
        if let file = name.range(of: ".(file).") {
            let start = name[..<file.lowerBound].lastIndex(of: " ").map { name.index(after: $0) } ?? name.startIndex
            name.removeSubrange(start..<file.upperBound)
        }
        return ((name, time, isInner(name)), place)
    }

    /// True for functions and accessors in a body: `local function S.f().g`, `getter S.f(a:).explicit closure
    /// discriminator=0.v.getter`. What stands in an initial value's or a default argument's closure, or in a type in a
    /// body, is checked by itself.
    private static func isInner(_ name: String) -> Bool {
        var context = name[...]
        func dropLast() { context = context.lastIndex(of: ".").map { context[..<$0] } ?? "" }
        dropLast()
        if !name.hasPrefix("local ") {
            // The variable that the accessor is of.
            guard
                ["getter ", "setter "].contains(where: name.hasPrefix) || name.contains("accessor ")
                    || name.contains("observer ")
            else { return false }
            dropLast()
        }
        while context.lastIndex(of: ".").map({ context[$0...].contains(" closure discriminator=") }) ?? false {
            dropLast()
        }
        return [")", ".deinit", ".<anonymous>"].contains(where: context.hasSuffix)
    }

    /// `a.swift:1:45: warning: expression took 21ms to type-check (limit: 1ms)`
    private static func expression(_ line: some StringProtocol) -> Timing? {
        guard let mark = line.range(of: ": warning: expression took ") else { return nil }
        let rest = line[mark.upperBound...]
        guard let end = rest.range(of: "ms to type-check"), let time = Double(rest[..<end.lowerBound]), time >= 0,
            time.isFinite,
            let place = place(line[..<mark.lowerBound])
        else { return nil }
        return Timing(place: place, name: "", milliseconds: time)
    }

    private static func place(_ text: some StringProtocol) -> Place? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let line = Int(parts[parts.count - 2]),
            line > 0
        else { return nil }
        // A file's name may hold colons.
        let file = parts.dropLast(2).joined(separator: ":")
        return file.isEmpty ? nil : Place(file: file, line: line, column: column)
    }
}

extension StringProtocol {
    /// Where `text` occurs first. (The standard library's `ranges(of:)` finds all of them.)
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
