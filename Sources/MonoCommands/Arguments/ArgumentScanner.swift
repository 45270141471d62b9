/// One argument as the scanner understood it.
enum ScannedArgument: Hashable, Sendable {
    /// `option` counts in the scanner's list; `spelling` is what was typed; the value is nil for a flag.
    case option(Int, spelling: String, value: String?)
    case positional(String)
}

/// Tells options, their values and positionals apart, by the usual rules:
///
/// - `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`; flags of one letter may be bundled (`-kv`), the
///   last of a bundle may take a value (`-kj4`). A name with one dash and several letters (`-Xswiftc`) is taken whole
///   before it is taken apart.
/// - After `--` everything is positional, and so it is after the positionals of a command that hands the rest to a
///   program. A lone `-` always is.
/// - A value that starts with a dash must be attached, except where the option expects such values.
struct ArgumentScanner {
    let command: String
    let options: [OptionDescription]
    /// After so many positionals everything is one; nil where none has that effect.
    private let positionalsBeforeRest: Int?
    private let indices: [String: Int]

    init(command: String, options: [OptionDescription], positionalsBeforeRest: Int? = nil) {
        self.command = command
        self.options = options
        self.positionalsBeforeRest = positionalsBeforeRest
        var indices: [String: Int] = [:]
        for (index, option) in options.enumerated() {
            for name in option.names { indices[name] = index }
        }
        self.indices = indices
    }

    /// Scans up to the end, or (`untilPositional`) up to the first positional, which is left.
    /// Takes what it scanned away from `arguments`.
    func scan(
        _ arguments: inout ArraySlice<String>, untilPositional: Bool = false
    ) throws(ArgumentError) -> [ScannedArgument] {
        var found: [ScannedArgument] = []
        var positionals = 0
        while let next = arguments.first {
            if positionals == positionalsBeforeRest {
                // People who put it there mean the same.
                if next == "--" { arguments.removeFirst() }
                found += arguments.map { .positional($0) }
                arguments = []
                return found
            }
            if next == "--" {
                arguments.removeFirst()
                if !untilPositional {
                    found += arguments.map { .positional($0) }
                    arguments = []
                }
                return found
            }
            if next.utf8.first != UInt8(ascii: "-") || next == "-" {
                if untilPositional { return found }
                arguments.removeFirst()
                found.append(.positional(next))
                positionals += 1
            } else {
                arguments.removeFirst()
                try scanOption(next, &arguments, &found)
            }
        }
        return found
    }

    private func scanOption(
        _ text: String, _ rest: inout ArraySlice<String>, _ found: inout [ScannedArgument]
    ) throws(ArgumentError) {
        let equals = text.firstIndex(of: "=")
        let name = equals.map { String(text[..<$0]) } ?? text
        let attached = equals.map { String(text[text.index(after: $0)...]) }
        if let index = indices[name] {
            found.append(try matched(index, spelling: name, attached: attached, &rest))
        } else if text.hasPrefix("--") {
            throw unknown(name)
        } else {
            try scanBundle(text, &rest, &found)
        }
    }

    /// `-kv`, `-j4`, `-kj4`: letter by letter, until one takes the rest as its value.
    private func scanBundle(
        _ text: String, _ rest: inout ArraySlice<String>, _ found: inout [ScannedArgument]
    ) throws(ArgumentError) {
        var letters = text.dropFirst()
        var bundle: [ScannedArgument] = []
        while let letter = letters.popFirst() {
            let name = "-\(letter)"
            guard let index = indices[name] else { throw unknown(bundle.isEmpty ? text : name) }
            if options[index].value == nil {
                guard letters.first != "=" else {
                    throw .unexpectedValue(option: name, value: String(letters.dropFirst()))
                }
                bundle.append(.option(index, spelling: name, value: nil))
            } else {
                let attached = letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
                bundle.append(try matched(index, spelling: name, attached: attached, &rest))
                letters = ""
            }
        }
        found += bundle
    }

    private func matched(
        _ index: Int, spelling: String, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(ArgumentError) -> ScannedArgument {
        guard let value = options[index].value else {
            if let attached { throw .unexpectedValue(option: spelling, value: attached) }
            return .option(index, spelling: spelling, value: nil)
        }
        if attached != nil || value.isOptional { return .option(index, spelling: spelling, value: attached) }
        guard let next = rest.first else { throw .missingValue(option: spelling, valueName: value.name, next: nil) }
        if !value.mayStartWithDash, next.utf8.first == UInt8(ascii: "-"), next != "-" {
            throw .missingValue(option: spelling, valueName: value.name, next: next)
        }
        rest.removeFirst()
        return .option(index, spelling: spelling, value: next)
    }

    private func unknown(_ name: String) -> ArgumentError {
        .unknownOption(name, command: command, known: options.filter { !$0.isHidden }.flatMap(\.names))
    }
}
