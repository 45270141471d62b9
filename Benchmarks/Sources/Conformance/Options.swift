import Foundation
import Measuring

/// What a person asked for.
struct Options {
    static let help = """
        conformance compares mono's command lines with those that SwiftPM plans for the same packages, target by target. Nothing is compiled.

        usage: conformance [OPTION…] PACKAGE…

        PACKAGE is a folder with a Package.swift. It ends with 1 where a difference is not intended.

        options:
          --release       release builds
          --record        compare both configurations, and write the table of Docs/Compatibility.md
          --intended      list intended differences too, each with its reason
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where SwiftPM's plans and mono's cache go (\(Options().work))
        """

    var packages: [String] = []
    var isRelease = false
    var records = false
    var listsIntended = false
    var mono = Repository.folder + "/.build/release/mono"
    var work = "/tmp/conformance"

    init() {}

    init(arguments: [String]) throws {
        var rest = arguments[...]
        func path(_ text: String?, _ option: String) throws -> String {
            guard let text else { throw BenchError("\(option) needs a value") }
            return URL(fileURLWithPath: text).standardizedFileURL.resolvingSymlinksInPath().path
        }
        while let word = rest.popFirst() {
            switch word {
            case "--release": isRelease = true
            case "--record": records = true
            case "--intended": listsIntended = true
            case "--mono": mono = try path(rest.popFirst(), word)
            case "--work": work = try path(rest.popFirst(), word)
            case _ where word.hasPrefix("-"): throw BenchError("'\(word)' is no option; try --help")
            default: packages.append(try path(word, word))
            }
        }
        guard !packages.isEmpty else { throw BenchError("name a package; try --help") }
        guard Folders.exists(mono) else {
            throw BenchError("there is no \(mono): run 'swift build -c release' in \(Repository.folder), or say --mono")
        }
    }
}
