import Foundation

/// Progress, at once.
package func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Three digits that count.
package func seconds(_ time: Double) -> String {
    let digits = time < 1 ? 3 : time < 10 ? 2 : 1
    return String(format: "%.\(digits)f s", time)
}
