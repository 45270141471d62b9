public let unrelated = 1
