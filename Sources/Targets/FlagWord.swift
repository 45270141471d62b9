/// A word for a compiler or a linker. Only these know what it means: what may be a path counts as one.
public enum FlagWord {
    /// All that may be a path: a bare word, what follows an option of one letter or of a known name, and what stands
    /// after `=` and between commas.
    public static func paths(in word: String) -> [String] {
        var texts: [Substring] = []
        if !word.hasPrefix("-") {
            texts.append(word.hasPrefix("@") ? word.dropFirst() : word[...])
        } else {
            texts += joined.filter(word.hasPrefix).map { word.dropFirst($0.count) }
            if let mark = word.firstIndex(of: "=") { texts.append(word[word.index(after: mark)...]) }
            if word.hasPrefix("-Wl,") || word.hasPrefix("-Wa,") || word.hasPrefix("-Wp,") {
                return word.split(separator: ",").dropFirst().flatMap { paths(in: String($0)) }
            }
        }
        return texts.filter { !$0.isEmpty && !$0.utf8.contains(0) }.map(String.init)
    }

    private static let joined = [
        "-I", "-L", "-F", "-B", "-T", "-iquote", "-isystem", "-idirafter", "-include", "-imacros", "-iprefix",
        "-iwithprefix", "-l:",
    ]
}
