/// The files and folders that a module map of clang names: headers, umbrella folders, further maps.
/// https://clang.llvm.org/docs/Modules.html#module-map-language
public enum ModuleMapText {
    public struct Name: Hashable, Sendable {
        public var text: String
        /// It is another map.
        public var isMap: Bool
    }

    /// Every name between quotes that may be a path, in the order of the map. Never one that is empty or holds a zero
    /// byte; what `link` names is no file. Any bytes may come: a map that nobody can read names something or nothing.
    public static func names(in text: [UInt8]) -> [Name] {
        var found: [Name] = [], isExtern = false, isLibrary = false
        var rest = text[...]
        while let byte = rest.first {
            if rest.starts(with: "//".utf8) {
                rest = rest.drop(while: { $0 != UInt8(ascii: "\n") })
            } else if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "\"") {
                let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                if !name.isEmpty, !name.contains(0), !isLibrary {
                    found.append(Name(text: String(decoding: name, as: UTF8.self), isMap: isExtern))
                }
                (isExtern, isLibrary) = (false, false)
                rest = rest.dropFirst(name.count + 2)
            } else {
                let word = rest.prefix {
                    ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") || $0 == UInt8(ascii: "_")
                }
                if word.elementsEqual("extern".utf8) { isExtern = true }
                if !word.isEmpty, !word.elementsEqual("framework".utf8) { isLibrary = word.elementsEqual("link".utf8) }
                rest = rest.dropFirst(max(1, word.count))
            }
        }
        return found
    }
}
