import Measuring

/// What happens to a workspace while it is built.
struct Change {
    enum Kind: String, CaseIterable {
        /// The folder of the file is replaced by another one; or moved away, and back a moment later.
        case folder, folderAndBack = "folder-and-back"
        /// The folder is a link, which is made to lead elsewhere; or for a moment.
        case link, linkAndBack = "link-and-back"
        /// The file is written in place; or another one takes its name.
        case rewrite, replace
        /// The same for a moment, and its date is put back.
        case rewriteAndBack = "rewrite-and-back", replaceAndBack = "replace-and-back"
        /// A store through a mapping whose page was written before the build.
        case mapped

        var isUndone: Bool {
            switch self {
            case .folderAndBack, .linkAndBack, .rewriteAndBack, .replaceAndBack: true
            case .folder, .link, .rewrite, .replace, .mapped: false
            }
        }
    }

    /// Which file differs.
    enum Spot: String, CaseIterable {
        case privateHeader, publicHeader, clangSource, swiftSource

        /// In the workspace.
        var folder: String {
            switch self {
            case .privateHeader: "Sources/C/parts"
            case .publicHeader: "Sources/C/include"
            case .clangSource: "Sources/C"
            case .swiftSource: "Sources/Lib"
            }
        }

        var file: String {
            switch self {
            case .privateHeader: "parts.h"
            case .publicHeader: "C.h"
            case .clangSource: "c.c"
            case .swiftSource: "lib.swift"
            }
        }

        /// The actions that read it.
        var actions: [String] {
            switch self {
            case .privateHeader, .clangSource: ["compile-clang .:C"]
            case .publicHeader: ["compile-clang .:C", "compile .:app", "emit-module .:app"]
            case .swiftSource: ["compile .:Lib", "emit-module .:Lib"]
            }
        }
    }

    enum Clock: String, CaseIterable { case right, ahead, behind }

    var kind: Kind
    var spot: Spot
    var clock: Clock
    /// On a file system with whole seconds.
    var isCoarse: Bool
    /// The action during which it happens.
    var action: String
    /// Seconds after that action began, and until it is undone.
    var delay, duration: Double

    static func random(_ kinds: [Kind], coarse: Bool, _ numbers: inout some RandomNumberGenerator) -> Change {
        let spot = Spot.allCases.randomElement(using: &numbers)!, action = spot.actions.randomElement(using: &numbers)!
        return Change(
            kind: kinds.randomElement(using: &numbers)!, spot: spot,
            clock: [.right, .right, .ahead, .behind].randomElement(using: &numbers)!,
            isCoarse: coarse && Int.random(in: 0..<3, using: &numbers) == 0,
            action: action,
            delay: Double.random(in: 0...(action.hasPrefix("compile-clang") ? 0.06 : 0.3), using: &numbers),
            duration: Double.random(in: 0...0.1, using: &numbers))
    }

    var words: String {
        let after = (delay * 1000).rounded(),
            undone = kind.isUndone ? ", undone after \((duration * 1000).rounded()) ms" : ""
        return
            """
            \(kind.rawValue) of \(spot.rawValue), \(after) ms into '\(action)'\(undone), clock \
            \(clock.rawValue)\(isCoarse ? ", whole seconds" : "")
            """
    }
}
