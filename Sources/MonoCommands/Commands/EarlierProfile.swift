import CompileProfile
import Disk
import JSON

/// What `mono profile --json` printed once.
struct EarlierProfile {
    let milliseconds: Double
    let functions, targets: [ProfileComparison.Row]

    /// `path`: as it was typed.
    init(_ path: String, _ files: any FileSystem, _ session: Session) throws {
        let bytes: [UInt8]
        do {
            bytes = try files.read(session.path(path))
        } catch {
            throw ErrorReport(
                code: .usage, what: "cannot read '\(path)': \(Words.systemError(error.code))",
                help: "'mono profile --json > \(path)' makes it")
        }
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1,
            let milliseconds = json["milliseconds"]?.number,
            let functions = json["functions"]?.array?.map(EarlierProfile.row),
            let targets = json["targets"]?.array?.map(EarlierProfile.row),
            !functions.contains(nil), !targets.contains(nil)
        else { throw ErrorReport(code: .usage, what: "'\(path)' is not what 'mono profile --json' prints") }
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
