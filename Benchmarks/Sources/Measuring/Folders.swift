import Foundation
import Glibc

/// The few things to do with files. A path that is not there is removed already.
public enum Folders {
    public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    public static func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    public static func remove(_ path: String) throws {
        if exists(path) { try FileManager.default.removeItem(atPath: path) }
    }

    /// The file there, if any, becomes a copy of the other.
    public static func replace(_ path: String, with other: String) throws {
        try remove(path)
        try FileManager.default.copyItem(atPath: other, toPath: path)
    }

    public static func entries(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    public static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// `atomically`: waits for the disk too; not for a hundred thousand files that can be made again.
    public static func write(_ text: String, to path: String, atomically: Bool = true) throws {
        try text.write(toFile: path, atomically: atomically, encoding: .utf8)
    }

    /// The last modification, in seconds since 1970.
    public static func modified(_ path: String) -> Double? {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        return Double(found.st_mtim.tv_sec) + Double(found.st_mtim.tv_nsec) / 1e9
    }

    /// Names of the linked programs that lie in a folder.
    public static func programs(in path: String) -> [String] {
        entries(path).filter { name in
            var found = stat()
            guard !name.hasSuffix(".so"), stat(path + "/" + name, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
                found.st_mode & 0o111 != 0, let file = FileHandle(forReadingAtPath: path + "/" + name)
            else { return false }
            defer { try? file.close() }
            return (try? file.read(upToCount: 4)) == Data([0x7f, 0x45, 0x4c, 0x46])
        }
    }

    public static func contains(_ path: String, _ text: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped).range(of: Data(text.utf8)) != nil
    }
}
