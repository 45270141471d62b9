import Foundation
import Measuring

/// What mono would run for the same package.
struct MonoPlan {
    let invocations: [Invocation.Subject: Invocation]

    init(package: String, mono: String, cache: String, isRelease: Bool, for platform: [String]) throws {
        let places = Places([
            (package, "."), (package + "/.mono", "<build>"), (package + "/.mono/checkouts/checkouts", "<checkouts>"),
            (package + "/.mono/checkouts", "<checkouts>"),
        ])
        var found: [Invocation.Subject: Invocation] = [:]
        for words in [[], ["--tests"]] {
            var program = Program(
                mono,
                ["plan", "--json", "-c", isRelease ? "release" : "debug", "--cache-dir", cache] + platform + words,
                in: package)
            program.leavesErrorsOut = true
            let run = try program.run()
            guard let actions = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
            else {
                throw RunError("'\(program.shown)' printed no JSON")
            }
            // What is for another platform may be built for this one, too, and it is the former that counts.
            func isForHost(_ action: [String: Any]) -> Bool {
                !((action["action"] as? String)?.contains(" for ") ?? false)
            }
            let others = Set(found.keys)
            for action in actions.filter(isForHost) + actions.filter({ !isForHost($0) }) {
                let isForHost = isForHost(action)
                func add(_ one: Invocation) {
                    if !platform.isEmpty, isForHost, others.contains(one.subject) {
                        return
                    } else {
                        found[one.subject] = one
                    }
                }
                guard let kind = action["kind"] as? String, let folder = action["folder"] as? String,
                    let arguments = action["arguments"] as? [String]
                else { continue }
                switch kind {
                case "compile", "compile-module":
                    guard let at = arguments.firstIndex(of: "-module-name") else { continue }
                    let sources = arguments.filter { !$0.hasPrefix("-") && $0.hasSuffix(".swift") }
                    let one = SwiftWords(places: places, folder: folder).invocation(
                        of: arguments[at + 1], arguments, sources: sources)
                    add(one)
                case "compile-clang":
                    if let one = ClangWords(places: places, folder: folder).invocation(arguments) { add(one) }
                case "link":
                    guard let product = (action["product"] as? String)?.split(separator: ":").last.map(String.init),
                        !product.hasSuffix(".xctest"),
                        let output = (action["outputs"] as? [String])?.first?.split(separator: "/").last.map(
                            String.init)
                    else { continue }
                    add(ClangWords(places: places, folder: folder).link(of: output, arguments))
                default: continue
                }
            }
        }
        invocations = found
    }
}
