import PrebuiltNumber
public func kit() -> String { "kit \(prebuilt_number()) \(NUMBERS)" }
