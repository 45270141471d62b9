public let plain = "plain"
