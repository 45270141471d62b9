import Foundation
import Measuring

/// A few targets of each language, and programs over them: 40 results.
public struct MixedWorkspace: Sendable {
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// What a debug build made of it.
    public func programs() throws -> [String: Data] {
        let made = folder + "/.mono/debug"
        return Dictionary(
            uniqueKeysWithValues: try Folders.programs(in: made).map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: "\(made)/\($0)")))
            })
    }

    public func write() throws {
        func put(_ text: String, _ path: String) throws {
            let place = "\(folder)/\(path)"
            try Folders.make(String(place[..<place.lastIndex(of: "/")!]))
            try Folders.write(text, to: place, atomically: false)
        }
        try put(
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "Mixed",
                targets: [
                    .target(name: "C"), .target(name: "Lib", dependencies: ["C"]),
                    .executableTarget(name: "app", dependencies: ["Lib"]),
                ] + (1...12).map { .executableTarget(name: "tool\\($0)", dependencies: ["C"]) })
            """, "Package.swift")
        try put("int c(void);\n", "Sources/C/include/C.h")
        try put("#include <stdio.h>\n#include \"C.h\"\nint c(void) { return 1; }\n", "Sources/C/c.c")
        try put("import C\npublic func lib() -> Int32 { c() }\n", "Sources/Lib/lib.swift")
        try put("import Lib\nprint(lib())\n", "Sources/app/main.swift")
        for index in 1...12 {
            try put(
                "#include \"C.h\"\n#warning tool \(index)\nint main(void) { return c() - \(index); }\n",
                "Sources/tool\(index)/main.c")
            try put("", "Sources/tool\(index)/include/tool\(index).h")
        }
    }
}
