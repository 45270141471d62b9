import Foundation
import Measuring

/// What a part of the benchmark came to.
struct Finding {
    var lines: [String]
    /// What is claimed is so; where not, the program ends with 1.
    var holds: Bool
}

enum Part: String, CaseIterable {
    case advice, linear, imports, profile, scale

    var title: String {
        switch self {
        case .advice: "A dependency that costs, and what `mono advise` makes of it"
        case .linear: "The same app, the linear way and with interfaces"
        case .imports: "`mono check` and another reading of imports"
        case .profile: "`mono profile` and the compiler's own counter"
        case .scale: "`mono check` over many targets"
        }
    }

    func measure(_ options: ArchitectureOptions) throws -> Finding {
        switch self {
        case .advice: try AdvicePart(options).measure()
        case .linear: try LinearPart(options).measure()
        case .imports: try ImportsPart(options).measure()
        case .profile: try ProfilePart(options).measure()
        case .scale: try ScalePart(options).measure()
        }
    }
}

/// What a person asked for.
struct ArchitectureOptions {
    static let help = """
        architecture-bench holds what mono says of architectures against builds, against the compiler and against another reading.

        usage: architecture-bench [PART…] [OPTION…]

        parts, all of them unless told:
          advice     what mono advise foretells of a split, and what the split saves over the same commits
          linear     one app whose features import each other, and the same with interfaces: ten edits, beside swift build
          imports    mono check on three packages, beside the compiler's own list of imports
          profile    mono profile on swift-nio, beside what the compiler counts
          scale      mono check in a monorepo that affected-bench generated

        options:
          --rounds N         how often builds are measured (\(ArchitectureOptions().rounds))
          --features N       of the linear app (\(ArchitectureOptions().features))
          --sources FOLDER   where clones of the packages lie, called swift-nio and so on, or a URL in front of these names (\(ArchitectureOptions().sources))
          --monorepo FOLDER  for 'scale' (\(ArchitectureOptions().monorepo))
          --mono FILE        the program; unless told, the release build of the repository that this program was built in
          --work FOLDER      where everything is built; removed at the start of each part (\(ArchitectureOptions().work))
          --note TEXT        a remark to stand with the recorded figures
          --record           write the figures into Benchmarks/Architecture.md
        """

    var parts: [Part] = []
    var rounds = 3
    var features = 12
    var sources = "https://github.com/apple"
    var monorepo = "/tmp/affected-bench/10000/monorepo"
    var mono = MonoProgram.usual
    var work = "/tmp/architecture-bench"
    var note: String?
    var records = false

    init() {}

    init(arguments: [String]) throws {
        var reader = OptionReader(arguments)
        while let word = reader.next() {
            switch word {
            case "--rounds": rounds = try reader.number(of: word)
            case "--features": features = try reader.number(of: word)
            case "--sources": sources = try reader.source(of: word)
            case "--monorepo": monorepo = try reader.path(of: word)
            case "--mono": mono = try reader.path(of: word)
            case "--work": work = try reader.path(of: word)
            case "--note": note = try reader.value(of: word)
            case "--record": records = true
            default:
                guard let part = Part(rawValue: word) else { throw OptionReader.unknown(word) }
                parts.append(part)
            }
        }
        if parts.isEmpty { parts = Part.allCases }
        if features < 4 { throw BenchError("an app of fewer than 4 features has no middle") }
        try MonoProgram.check(mono)
    }

    /// An empty folder for a part.
    func place(of part: Part) throws -> String {
        let folder = "\(work)/\(part.rawValue)"
        try Folders.remove(folder)
        try Folders.make(folder)
        return folder
    }

    /// mono with a cache of its own.
    func mono(_ arguments: [String], in folder: String, cache: String) -> Program {
        var program = Program(mono, arguments + ["--cache-dir", cache], in: folder)
        program.leavesErrorsOut = true
        return program
    }
}

/// What mono prints with `--json`, as far as it is asked for.
struct JSONAnswer {
    let value: Any?

    init(_ text: String) throws { value = try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    private init(value: Any?) { self.value = value }

    subscript(name: String) -> JSONAnswer { JSONAnswer(value: (value as? [String: Any])?[name]) }
    var list: [JSONAnswer] { (value as? [Any] ?? []).map { JSONAnswer(value: $0) } }
    var fields: [String: JSONAnswer] { (value as? [String: Any] ?? [:]).mapValues { JSONAnswer(value: $0) } }
    var text: String { value as? String ?? "" }
    var number: Double { (value as? NSNumber)?.doubleValue ?? .nan }
    var isNull: Bool { value == nil || value is NSNull }
}
