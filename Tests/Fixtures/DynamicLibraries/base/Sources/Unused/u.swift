public func unused() {}
