public func spoken() -> String { said }
