import Foundation

/// Progress, at once.
public func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// The one in the middle; of an even number the mean of both.
public func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    if sorted.isEmpty { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Three digits that count.
public func seconds(_ time: Double) -> String {
    let digits = time < 1 ? 3 : time < 10 ? 2 : 1
    return String(format: "%.\(digits)f s", time)
}
