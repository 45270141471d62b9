/// Something that one tool says of a target and the other does not.
struct Difference: Hashable {
    enum Side: String { case swiftPM = "SwiftPM", mono }

    var subject: Invocation.Subject
    var side: Side
    /// Nil where the other tool does not have the subject at all.
    var fact: String?
    /// It is no package of the workspace's own.
    var isExternal = false
    /// Clang reads no module map: it was not asked to use modules.
    var isWithoutModules = false

    /// Why it is meant to be so; nil where it is not.
    var reason: String? {
        guard let fact else {
            return isExternal && side == .swiftPM ? "of other packages that alone is built which something needs" : nil
        }
        if isWithoutModules, fact.hasPrefix("-fmodule-map-file=<made>") {
            return "a module map says nothing to a compile without '-fmodules'"
        }
        return Difference.intentions.first {
            $0.side == side && (fact == $0.begins || fact.hasPrefix($0.begins + ($0.isWhole ? " " : "")))
        }?.reason
    }

    private static let intentions: [(side: Side, begins: String, isWhole: Bool, reason: String)] = [
        (.mono, "-debug-prefix-map", true, "debug information is the same in every folder"),
        (.mono, "-file-compilation-dir", true, "debug information is the same in every folder"),
        (.mono, "-fdebug-compilation-dir=", false, "debug information is the same in every folder"),
        (.mono, "-ffile-prefix-map=", false, "debug information is the same wherever a Swift SDK lies"),
        (.mono, "-Xcc -ffile-prefix-map=", false, "debug information is the same wherever a Swift SDK lies"),
        (.mono, "-Xfrontend -no-clang-module-breadcrumbs", true, "objects name no file of this machine's module cache"),
        (.mono, "-Xfrontend -no-serialize-debugging-options", true, "modules name no search path of this machine"),
        (.mono, "-Xfrontend -track-system-dependencies", true, "system headers count in keys"),
        (.mono, "-Xfrontend -disable-incremental-imports", true, "what a private member changes is in no other module"),
        (.mono, "-avoid-emit-module-source-info", true, "nobody reads it, and it names files by absolute paths"),
        (
            .mono, "-package-name", true,
            "a package's whole folder names it: two packages called alike do not see into each other"
        ),
        (
            .swiftPM, "-package-name", true,
            "a package's whole folder names it: two packages called alike do not see into each other"
        ),
        (.swiftPM, "-fmodules-cache-path", true, "each configuration has a module cache of its own"),
        (.swiftPM, "-fmodule-name=", false, "C modules are built by those who import them"),
        (.swiftPM, "-F <", false, "frameworks are for Apple's systems"),
        (.swiftPM, Places.missing, true, "a folder of headers that is not there"),
        (
            .mono, "-Wno-unused-command-line-argument", true,
            "clang would warn that a file without a preprocessor includes nothing"
        ),
        (.swiftPM, "-Xcc -fmodules-cache-path", false, "each configuration has a module cache of its own"),
    ]

    /// Of two plans of the same package, in the order of subjects.
    static func between(_ swiftPM: [Invocation.Subject: Invocation], _ mono: [Invocation.Subject: Invocation])
        -> [Difference]
    {
        var found: [Difference] = []
        for subject in Set(swiftPM.keys).union(mono.keys).sorted() {
            guard let there = swiftPM[subject] else {
                found.append(.init(subject: subject, side: .mono, fact: nil))
                continue
            }
            guard let here = mono[subject] else {
                found.append(.init(subject: subject, side: .swiftPM, fact: nil, isExternal: there.isExternal))
                continue
            }
            // Nothing that is compared means more when it is said twice.
            var isWithoutModules = false
            if case .file = subject {
                isWithoutModules = there.facts["-fmodules"] == nil && here.facts["-fmodules"] == nil
            }
            found += Set(there.facts.keys).subtracting(here.facts.keys).sorted().map {
                .init(subject: subject, side: .swiftPM, fact: $0, isWithoutModules: isWithoutModules)
            }
            found += Set(here.facts.keys).subtracting(there.facts.keys).sorted().map {
                .init(subject: subject, side: .mono, fact: $0)
            }
        }
        return found
    }
}
