public let extra = "extra"
