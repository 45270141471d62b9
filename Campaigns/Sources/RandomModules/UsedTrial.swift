import Digests
import Foundation
import InterfaceDigests
import Measuring

/// A scene in a room, with its clients compiled against it.
package struct UsedTrial {
    /// What a compile left, and said.
    package struct Artifact: Equatable {
        /// Empty where it failed.
        var made: [ContentDigest]
        var said: String

        package func difference(to new: Artifact) -> String? {
            if new.made.isEmpty {
                let error = new.said.split(separator: "\n").first { $0.contains("error:") }
                return "no longer compiles: \(error ?? "")"
            }
            return made != new.made ? "other bytes" : said != new.said ? "other warnings" : nil
        }
    }

    package struct Client {
        package var client: UsedScene.Client
        package var mentions: ClientMentions
        package var old: Artifact
    }

    /// What clients see of the modules below them in one state: `Middle` is the last.
    package struct State {
        package var digests: [ContentDigest]
        package var indexes: [InterfaceIndex]
    }

    /// Of so many seeds, one makes a module of all kinds of declarations.
    private static let modules: UInt64 = 5
    /// And one has a module below that does not say all.
    private static let lids: UInt64 = 3

    package let scene: UsedScene
    package let bytes: ContentDigest
    package let state: State
    /// The text of `Lid`.
    package let lid: String
    package private(set) var clients: [Client] = []
    /// Clients that everything counts for, as their warnings show declarations.
    package private(set) var shown = 0

    /// Nil where nothing that compiles is left of what chance made.
    package init?(seed: UInt64, in room: Room) throws {
        var random = SeededGenerator(seed: seed)
        room.packageOfClient = "other"
        let saysAll = seed % UsedTrial.lids != 0
        lid = saysAll ? Room.lid : Room.wholeLid
        try room.placeLid(saysAll: saysAll)
        if seed % UsedTrial.modules == 0 {
            guard let scene = try UsedTrial.scene(ofModule: &random, in: room) else { return nil }
            self.scene = scene
        } else {
            scene = UsedScene(ofFeatures: &random, first: Int(truncatingIfNeeded: seed))
        }
        try UsedTrial.place(scene.base, in: room)
        try room.write(scene.middle, to: "Middle/Middle.swift")
        guard try room.emit(.Base).succeeded, let bytes = room.moduleBytes, try room.emit(.Middle).succeeded else {
            return nil
        }
        self.bytes = bytes
        state = try UsedTrial.state(in: room)
        let all = scene.clients + [.init(name: "middle", module: .Middle, text: scene.middle)]
        for client in all {
            let old = try UsedTrial.artifact(of: client, asCode: true, in: room)
            guard !old.made.isEmpty else { continue }
            var mentions = ClientMentions(Array(client.text.utf8))
            mentions.lookedUp = try room.lookedUp(by: client.module)
            if ClientDiagnostics.showOthers(old.said, sources: Set(Room.sources[client.module]!)) {
                shown += 1
                continue
            }
            clients.append(Client(client: client, mentions: mentions, old: old))
        }
    }

    private static func scene(ofModule random: inout SeededGenerator, in room: Room) throws -> UsedScene? {
        var module = RandomModule(&random)
        guard try Trial.settle(&module, in: room) else { return nil }
        var middle = module.middle(&random), client = module.client(isPeer: false, &random)
        guard try Trial.settle(&middle, "Middle/Middle.swift", in: room, { try room.compile(.Middle, asCode: true) }),
            try Trial.settle(&client, "Client/main.swift", in: room, { try room.compile(.Client, asCode: true) }),
            try room.emit(.Middle).succeeded
        else { return nil }
        var top = module.top(over: middle)
        guard try Trial.settle(&top, "Top/main.swift", in: room, { try room.compile(.Top, asCode: true) }) else {
            return nil
        }
        return UsedScene(of: module, client: client, middle: middle, top: top, &random)
    }

    package static func place(_ base: [String], in room: Room) throws {
        for (path, text) in zip(Room.sources[.Base]!, base) { try room.write(text, to: path) }
    }

    /// As the modules were emitted last.
    package static func state(in room: Room) throws -> State {
        let modules = [Room.Module.Low, .Lid, .Base, .Middle], digests = try modules.map { try room.digest($0) }
        return State(
            digests: digests.map(\.digest),
            indexes: zip(modules, digests).map { InterfaceIndex($1, module: $0.rawValue) })
    }

    package static func artifact(of client: UsedScene.Client, asCode: Bool, in room: Room) throws -> Artifact {
        try room.write(client.text, to: Room.sources[client.module]![0])
        var outcome = try room.compile(client.module, asCode: asCode)
        let object = room.bytes("build/\(client.module)/\(client.module == .Middle ? "Middle" : "main").swift.o")
        var made = object.map { [$0] } ?? []
        // A module, and what dependents of its own will see.
        if client.module == .Middle, outcome.succeeded {
            let emitted = try room.emit(.Middle)
            outcome.succeeded = emitted.succeeded
            made += [room.bytes("build/Middle/Middle.swiftmodule"), try room.digest(.Middle).digest].compactMap(\.self)
        }
        return Artifact(made: outcome.succeeded ? made : [], said: outcome.said)
    }

    /// By these rules, nothing that the client uses is another: it would not be compiled.
    package func isKept(_ client: Client, _ new: State, by used: UsedInterface) -> Bool {
        let count = client.client.module == .Top ? 4 : 3
        guard
            case .parts(let one) = used.digests(of: Array(state.indexes[..<count]), for: client.mentions),
            case .parts(let other) = used.digests(of: Array(new.indexes[..<count]), for: client.mentions)
        else { return isKeptWhole(client, new) }
        return one == other
    }

    package func isKeptWhole(_ client: Client, _ new: State) -> Bool {
        let count = client.client.module == .Top ? 4 : 3
        return state.digests[..<count] == new.digests[..<count]
    }

    /// What differs in the objects that a build makes, where the code differed; nil: they are the same.
    package func confirm(_ client: Client, _ new: [String], in room: Room) throws -> String? {
        func artifact(_ base: [String]) throws -> Artifact? {
            try UsedTrial.place(base, in: room)
            guard try room.emit(.Base).succeeded, try room.emit(.Middle).succeeded else { return nil }
            return try UsedTrial.artifact(of: client.client, asCode: false, in: room)
        }
        guard let one = try artifact(scene.base), let other = try artifact(new) else { return nil }
        guard try room.compileBase().succeeded else { return nil }
        return one.difference(to: other)
    }
}
