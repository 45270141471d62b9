import Foundation
import Measuring
import ProgramOptions

/// What is asked of `scale-bench stand-in`.
struct StandInOptions {
    var folder = ""

    static var syntax: ProgramSyntax<StandInOptions> {
        ProgramSyntax(
            "scale-bench stand-in", "makes a toolchain in FOLDER whose tools do next to nothing.",
            discussion: [
                "Manifests are evaluated by the toolchain that comes first in PATH now. Put FOLDER/path before PATH, and "
                    + "'measure --only nothing,fresh,comment' shows what mono does itself, in minutes at any size."
            ], defaults: StandInOptions(), arguments: [.word(\.folder, .folder, help: "where it goes")])
    }
}

/// A toolchain of one small program under many names.
struct StandInToolchain {
    let folder: String

    private static let programs = [
        "swift-driver", "swift-frontend", "clang", "clang++", "lld", "llvm-ar", "swift-plugin-server",
        "swift-autolink-extract", "swift-symbolgraph-extract",
    ]

    func make() throws {
        let tools = folder + "/usr/bin", search = folder + "/path"
        let real = try Program("sh", ["-c", "command -v swift"], in: "/").run(timeLimit: 60).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !real.hasPrefix(folder) else { throw RunError("'swift' in PATH is a stand-in itself: \(real)") }
        for place in [tools, search, folder + "/usr/lib/swift"] {
            try Folders.remove(place)
            try Folders.make(place)
        }
        try Folders.write("none\n", to: folder + "/usr/lib/swift/Swift.swiftmodule")
        let source = "\(Repository.folder)/Benchmarks/Programs/stand-in-tool.c", program = tools + "/swift-driver"
        _ = try Program("clang", ["-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source], in: folder)
            .run(timeLimit: 120)
        for name in StandInToolchain.programs.dropFirst() {
            try FileManager.default.copyItem(atPath: program, toPath: "\(tools)/\(name)")
        }
        for link in [tools + "/swiftc", search + "/swiftc"] {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        }
        // SwiftPM looks for its compiler beside itself, and in PATH before.
        let script = "#!/bin/sh\nPATH='\((real as NSString).deletingLastPathComponent)':$PATH exec '\(real)' \"$@\"\n"
        try Folders.write(script, to: tools + "/swift")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/swift")
    }
}
