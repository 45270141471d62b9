import Foundation
import Glibc
import Measuring
import MixedWorkspace

/// What came of all cases.
struct Tally {
    var cases = 0, wrong = 0, struck = 0
    var bySetting: [Damage.Setting: Int] = [:], byKind: [Damage.Kind: Int] = [:]

    var lines: [String] {
        [
            "\(cases) damaged caches (\(struck) files), \(wrong) builds that failed or made other programs",
            "  "
                + bySetting.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)" }
                .joined(separator: "; "),
            "  "
                + byKind.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)" }.joined(
                    separator: "; "),
        ]
    }
}

struct DamageCampaign {
    private let options: DamageOptions
    private var workspace: String { options.work + "/w" }
    private var whole: String { options.work + "/whole" }
    private var warm: String { options.work + "/warm" }

    init(_ options: DamageOptions) { self.options = options }

    func run() throws -> Tally {
        say("seed \(options.seed)")
        try Folders.remove(options.work)
        try MixedWorkspace(folder: workspace).write()
        // What is right: a clean build. Its caches are those that are damaged.
        try build(["--cache-dir", whole + "/local", "--shared-cache", whole + "/shared"])
        try FileManager.default.copyItem(atPath: workspace + "/.mono", toPath: warm)
        let right = try programs()
        var numbers = SeededGenerator(seed: options.seed), tally = Tally()
        for index in 1...options.cases {
            let damage = Damage.random(&numbers)
            let (struck, fault) = try self.case(damage, right, &numbers)
            tally.cases += 1
            tally.struck += struck
            tally.bySetting[damage.setting, default: 0] += 1
            tally.byKind[damage.kind, default: 0] += 1
            if let fault {
                tally.wrong += 1
                say("\(index). \(damage.words)\n   WRONG: \(fault)")
            } else if index % 50 == 0 {
                say("\(index) cases, \(tally.wrong) wrong")
            }
        }
        return tally
    }

    private func `case`(_ damage: Damage, _ right: [String: Data], _ numbers: inout SeededGenerator) throws -> (
        struck: Int, fault: String?
    ) {
        let caches = options.work + "/caches", local = caches + "/local", shared = caches + "/shared"
        try Folders.remove(caches)
        try Folders.remove(workspace + "/.mono")
        try FileManager.default.copyItem(atPath: whole, toPath: caches)
        if damage.isWarm { try FileManager.default.copyItem(atPath: warm, toPath: workspace + "/.mono") }
        var words = ["--cache-dir", local], struck = 0
        switch damage.setting {
        case .local: struck = try damage.strike(local, &numbers)
        case .shared, .readOnly:
            try Folders.remove(local)
            struck = try damage.strike(shared, &numbers)
            words += ["--shared-cache", shared + (damage.setting == .readOnly ? ":ro" : "")]
        case .both:
            struck = try damage.strike(local, &numbers) + damage.strike(shared, &numbers)
            words += ["--shared-cache", shared]
        case .localOfBoth:
            struck = try damage.strike(local, &numbers)
            words += ["--shared-cache", shared + ":ro"]
        }
        let before = damage.setting == .readOnly ? try listing(shared) : []
        do { try build(words) } catch { return (struck, "\(error)") }
        for (name, content) in try programs() where right[name] != content {
            return (struck, "\(name) is another program")
        }
        if try programs().count != right.count { return (struck, "programs are missing") }
        if damage.setting == .readOnly, try listing(shared) != before {
            return (struck, "the folder that is only read was changed")
        }
        return (struck, nil)
    }

    private func build(_ words: [String]) throws {
        let log = options.work + "/log"
        let end = try Program(options.mono, ["build"] + words, in: workspace).finish(writing: log, timeLimit: 120)
        if end.code != 0 {
            throw RunError(
                """
                the build ended with \
                \(end.code)\(end.hasTimedOut ? ", after two minutes" : ""):\n\(try Folders.text(log))
                """
            )
        }
    }

    private func programs() throws -> [String: Data] { try MixedWorkspace(folder: workspace).programs() }

    private func listing(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { path in
            var found = stat()
            lstat("\(folder)/\(path)", &found)
            return "\(path) \(found.st_ino) \(found.st_size) \(found.st_mtim.tv_sec).\(found.st_mtim.tv_nsec)"
        }
    }
}
