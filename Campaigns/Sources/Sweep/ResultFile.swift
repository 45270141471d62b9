import Measuring

/// The results so far, of which the last of a package and round counts.
struct ResultFile {
    private let lines: ResultLines<PackageResult>

    init(path: String) { lines = ResultLines(path: path) }

    func results(_ round: PackageResult.Round) throws -> [PackageResult] {
        var found: [String: PackageResult] = [:]
        for result in try lines.all() where result.round == round { found[result.package] = result }
        return found.values.sorted { $0.package.lowercased() < $1.package.lowercased() }
    }

    func append(_ result: PackageResult) throws { try lines.append(result) }
}
