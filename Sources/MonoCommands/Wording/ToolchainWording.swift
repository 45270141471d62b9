import Disk
import Subprocesses
import Toolchains

extension ToolchainError: Reportable {
    var report: ErrorReport {
        switch self {
        case .notFound(let searched):
            ErrorReport(
                code: .toolchain, what: "no Swift toolchain: there is no 'swiftc' in PATH", details: searched.map { "looked in \($0)" },
                hint: "install Swift (https://swift.org/install), or add its 'usr/bin' to PATH")
        case .incomplete(let path):
            ErrorReport(
                code: .toolchain, what: "the Swift toolchain is not whole: '\(path)' is missing", hint: "install it again, or put another one first in PATH")
        case .broken(let program, let output):
            ErrorReport(
                code: .toolchain, what: "'\(program)' does not answer as it should",
                details: output.split(separator: "\n").prefix(5).map(String.init), hint: "install the toolchain again, or put another one first in PATH")
        case .unreadable(let error):
            ErrorReport(
                code: .toolchain, what: "the Swift toolchain cannot be read", details: [error.report.what], hint: error.report.hint)
        }
    }
}

extension CommandError: Reportable {
    var report: ErrorReport {
        ErrorReport(code: .toolchain, what: "cannot start '\(executable)': \(Words.systemError(code))")
    }
}
