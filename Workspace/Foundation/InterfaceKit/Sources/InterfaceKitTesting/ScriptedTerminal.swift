import InterfaceKitInterface

/// Types the lines that it was given, and keeps what was written.
public final class ScriptedTerminal: Terminal {
    public private(set) var written: [String] = []
    private var typed: [String]

    public init(typing lines: [String] = []) { typed = lines.reversed() }

    public func write(_ text: String, style: TextStyle) { written.append(text) }

    public func readLine(prompt: String) -> String? {
        guard let line = typed.popLast() else { return nil }
        written.append(prompt + line)
        return line
    }
}
