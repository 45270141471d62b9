import dep
#if Extra
import Extra
#endif
public func traits() -> String {
    var names: [String] = []
    #if A
    names.append("A")
    #endif
    #if B
    names.append("B")
    #endif
    #if C
    names.append("C")
    #endif
    #if Extra
    names.append("Extra \(extra)")
    #endif
    return (names.isEmpty ? "none" : names.joined(separator: " ")) + " \(name)"
}
