import Foundation
import Glibc

/// What the figures were measured on.
public struct Machine: Sendable {
    public var lines: [String]
    /// The version of mono, and the commit that it was built from.
    public var mono: String
    /// Programs that wanted a processor when the measurement began, averaged over a minute.
    public var load: Double

    /// `mono`: the program that is measured, built from `repository`; `subject`: what is built with it.
    public init(mono program: String, repository: String, subject: String) throws {
        func first(_ executable: String, _ arguments: [String], where fits: (Substring) -> Bool) throws -> String {
            let output = try Program(executable, arguments, in: repository).run().output
            return output.split(separator: "\n").first(where: fits).map(String.init) ?? "\(executable): unknown version"
        }
        let processor = Machine.line("/proc/cpuinfo", "model name", ":") ?? "unknown processor"
        let memory =
            (Machine.line("/proc/meminfo", "MemTotal", ":")?.split(separator: " ").first).flatMap { Int($0) } ?? 0
        let system =
            Machine.line("/etc/os-release", "PRETTY_NAME", "=")?.replacingOccurrences(of: "\"", with: "") ?? "Linux"
        var kernel = utsname()
        uname(&kernel)
        let release = withUnsafeBytes(of: &kernel.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let swift = try first("swift", ["--version"]) { $0.contains("Swift version") }
        let version = try first(program, ["version"]) { _ in true }
        // Of what mono is made of: recording figures is a commit too.
        let parts = ["--", "Package.swift", "Sources"]
        let commit = try first("git", ["log", "-1", "--format=%h"] + parts) { _ in true }
        let isChanged = try !Program("git", ["status", "--porcelain"] + parts, in: repository).run().output.isEmpty
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        mono = "\(version), commit \(commit)\(isChanged ? " with changes" : "")"
        lines = [
            "\(processor), \(cores) cores, \((memory + (1 << 19)) >> 20) GiB of memory",
            "\(system), Linux \(release)",
            swift,
            mono,
            subject,
        ]
        load = Machine.load
    }

    /// Programs that want a processor now, averaged over a minute.
    public static var load: Double {
        (try? Folders.text("/proc/loadavg"))?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    private static func line(_ file: String, _ key: String, _ separator: Character) -> String? {
        (try? Folders.text(file))?.split(separator: "\n").first { $0.hasPrefix(key) }
            .flatMap { $0.split(separator: separator, maxSplits: 1).last }
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
