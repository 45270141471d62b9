import Assembly
import CLib
import CThing

package func packaged() -> String { "package" }

public func c() -> String { "c \(clib()) \(hidden())" }

public func everything() -> String {
    var words = ["\(c()), assembly \(with_preprocessor()) and \(without_preprocessor()),"]
    #if ZOO
        words.append("ZOO")
    #endif
    #if FANCY && Fancy
        words.append("FANCY")
    #endif
    #if DEBUG
        words.append("DEBUG,")
    #endif
    words.append("\(packaged()), system \(thing()), \(#filePath)")
    return words.joined(separator: " ")
}
