import Foundation
import Glibc
import Measuring

/// A small workspace in which one file has one of two contents, and a program that prints which.
struct RacedWorkspace {
    let folder: String
    /// No build has seen it: it stands in every file.
    let mark: String

    /// Writes it anew, with `content` (1 or 2) at `spot` and 1 elsewhere. In whole: the folder holds nothing else
    /// afterwards.
    func write(_ spot: Change.Spot, _ content: Int) throws {
        try Folders.remove(folder)
        for each in Change.Spot.allCases { try Folders.make("\(folder)/\(each.folder)") }
        try Folders.make("\(folder)/Sources/app")
        try put(
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "Raced",
                targets: [
                    .target(name: "C", cSettings: [.headerSearchPath("parts")]), .target(name: "Lib"),
                    .executableTarget(name: "app", dependencies: ["C", "Lib"]),
                ])
            """, at: "Package.swift")
        try put(
            "import C\nimport Lib\nprint(parts(), PUBLIC, publicPart(), source(), lib())\n// \(mark)\n",
            at: "Sources/app/main.swift")
        try put(slow, at: "Sources/C/slow.h")
        for each in Change.Spot.allCases {
            try put(text(each, each == spot ? content : 1), at: "\(each.folder)/\(each.file)")
        }
    }

    /// What the program prints.
    func answer(_ spot: Change.Spot, _ content: Int) -> String {
        func number(_ each: Change.Spot) -> Int { each == spot ? content : 1 }
        return
            """
            \(number(.privateHeader)) \(number(.publicHeader)) \(number(.publicHeader)) \(number(.clangSource)) \
            \(number(.swiftSource))\n
            """
    }

    func text(_ spot: Change.Spot, _ content: Int) -> String {
        switch spot {
        case .privateHeader: "#define PRIVATE \(content)\n// \(mark)\n"
        case .publicHeader:
            "#define PUBLIC \(content)\nint parts(void);\nint publicPart(void);\nint source(void);\n// \(mark)\n"
        case .clangSource:
            """
            #include "C.h"
            #include "parts.h"
            enum { theParts = PRIVATE, thePublic = PUBLIC, theSource = \(content) };
            #include "slow.h"
            int parts(void) { return theParts; }
            int publicPart(void) { return thePublic; }
            int source(void) { return theSource; }
            // \(mark)

            """
        case .swiftSource: "public func lib() -> Int { \(content) }\n// \(mark)\n"
        }
    }

    func put(_ text: String, at path: String) throws {
        try Folders.write(text, to: "\(folder)/\(path)", atomically: false)
    }

    /// Keeps clang busy for some 60 ms.
    private var slow: String {
        (["#define A0 +0"] + (1...16).map { "#define A\($0) A\($0 - 1) A\($0 - 1)" } + ["#if 1 A16", "#endif", ""])
            .joined(separator: "\n")
    }
}
