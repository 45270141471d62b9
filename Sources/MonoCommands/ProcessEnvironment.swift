// Global variables of C have no isolation that the compiler could check; `environ` is read once, before there is a second thread.
@preconcurrency import Glibc

/// What the process was given from outside besides its arguments. The only code that asks the system for it is `current()`;
/// everything else is handed the values.
struct ProcessEnvironment: Hashable, Sendable {
    /// A variable that is given twice has its first value, as `getenv` would have it.
    var variables: [String: String]
    /// The folder that the process was started in; nil where it has been removed since.
    var folder: String?
    /// Where this very program lies; nil where the system does not say.
    var executable: String?

    subscript(name: String) -> String? { variables[name] }

    /// Reads the process's own. Called once, when mono starts.
    static func current() -> ProcessEnvironment {
        var variables: [String: String] = [:]
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        while let entry = next?.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
            }
            next = next?.successor()
        }
        var folder: String?
        if let path = getcwd(nil, 0) {
            folder = String(cString: path)
            free(path)
        }
        var executable: String?
        if let path = realpath("/proc/self/exe", nil) {
            executable = String(cString: path)
            free(path)
        }
        return ProcessEnvironment(variables: variables, folder: folder, executable: executable)
    }
}
