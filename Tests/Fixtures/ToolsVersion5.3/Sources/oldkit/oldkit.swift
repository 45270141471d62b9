public func old() -> String {
    #if OLD
        return "old OLD"
    #else
        return "old"
    #endif
}
