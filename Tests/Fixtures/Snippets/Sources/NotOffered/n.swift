public func not() {}
