import EditedPackages
import Measuring

/// A module of three sources that chance makes, a client that may see all of it, and one more above that.
struct EditedModule {
    let name: String
    /// By names of files.
    var sources: [String: String]
    /// Of the client: with a type that stores what is hidden.
    let client: String
    let isTestable: Bool

    static let files = ["a.swift", "b.swift", "c.swift"]

    var clientName: String { "C" + name }
    var upperName: String { "U" + name }
    var names: [String] { [name, clientName, upperName] }

    var targets: [EditedPackage.Target] {
        [
            EditedPackage.Target(name, sources: sources),
            EditedPackage.Target(clientName, dependencies: [name], sources: ["client.swift": client]),
            EditedPackage.Target(upperName, dependencies: [clientName], sources: ["upper.swift": upper]),
        ]
    }

    init(_ name: String, _ numbers: inout SeededGenerator) {
        self.name = name
        isTestable = numbers.chance(70)
        var texts = Dictionary(uniqueKeysWithValues: EditedModule.files.map { ($0, [String]()) })
        var client: [String] = [], stored: [String] = []
        for (index, form) in DeclarationForm.all.shuffled(using: &numbers).prefix(4).enumerated() {
            func numbered(_ text: String) -> String { text.replacing("§", with: "\(index + 1)") }
            let home = numbers.one(of: EditedModule.files)
            texts[home, default: []].append(numbered(form.declaration))
            for use in form.uses {
                let place = numbers.one(of: EditedModule.files.filter { $0 != home })
                texts[place, default: []].append(numbered(use))
                // What the module declares itself is there already.
                if use.hasPrefix("func ") || use.hasPrefix("@MainActor func ") { client.append(numbered(use)) }
            }
            if let value = form.stored { stored.append("    var s\(index) = \(numbered(value))") }
        }
        sources = texts.mapValues { $0.joined(separator: "\n") + "\n" }
        let kept = "public struct Kept {\n\(stored.joined(separator: "\n"))\n    public init() {}\n}\n"
        self.client =
            isTestable
            ? "@testable import \(name)\n\(client.joined(separator: "\n"))\n\(kept)"
            : "import \(name)\npublic struct Kept { public init() {} }\n"
    }

    /// Sees what the client stores, and how it is laid out.
    private var upper: String {
        "import \(clientName)\nstruct Own {\n    var kept = Kept()\n    var seven = 7\n}\nfunc own() -> Own { Own() }\n"
    }
}
