/// The environment of tests: not the person's whole one, or no result could be used again by anybody. They get what
/// their programs name, what the workspace declares, one language for everybody, and what no result depends on.
public struct TestEnvironment: Hashable, Sendable {
    /// What they get.
    public var variables: [String: String]
    /// What of it counts; sorted by name.
    var counted: [(name: String, value: String?)]

    /// `user`: what mono was started with. `names`: those that programs name. `toolchain`: the folder with its
    /// programs.
    public init(_ user: [String: String], names: Set<String>, declared: [String], toolchain: String) {
        variables = ["PATH": "\(toolchain):/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
        for name in TestEnvironment.ofPerson { variables[name] = user[name] }
        var counted: Set<String> = Set(declared)
        for name in user.keys where names.contains(name) { counted.insert(name) }
        counted.subtract(TestEnvironment.ofPerson)
        counted.subtract(TestEnvironment.ofShell)
        counted.formUnion(declared)
        for name in counted { variables[name] = user[name] ?? (declared.contains(name) ? nil : variables[name]) }
        self.counted = counted.sorted().map { ($0, user[$0]) }
    }

    /// Names that programs may ask for, so that somebody has to look whether they do.
    public static func optional(_ user: [String: String]) -> [String] {
        user.keys.filter { !ofPerson.contains($0) && !ofShell.contains($0) && $0 != "PATH" }
    }

    /// They get these, and their values count for nothing: files behind them count by what they are.
    private static let ofPerson: Set<String> = ["HOME", "USER", "LOGNAME", "TMPDIR", "SHELL"]
    /// About the shell that started mono, in another folder than theirs.
    private static let ofShell: Set<String> = ["PWD", "OLDPWD", "SHLVL", "_", "PATH"]

    public static func == (a: Self, b: Self) -> Bool { a.variables == b.variables }
    public func hash(into hasher: inout Hasher) { hasher.combine(variables) }
}
