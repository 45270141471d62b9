public func quoted(_ text: String) -> String { "\"\(text)\"" }
