/// Assertions are evaluated where nothing is optimised.
public func isOptimized() -> Bool {
    var isOptimized = true
    assert({ isOptimized = false; return true }())
    return isOptimized
}

#if MARKED
    public let mark = "marked"
#else
    public let mark = "plain"
#endif
