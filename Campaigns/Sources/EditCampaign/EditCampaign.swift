import EditedPackages
import Measuring

/// Modules that chance makes, and edits of one or two sources: what mono compiles after an edit, and what it leaves,
/// must be what a clean build of the same sources makes.
struct EditCampaign {
    private let options: EditOptions
    private var modules: [EditedModule]
    private var numbers: SeededGenerator
    private var tally = EditTally()

    init(_ options: EditOptions) {
        self.options = options
        var numbers = SeededGenerator(seed: options.seed)
        modules = (1...options.modules).map { EditedModule("M\($0)", &numbers) }
        self.numbers = numbers
    }

    private var package: EditedPackage {
        EditedPackage(
            folder: options.work + "/package", home: options.work + "/home", mono: options.mono,
            targets: modules.flatMap(\.targets))
    }

    private var words: [String] { options.usesWholes ? ["--whole-interfaces"] : [] }

    mutating func run() throws -> EditTally {
        say("seed \(options.seed)")
        try Folders.remove(options.work)
        try begin()
        for round in 1...options.rounds {
            try self.round(round)
            say("round \(round): \(tally.line)")
        }
        return tally
    }

    /// Builds all that compiles.
    private mutating func begin() throws {
        try package.write()
        let failed = try buildClean().failed
        modules.removeAll { !failed.isDisjoint(with: $0.names) }
        tally.unfit = options.modules - modules.count
        if modules.isEmpty { throw RunError("no module compiles; see \(options.work)/home/log") }
        try Folders.remove(options.work + "/package")
        try package.write()
        _ = try buildClean()
    }

    /// Without anything of earlier builds.
    private func buildClean() throws -> EditedPackage.Outcome {
        try package.removeBuild()
        try package.removeCache()
        return try package.build()
    }

    private mutating func round(_ round: Int) throws {
        let before = modules
        for index in modules.indices { edit(index) }
        try package.write()
        let found = try package.build(words)
        let right = try buildClean()
        for (index, module) in modules.enumerated() where module.sources != before[index].sources {
            tally.edits += 1
            let isBroken = !right.failed.isDisjoint(with: module.names)
            if isBroken { tally.failed += 1 }
            if !isBroken, found.written[module.name] == 1 { tally.alone += 1 }
            if !isBroken, found.written[module.clientName] == 0 { tally.keptClients += 1 }
            // Where a module fails, nothing is said of what is above it: its interface may be the earlier one.
            let failsAlike = found.failed.contains(module.name) && right.failed.contains(module.name)
            let wrong = found.differences(from: right, of: failsAlike ? [module.name] : module.names)
            if !wrong.isEmpty {
                tally.wrong += 1
                try keep(module, before[index], round, wrong)
            }
            // The next edit begins with something that compiles.
            if isBroken { modules[index] = before[index] }
        }
    }

    private mutating func edit(_ index: Int) {
        for file in EditedModule.files.shuffled(using: &numbers).prefix(numbers.chance(30) ? 2 : 1) {
            var text = modules[index].sources[file] ?? ""
            for _ in 0..<(numbers.chance(25) ? 2 : 1) {
                tally.number += 1
                text = TextEdit.random(text, number: tally.number, &numbers)
            }
            modules[index].sources[file] = text
        }
    }

    /// Writes both states down, for people who look into it.
    private func keep(_ module: EditedModule, _ before: EditedModule, _ round: Int, _ wrong: [String]) throws {
        let folder = "\(options.work)/wrong/\(options.seed)-\(round)-\(module.name)"
        for (state, module) in [("old", before), ("new", module)] {
            try Folders.make("\(folder)/\(state)")
            for (file, text) in module.sources { try Folders.write(text, to: "\(folder)/\(state)/\(file)") }
        }
        try Folders.write(module.client, to: folder + "/client.swift")
        say("WRONG: \(wrong.joined(separator: ", ")); both states in \(folder)")
    }
}

/// What came of all edits.
struct EditTally {
    var edits = 0, failed = 0, alone = 0, keptClients = 0, wrong = 0
    /// Modules that do not compile to begin with.
    var unfit = 0
    /// Of edits, for names.
    var number = 0

    var line: String {
        "\(edits) edits, \(failed) of which do not compile; after \(alone) one source alone was compiled, after "
            + "\(keptClients) the client was kept; \(wrong) wrong"
    }
}
