import Foundation
import Measuring

/// The results so far: JSON lines, of which the last of a package and round counts.
struct ResultFile {
    let path: String

    func results(_ round: PackageResult.Round) throws -> [PackageResult] {
        guard Folders.exists(path) else { return [] }
        var found: [String: PackageResult] = [:]
        for line in try Folders.text(path).split(separator: "\n") {
            let result = try JSONDecoder().decode(PackageResult.self, from: Data(line.utf8))
            if result.round == round { found[result.package] = result }
        }
        return found.values.sorted { $0.package.lowercased() < $1.package.lowercased() }
    }

    func append(_ result: PackageResult) throws {
        if !Folders.exists(path) { try Folders.write("", to: path) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: try JSONEncoder().encode(result) + Data("\n".utf8))
    }
}
