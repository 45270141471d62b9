import Foundation
import Glibc

/// What the figures were measured on.
struct Machine {
    var lines: [String]
    /// Programs that wanted a processor when the measurement began, averaged over a minute.
    var load: Double

    init(_ options: Options) throws {
        let processor = Machine.line("/proc/cpuinfo", "model name", ":") ?? "unknown processor"
        let memory = (Machine.line("/proc/meminfo", "MemTotal", ":")?.split(separator: " ").first).flatMap { Int($0) } ?? 0
        let system = Machine.line("/etc/os-release", "PRETTY_NAME", "=")?.replacingOccurrences(of: "\"", with: "") ?? "Linux"
        var kernel = utsname()
        uname(&kernel)
        let release = withUnsafeBytes(of: &kernel.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let swift = try Machine.first("swift", ["--version"]) { $0.contains("Swift version") }
        let mono = try Machine.first(options.mono, ["version"]) { _ in true }
        // Of what mono is made of: recording figures is a commit too.
        let parts = ["--", "Package.swift", "Sources"]
        let commit = try Machine.first("git", ["log", "-1", "--format=%h"] + parts) { _ in true }
        let isChanged = try !Program("git", ["status", "--porcelain"] + parts, in: Options.repository).run().output.isEmpty
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        lines = [
            "\(processor), \(cores) cores, \((memory + (1 << 19)) >> 20) GiB of memory",
            "\(system), Linux \(release)",
            swift,
            "\(mono), commit \(commit)\(isChanged ? " with changes" : "")",
            "swift-nio \(options.tag), debug",
        ]
        load = (try? Folders.text("/proc/loadavg"))?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    private static func line(_ file: String, _ key: String, _ separator: Character) -> String? {
        (try? Folders.text(file))?.split(separator: "\n").first { $0.hasPrefix(key) }
            .flatMap { $0.split(separator: separator, maxSplits: 1).last }
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func first(_ program: String, _ arguments: [String], where fits: (Substring) -> Bool) throws -> String {
        let output = try Program(program, arguments, in: Options.repository).run().output
        return output.split(separator: "\n").first(where: fits).map(String.init) ?? "\(program): unknown version"
    }
}
