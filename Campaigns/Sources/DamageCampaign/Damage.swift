import Foundation
import Glibc
import Measuring

/// What has happened to a cache, and how a build meets it.
struct Damage {
    enum Kind: String, CaseIterable {
        case removed, empty, cut, zeros, flipped, garbage, longer, another, folder, link, pipe

        /// Does it to a file, in the cache `cache`. `others`: files of the same class.
        func strike(_ path: String, others: [String], _ numbers: inout some RandomNumberGenerator) throws {
            let old = try Data(contentsOf: URL(fileURLWithPath: path))
            var new: Data?
            switch self {
            case .removed, .folder, .link, .pipe: break
            case .empty: new = Data()
            case .cut: new = old.prefix(Int.random(in: 0..<max(1, old.count), using: &numbers))
            case .zeros: new = Data(count: old.count)
            case .flipped:
                new = old
                if !old.isEmpty {
                    new![Int.random(in: 0..<old.count, using: &numbers)] ^=
                        1 << UInt8.random(in: 0..<8, using: &numbers)
                }
            case .garbage: new = Data((0..<old.count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            case .longer: new = old + Data("more".utf8)
            case .another:
                new = try others.randomElement(using: &numbers).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            }
            unlink(path)
            switch self {
            case .folder: try Folders.make(path + "/inside")
            case .link: symlink("/etc/hostname", path)
            case .pipe: mkfifo(path, 0o600)
            default: if let new { try new.write(to: URL(fileURLWithPath: path)) }
            }
        }
    }

    /// Files of which class.
    enum Class: String, CaseIterable { case blobs, actions, inputs, all }
    enum Extent: String, CaseIterable { case one, few, half, all }

    /// Which caches the build has, and which of them is damaged.
    enum Setting: String, CaseIterable {
        case local, shared, readOnly = "shared, read-only", both = "shared, and what was copied from it", localOfBoth =
            "local, with a shared one behind it"
    }

    var kind: Kind
    var files: Class
    var extent: Extent
    var setting: Setting
    /// The workspace keeps what the last build left.
    var isWarm: Bool

    static func random(_ numbers: inout some RandomNumberGenerator) -> Damage {
        Damage(
            kind: Kind.allCases.randomElement(using: &numbers)!, files: Class.allCases.randomElement(using: &numbers)!,
            extent: Extent.allCases.randomElement(using: &numbers)!,
            setting: Setting.allCases.randomElement(using: &numbers)!,
            isWarm: Int.random(in: 0..<4, using: &numbers) == 0)
    }

    var words: String {
        "\(kind.rawValue), \(extent.rawValue) of \(files.rawValue), \(setting.rawValue)\(isWarm ? ", warm" : "")"
    }

    /// Strikes the cache in `folder`. Returns how many files that were.
    func strike(_ folder: String, _ numbers: inout some RandomNumberGenerator) throws -> Int {
        let names = files == .all ? ["blobs", "actions", "inputs"] : [files.rawValue]
        let found = names.flatMap { name in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(folder)/v1/\(name)")) ?? []).map {
                "\(folder)/v1/\(name)/\($0)"
            }
        }.filter { path in
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }.sorted()
        let count =
            switch extent {
            case .one: min(1, found.count)
            case .few: min(3, found.count)
            case .half: found.count / 2
            case .all: found.count
            }
        let struck = found.shuffled(using: &numbers).prefix(count)
        for path in struck {
            try kind.strike(path, others: found.filter { $0 != path && Folders.exists($0) }, &numbers)
        }
        return count
    }
}
