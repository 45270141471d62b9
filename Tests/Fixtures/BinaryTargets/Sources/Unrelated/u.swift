public func unrelated() {}
