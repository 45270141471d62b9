import Disk
import Subprocesses
import Toolchains

extension ToolchainError: Reportable {
    var report: ErrorReport {
        switch self {
        case .notFound(let searched):
            ErrorReport(
                code: .toolchain, what: "no Swift toolchain: there is no 'swiftc' in PATH",
                details: searched.map { "looked in \($0)" },
                help: "install Swift (https://swift.org/install), or add its 'usr/bin' to PATH")
        case .incomplete(let path):
            ErrorReport(
                code: .toolchain, what: "the Swift toolchain is not whole: '\(path)' is missing",
                help: "install it again, or put another one first in PATH")
        case .broken(let program, let output):
            ErrorReport(
                code: .toolchain, what: "'\(program)' does not answer as it should",
                details: output.split(separator: "\n").prefix(5).map(String.init),
                help: "install the toolchain again, or put another one first in PATH")
        case .unreadable(let error):
            ErrorReport(
                code: .toolchain, what: "the Swift toolchain cannot be read", details: [error.report.what],
                help: error.report.help)
        }
    }
}

extension SwiftSDKError: Reportable {
    var report: ErrorReport {
        switch self {
        case .notFound(let selector, let folder, let known):
            ErrorReport(
                code: .toolchain, what: "there is no Swift SDK '\(selector)' in \(folder)",
                details: known.isEmpty ? [] : ["there is: " + known.joined(separator: ", ")],
                help: "install it with 'swift sdk install', or say with '--swift-sdks-path' where it is")
        case .ambiguous(let selector, let others):
            ErrorReport(
                code: .toolchain, what: "several Swift SDKs fit '\(selector)'", details: others,
                help: "say which one: '--swift-sdk \(others.first ?? selector)'")
        case .notLinux(let id, let triple):
            ErrorReport(
                code: .toolchain,
                what: "Swift SDK '\(id)' is for '\(triple)'; mono builds for Linux alone, and not for Android",
                help: "use 'swift build --swift-sdk' for it")
        case .bringsTool(let program):
            ErrorReport(
                code: .toolchain,
                what: "the Swift SDK has a program of its own for what the toolchain's does: '\(program)'",
                help: "use 'swift build --swift-sdk' for it, or an SDK that goes with your toolchain")
        case .malformed(let file, let line):
            ErrorReport(
                code: .toolchain, what: "\(file):\(line): this is not what a Swift SDK says of itself",
                help: "install the SDK again; 'swift sdk list' says what SwiftPM makes of it")
        case .unreadable(let error):
            ErrorReport(
                code: .toolchain, what: "the Swift SDK cannot be read", details: [error.report.what],
                help: error.report.help)
        }
    }
}

extension CommandError: Reportable {
    var report: ErrorReport {
        ErrorReport(code: .toolchain, what: "cannot start '\(executable)': \(Words.systemError(code))")
    }
}
