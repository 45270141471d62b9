import Glibc
import Synchronization
import Testing

@testable import Subprocesses

func shell(_ script: String, input: String = "", environment: [String: String] = [:], timeLimit: Double? = nil)
    -> Command
{
    Command(
        "/bin/sh", ["-c", script], folder: "/", environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
        input: Array(input.utf8), timeLimit: timeLimit)
}

extension CommandResult {
    var outputText: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// True where the process `text` names has gone, or is a zombie that someone else has to wait for.
func hasEnded(_ text: some StringProtocol) -> Bool {
    guard let process = pid_t(text.trimmed) else { return false }
    if kill(process, 0) == -1 { return true }
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, file) != nil else { return true }
    let fields =
        String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: ")")
        .last ?? ""
    return fields.trimmed.hasPrefix("Z") || fields.trimmed.hasPrefix("X")
}

/// Waits until something becomes true that must.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<10_000 {
        if condition() { return true }
        usleep(1_000)
    }
    return false
}

extension StringProtocol {
    var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
