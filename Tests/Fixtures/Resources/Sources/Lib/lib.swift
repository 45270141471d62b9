import Foundation

public func lib() -> String {
    func text(_ path: String?) -> String {
        path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "missing"
    }
    let words = [
        text(Bundle.module.path(forResource: "one", ofType: "txt")), text(Bundle.module.path(forResource: "two", ofType: "txt")),
        text(Bundle.module.bundleURL.appendingPathComponent("c/sub/three.txt").path),
        text(Bundle.module.path(forResource: "L", ofType: "strings", inDirectory: nil, forLocalization: "de")),
    ]
    return "lib: \(PackageResources.hello_txt.count) bytes, \(PackageResources.nothing_bin.count) bytes; bundle: \(words.joined(separator: ", "))"
}
