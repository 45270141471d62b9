import Foundation

public func spoken() -> String { "\(word_first) \(word_two_parts) \(stamp)" }

public func listed() -> String {
    guard let path = Bundle.module.path(forResource: "first", ofType: "txt") else { return "nothing" }
    return (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .newlines) ?? "unreadable"
}
