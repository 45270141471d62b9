import Foundation
import ProgramOptions

/// The program that is asked.
public enum MonoProgram {
    /// The release build of the repository that this program was built in.
    public static let usual = Repository.folder + "/.build/release/mono"

    /// `--mono FILE`.
    public static func argument<Options>(_ place: WritableKeyPath<Options, String>) -> Argument<Options> {
        .option(
            "--mono", place, .file, showsUsual: false,
            help: "the program; unless told, the release build of the repository that this program was built in")
    }

    /// The first line of `mono version`.
    public static func version(of path: String) throws -> String {
        try Program(path, ["version"], in: "/").run().output.split(separator: "\n").first.map(String.init) ?? "mono"
    }

    public static func check(_ path: String) throws {
        guard Folders.exists(path) else {
            throw OptionError(
                "there is no \(path): run 'swift build -c release' in \(Repository.folder), or say "
                    + "--mono")
        }
    }
}
