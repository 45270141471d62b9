import Foundation
import Measuring

/// What mono would run for the same package.
struct MonoPlan {
    let invocations: [Invocation.Subject: Invocation]

    init(package: String, mono: String, cache: String, isRelease: Bool) throws {
        let places = Places([
            (package, "."), (package + "/.mono", "<build>"), (package + "/.mono/checkouts/checkouts", "<checkouts>"),
            (package + "/.mono/checkouts", "<checkouts>"),
        ])
        var found: [Invocation.Subject: Invocation] = [:]
        for words in [[], ["--tests"]] {
            var program = Program(mono, ["plan", "--json", "-c", isRelease ? "release" : "debug", "--cache-dir", cache] + words, in: package)
            program.leavesErrorsOut = true
            let run = try program.run()
            guard let actions = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] else {
                throw BenchError("'\(program.shown)' printed no JSON")
            }
            for action in actions {
                guard let kind = action["kind"] as? String, let folder = action["folder"] as? String, let arguments = action["arguments"] as? [String] else { continue }
                switch kind {
                case "compile", "compile-module":
                    guard let at = arguments.firstIndex(of: "-module-name") else { continue }
                    let sources = arguments.filter { !$0.hasPrefix("-") && $0.hasSuffix(".swift") }
                    let one = SwiftWords(places: places, folder: folder).invocation(of: arguments[at + 1], arguments, sources: sources)
                    found[one.subject] = one
                case "compile-clang":
                    if let one = ClangWords(places: places, folder: folder).invocation(arguments) { found[one.subject] = one }
                case "link":
                    guard let product = (action["product"] as? String)?.split(separator: ":").last.map(String.init), !product.hasSuffix(".xctest"),
                        let output = (action["outputs"] as? [String])?.first?.split(separator: "/").last.map(String.init)
                    else { continue }
                    found[.link(output)] = ClangWords(places: places, folder: folder).link(of: output, arguments)
                default: continue
                }
            }
        }
        invocations = found
    }
}
