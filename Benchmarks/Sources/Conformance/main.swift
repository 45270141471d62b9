import Foundation
import Glibc
import Measuring

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    say(Options.help)
    exit(0)
}
do {
    let options = try Options(arguments: arguments)
    var hasUnintended = false
    for package in options.packages {
        let name = package.split(separator: "/").last.map(String.init) ?? package
        let swiftPM = try SwiftPMPlan(package: package, scratch: "\(options.work)/\(name)", isRelease: options.isRelease).invocations
        let mono = try MonoPlan(package: package, mono: options.mono, cache: options.work + "/cache", isRelease: options.isRelease).invocations
        let all = Difference.between(swiftPM, mono), unintended = all.filter { $0.reason == nil }
        hasUnintended = hasUnintended || !unintended.isEmpty
        say("\(name): \(swiftPM.count) compiles and links planned by SwiftPM, \(mono.count) by mono; \(all.count - unintended.count) intended differences, \(unintended.count) others")
        for (subject, differences) in Dictionary(grouping: unintended, by: \.subject).sorted(by: { $0.key < $1.key }) {
            if differences.allSatisfy({ $0.fact == nil }) {
                say("  \(subject.title): \(differences[0].side.rawValue) alone has it")
                continue
            }
            say("  \(subject.title)")
            for difference in differences { say("    \(difference.side.rawValue) alone: \(difference.fact ?? "")") }
        }
        guard options.listsIntended else { continue }
        for (fact, group) in Dictionary(grouping: all.filter { $0.reason != nil }, by: { "\($0.side.rawValue) alone: \($0.fact ?? "")" }).sorted(by: { $0.key < $1.key }) {
            say("  \(fact) (\(group.count)): \(group[0].reason ?? "")")
        }
    }
    exit(hasUnintended ? 1 : 0)
} catch {
    FileHandle.standardError.write(Data("conformance: \(error)\n".utf8))
    exit(2)
}
