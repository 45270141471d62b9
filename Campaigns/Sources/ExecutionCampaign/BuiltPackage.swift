import Foundation
import Measuring

/// A copy of a package with a cache of its own, and what builds left there. All builds are of one folder: where targets
/// ask for `#filePath`, results depend on it.
struct BuiltPackage {
    private let place: String
    private var folder: String { place + "/package" }
    private var cache: String { place + "/cache" }

    /// Copies what git knows of a folder, and what it does not ignore.
    init(_ package: String, in place: String) throws {
        self.place = place
        try Folders.make(folder)
        let script = "git ls-files -z --cached --others --exclude-standard | xargs -0 cp -a --parents -t \"$0\""
        _ = try Program("/bin/sh", ["-c", script, folder], in: package).run()
    }

    /// With all tests in debug: what is optimised is not compiled for `@testable`. As on a machine that has only seen
    /// the toolchain unless `keepsAll`.
    func build(
        _ mono: String, _ configuration: String, with words: [String] = [], keepsAll: Bool = false
    ) throws -> BuiltEvents {
        if !keepsAll {
            for path in [folder + "/.mono", cache + "/v1"] { try Folders.remove(path) }
        }
        let events = cache + "-events.jsonl"
        let tests = configuration == "debug" ? ["--build-tests"] : []
        let all = ["build", "-c", configuration, "--cache-dir", cache, "--events", events] + tests + words
        let run = try Program(mono, all, in: folder).run(timeLimit: 7200)
        return try BuiltEvents(in: Folders.text(events), wall: run.wall)
    }

    /// Moves what the last build left out of the way of the next one, and returns where it is.
    func setAside() throws -> String {
        let aside = place + "/aside"
        try Folders.remove(aside)
        try FileManager.default.moveItem(atPath: folder + "/.mono", toPath: aside)
        return aside
    }

    /// What the last build left.
    var made: String { folder + "/.mono" }

    /// Files that a build made, by their path: programs, modules, objects. Dependency files name files of the system in
    /// the order in which they were found; what an incremental compile keeps, and what is known of clang's modules, is
    /// made by compiles at home alone.
    static func outputs(_ configuration: String, in made: String) -> [String: String] {
        var found: [String: String] = [:]
        for part in [configuration, "build/\(configuration)"] {
            let top = "\(made)/\(part)"
            guard let walk = FileManager.default.enumerator(atPath: top) else { continue }
            for case let name as String in walk {
                let kind = walk.fileAttributes?[.type] as? FileAttributeType
                guard kind == .typeRegular, BuiltPackage.kinds.contains((name as NSString).pathExtension),
                    name != "module-cache-headers"
                else { continue }
                found["\(part)/\(name)"] = "\(top)/\(name)"
            }
        }
        return found
    }

    /// "": a program.
    private static let kinds: Set = ["", "o", "a", "so", "swiftmodule", "swiftdoc", "swiftinterface", "abi"]
}
