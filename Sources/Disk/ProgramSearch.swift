extension FileSystem {
    /// The program that a shell would find under that name; nil where there is none. `searchPath`: as in `PATH`, whose
    /// relative folders are left out; nil for the system's own.
    public func program(_ name: String, on searchPath: String?) -> AbsolutePath? {
        (searchPath ?? "/usr/bin:/bin").split(separator: ":").lazy.filter { $0.hasPrefix("/") }
            .map { AbsolutePath(String($0)) / name }
            .first { status($0).map { $0.kind == .file && $0.isExecutable } ?? false }
    }
}
