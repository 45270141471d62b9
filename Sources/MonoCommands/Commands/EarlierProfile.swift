import CompileProfile
import JSON

/// What `mono profile --json` printed once.
struct EarlierProfile {
    let milliseconds: Double
    let functions, targets: [ProfileComparison.Row]

    /// Nil for other bytes.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1,
            let milliseconds = json["milliseconds"]?.number,
            let functions = json["functions"]?.array?.map(EarlierProfile.row),
            let targets = json["targets"]?.array?.map(EarlierProfile.row),
            !functions.contains(nil), !targets.contains(nil)
        else { return nil }
        self.milliseconds = milliseconds
        (self.functions, self.targets) = (functions.compactMap(\.self), targets.compactMap(\.self))
    }

    /// Those of targets have no place.
    private static func row(_ json: JSONValue) -> ProfileComparison.Row? {
        guard let target = json["target"]?.string, let milliseconds = json["milliseconds"]?.number else { return nil }
        return .init(
            target: target, file: json["file"]?.string ?? "", name: json["name"]?.string ?? "",
            line: json["line"]?.integer ?? 0, column: json["column"]?.integer ?? 0, milliseconds: milliseconds)
    }
}
