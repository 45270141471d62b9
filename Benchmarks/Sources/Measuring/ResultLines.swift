import Foundation

/// A file of results, a JSON line each, which grows as a long measurement goes on.
public struct ResultLines<Result: Codable>: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// In the order they were written; none where there is no file.
    public func all() throws -> [Result] {
        guard Folders.exists(path) else { return [] }
        return try Folders.text(path).split(separator: "\n").map {
            try JSONDecoder().decode(Result.self, from: Data($0.utf8))
        }
    }

    public func append(_ result: Result) throws {
        if !Folders.exists(path) { try Folders.write("", to: path) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: try JSONEncoder().encode(result) + Data("\n".utf8))
    }
}
