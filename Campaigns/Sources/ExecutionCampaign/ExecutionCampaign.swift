import Foundation
import Measuring

/// What came of one package in one configuration.
struct ExecutionResult {
    var package, configuration: String
    var home: BuiltEvents
    var away: BuiltEvents
    /// The same build, with all results made again at home.
    var verified = BuiltEvents()
    /// Outputs that both builds left, and names of those that differ or that only one has.
    var compared = 0
    var others: [String] = []

    var isRight: Bool { others.isEmpty && compared > 0 && verified.differing == 0 && away.ranElsewhere > 0 }
}

struct ExecutionCampaign {
    let options: ExecutionOptions

    init(_ options: ExecutionOptions) { self.options = options }

    func run() throws -> [ExecutionResult] {
        try Folders.remove(options.work)
        try Folders.make(options.work)
        let server =
            options.executor == nil ? try APIServer(in: options.work + "/server", workers: options.workers) : nil
        defer { server?.stop() }
        let address = options.executor?.text ?? server?.address ?? ""
        var results: [ExecutionResult] = []
        for package in options.packages {
            let name = package.split(separator: "/").last.map(String.init) ?? package
            let copy = try BuiltPackage(package, in: "\(options.work)/\(name)")
            for configuration in options.configurations {
                let result = try compare(name, configuration, copy, address)
                say(ExecutionPage.line(result))
                for other in result.others.prefix(20) { say("    \(other)") }
                results.append(result)
            }
        }
        return results
    }

    private func compare(
        _ name: String, _ configuration: String, _ package: BuiltPackage, _ address: String
    ) throws -> ExecutionResult {
        let here = ["--jobs", "2", "--no-remote-executor", "--no-remote-cache"]
        let there = ["--jobs", "2", "--remote-executor", address, "--remote-jobs", "\(options.workers)"]
        let home = try package.build(options.mono, configuration, with: here), aside = try package.setAside()
        let away = try package.build(options.mono, configuration, with: there)
        let right = BuiltPackage.outputs(configuration, in: aside)
        let made = BuiltPackage.outputs(configuration, in: package.made)
        var result = ExecutionResult(package: name, configuration: configuration, home: home, away: away)
        result.others = try Set(right.keys).union(made.keys).filter { path in
            guard let one = right[path], let other = made[path] else { return isProduct(path) }
            result.compared += 1
            return try !isSame(one, other)
        }.sorted()
        result.verified = try package.build(options.mono, configuration, with: here + ["--verify"], keepsAll: true)
        return result
    }

    /// What a compile leaves in its folder depends on where it ran; what people get does not.
    private func isProduct(_ path: String) -> Bool { !path.hasPrefix("build/") }

    private func isSame(_ one: String, _ other: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: one), options: .alwaysMapped)
            == Data(contentsOf: URL(fileURLWithPath: other), options: .alwaysMapped)
    }
}
