/// The environment of tests: not the person's whole one, or no result could be used again by anybody. They get what
/// their code names, what the workspace declares, what says how texts look, and what no result depends on.
public struct TestEnvironment: Hashable, Sendable {
    /// What they get.
    public var variables: [String: String]
    /// What of it counts; sorted by name.
    var counted: [(name: String, value: String?)]

    /// `user`: what mono was started with. `toolchain`: the folder with its programs.
    public init(_ user: [String: String], names: Set<String>, declared: [String], toolchain: String) {
        variables = ["PATH": "\(toolchain):/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
        for name in ["HOME", "USER", "LOGNAME", "TMPDIR", "SHELL"] { variables[name] = user[name] }
        var counted: Set<String> = Set(declared)
        for name in user.keys where names.contains(name) || TestEnvironment.saysHowTextsLook(name) {
            counted.insert(name)
        }
        for name in counted { variables[name] = user[name] ?? (declared.contains(name) ? nil : variables[name]) }
        self.counted = counted.sorted().map { ($0, user[$0]) }
    }

    private static func saysHowTextsLook(_ name: String) -> Bool {
        ["LANG", "LANGUAGE", "TZ"].contains(name) || name.hasPrefix("LC_")
    }

    public static func == (a: Self, b: Self) -> Bool { a.variables == b.variables }
    public func hash(into hasher: inout Hasher) { hasher.combine(variables) }
}
