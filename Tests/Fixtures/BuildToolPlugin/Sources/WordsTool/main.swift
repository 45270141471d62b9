import Foundation
import WordsFormat

func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines) }

let words = CommandLine.arguments
let input = try text(words[1]), suffix = try text(words[2])
if input == "bad" {
    FileHandle.standardError.write(Data("\(words[1]):1: error: not a word\n".utf8))
    exit(1)
}
let prefix = try text(Bundle.module.path(forResource: "prefix", ofType: "txt")!)
let name = URL(fileURLWithPath: words[1]).deletingPathExtension().lastPathComponent.replacingOccurrences(of: " ", with: "_")
let kind = ProcessInfo.processInfo.environment["WORDS_KIND"] ?? "?"
try "let \(kind)_\(name) = \(quoted(prefix + input + suffix))\n".write(toFile: words[3], atomically: true, encoding: .utf8)
try "\(input)\n".write(toFile: words[4], atomically: true, encoding: .utf8)
