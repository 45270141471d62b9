import Foundation
import Measuring

/// What a person asked for.
struct Options {
    static let help = """
        conformance compares mono's command lines with those that SwiftPM plans for the same packages, target by target. Nothing is compiled.

        usage: conformance [OPTION…] PACKAGE…

        PACKAGE is a folder with a Package.swift. It ends with 1 where a difference is not intended.

        options:
          --debug         debug builds, which is what is compared unless told otherwise
          --release       release builds
          --record        compare both configurations, and write the table of Docs/Compatibility.md
          --swift-sdk ID  both build for another platform, with this Swift SDK
          --swift-sdks-path FOLDER
                          where SDKs are
          --intended      list intended differences too, each with its reason
          --mono FILE     the program; unless told, the release build of the repository that this program was built in
          --work FOLDER   where SwiftPM's plans and mono's cache go (\(Options().work))
        """

    var packages: [String] = []
    var isRelease = false
    var records = false
    var listsIntended = false
    var mono = MonoProgram.usual
    var work = "/tmp/conformance"
    /// Words of both tools that say what is built for.
    var platform: [String] = []

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--debug": isRelease = false
            case "--release": isRelease = true
            case "--record": records = true
            case "--intended": listsIntended = true
            case "--mono": mono = try reader.path(of: word)
            case "--swift-sdk": platform += [word, try reader.value(of: word)]
            case "--swift-sdks-path": platform += [word, try reader.path(of: word)]
            case "--work": work = try reader.path(of: word)
            case _ where word.hasPrefix("-"): throw OptionReader.unknown(word)
            // Plans name files without links.
            default: packages.append(URL(fileURLWithPath: word).standardizedFileURL.resolvingSymlinksInPath().path)
            }
        }
        guard !packages.isEmpty else { throw BenchError("name a package; try --help") }
        try MonoProgram.check(mono)
    }
}
