import Foundation
import Measuring
import ProgramOptions

/// What a person asked for.
struct Options {
    var packages: [String] = []
    var isRelease = false
    var records = false
    var listsIntended = false
    var mono = MonoProgram.usual
    var work = "/tmp/conformance"
    private var sdk: String?
    private var sdksPath: String?

    /// Words of both tools that say what is built for.
    var platform: [String] {
        (sdk.map { ["--swift-sdk", $0] } ?? []) + (sdksPath.map { ["--swift-sdks-path", $0] } ?? [])
    }

    static var syntax: ProgramSyntax<Options> {
        ProgramSyntax(
            "conformance",
            "compares mono's command lines with those that SwiftPM plans for the same packages, target by target. "
                + "Nothing is compiled.",
            discussion: ["It ends with 1 where a difference is not intended."], defaults: Options(),
            arguments: [
                .words(\.packages, .folder("PACKAGE"), isNeeded: true, help: "a folder with a Package.swift"),
                .flag(
                    "--debug", \.isRelease, to: false,
                    help: "debug builds, which is what is compared unless told "
                        + "otherwise"
                ).excluding("--release", "--record"),
                .flag("--release", \.isRelease, help: "release builds").excluding("--record"),
                .flag(
                    "--record", \.records,
                    help: "compare both configurations, and write the table of Docs/Compatibility.md"),
                .option(
                    "--swift-sdk", \.sdk, .text("ID"), help: "both build for another platform, with this Swift SDK"),
                .option("--swift-sdks-path", \.sdksPath, .folder, help: "where SDKs are").needing("--swift-sdk"),
                .flag("--intended", \.listsIntended, help: "list intended differences too, each with its reason")
                    .excluding("--record"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where SwiftPM's plans and mono's cache go"),
            ]
        ) { options, _ in
            // Plans name files without links.
            options.packages = options.packages.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
            try MonoProgram.check(options.mono)
        }
    }
}
