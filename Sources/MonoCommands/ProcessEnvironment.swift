// Global variables of C have no isolation that the compiler could check; `environ` is read once, before there is a
// second thread.
@preconcurrency import Glibc

/// What the process was given from outside besides its arguments. The only code that asks the system for it is
/// `current()`; everything else is handed the values.
struct ProcessEnvironment: Hashable, Sendable {
    /// A variable that is given twice has its first value, as `getenv` would have it.
    var variables: [String: String]
    /// The folder that the process was started in; nil where it has been removed since.
    var folder: String?
    /// Where this very program lies; nil where the system does not say.
    var executable: String?
    /// The machine's name; empty where the system does not say.
    var host = ""
    /// The secret with which results are signed. It stands in no variable that a program could be handed.
    var signingKey: String?
    /// With which a remote cache is asked; in no variable either.
    var remoteToken, remotePassword: String?

    private static let signingKeyName = "MONO_SIGNING_KEY"
    static let remoteTokenName = "MONO_REMOTE_CACHE_TOKEN", remotePasswordName = "MONO_REMOTE_CACHE_PASSWORD"

    /// Which variable holds what says who asks a remote cache.
    var remoteSecretName: String? {
        if remoteToken != nil { return ProcessEnvironment.remoteTokenName }
        return remotePassword == nil ? nil : ProcessEnvironment.remotePasswordName
    }

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
        // A CI system that has no such secret sets an empty one.
        func credential(_ name: String) -> String? {
            variables.removeValue(forKey: name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let secret = credential(signingKeyName), token = credential(remoteTokenName),
            password = credential(remotePasswordName)
        var host = [CChar](repeating: 0, count: 256)
        let hasName = gethostname(&host, host.count - 1) == 0
        return ProcessEnvironment(
            variables: variables, folder: folder, executable: executable,
            host: hasName ? String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : "",
            signingKey: secret, remoteToken: token, remotePassword: password)
    }
}
