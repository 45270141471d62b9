import Digests
import Foundation
import InterfaceDigests
import Measuring

/// A module that chance made, with its clients compiled against it.
package struct Trial {
    /// What a compile of a client left, and said.
    private struct Artifact: Equatable {
        var bytes: ContentDigest?
        var said: String
    }
    private enum Step: CaseIterable {
        case client, middleModule, middle, top

        /// The object's path, whatever is in it.
        var output: String {
            switch self {
            case .client: "build/Client/main.swift.o"
            case .middleModule: "build/Middle/Middle.swiftmodule"
            case .middle: "build/Middle/Middle.swift.o"
            case .top: "build/Top/main.swift.o"
            }
        }

        func artifact(asCode: Bool, in room: Room) throws -> Artifact {
            let outcome =
                switch self {
                case .client: try room.compile(.Client, asCode: asCode)
                case .middleModule: try room.emit(.Middle)
                case .middle: try room.compile(.Middle, asCode: asCode)
                case .top: try room.compile(.Top, asCode: asCode)
                }
            return Artifact(bytes: outcome.succeeded ? room.bytes(output) : nil, said: outcome.said)
        }
    }

    package let module: RandomModule
    package let bytes: ContentDigest
    package let digest: ABIDigest
    private let old: [Artifact]

    /// Nil where nothing that compiles is left of what chance made.
    package init?(seed: UInt64, in room: Room) throws {
        var random = SeededGenerator(seed: seed)
        // One in seven is small.
        var module = seed % 7 == 3 ? RandomModule(ofRules: &random) : RandomModule(&random)
        guard try Trial.settle(&module, in: room), let bytes = room.moduleBytes else { return nil }
        (self.module, self.bytes) = (module, bytes)
        digest = try room.digest()
        let isPeer = seed % 2 == 0
        room.packageOfClient = isPeer ? "corpus" : "other"
        var middle = module.middle(&random), client = module.client(isPeer: isPeer, &random)
        guard try Trial.settle(&middle, "Middle/Middle.swift", in: room, { try room.compile(.Middle, asCode: true) }),
            try Trial.settle(&client, "Client/main.swift", in: room, { try room.compile(.Client, asCode: true) }),
            try room.emit(.Middle).succeeded
        else { return nil }
        var top = module.top(over: middle)
        guard try Trial.settle(&top, "Top/main.swift", in: room, { try room.compile(.Top, asCode: true) }) else {
            return nil
        }
        old = try Step.allCases.map { try $0.artifact(asCode: true, in: room) }
    }

    /// The first thing in which clients that are compiled against the module as it is now differ from those of the old
    /// one.
    package func difference(in room: Room) throws -> String? { try difference(from: old, asCode: true, in: room) }

    private func difference(from old: [Artifact], asCode: Bool, in room: Room) throws -> String? {
        for (step, old) in zip(Step.allCases, old) {
            let new = try step.artifact(asCode: asCode, in: room)
            if new.bytes == nil {
                return
                    """
                    \(step): no longer compiles: \
                    \(new.said.split(separator: "\n").first { $0.contains("error:") } ?? "")
                    """
            }
            if new.bytes != old.bytes { return "\(step): other bytes" }
            if new.said != old.said { return "\(step): other warnings" }
        }
        return nil
    }

    /// What the same edit does to what a build makes: objects, from the beginning.
    package enum Confirmation {
        case difference(String)
        /// Nothing differs; or `new` does not compile as a whole, which the emission of a module does not see.
        case nothing(why: String)
    }

    package func confirm(_ new: RandomModule, in room: Room) throws -> Confirmation {
        try Trial.place(module, in: room)
        guard try room.emit(.Base).succeeded else { return .nothing(why: "the old module cannot be emitted again") }
        let objects = try Step.allCases.map { try $0.artifact(asCode: false, in: room) }
        try Trial.place(new, in: room)
        guard try room.emit(.Base).succeeded else { return .nothing(why: "the new module cannot be emitted again") }
        let whole = try room.compileBase()
        guard whole.succeeded else {
            return .nothing(
                why:
                    """
                    the new module does not compile: \
                    \(whole.said.split(separator: "\n").first { $0.contains("error:") } ?? "?")
                    """
            )
        }
        return try difference(from: objects, asCode: false, in: room).map { .difference($0) }
            ?? .nothing(why: "the objects are the same")
    }

    package static func place(_ module: RandomModule, in room: Room) throws {
        for (path, source) in zip(Room.sources[.Base]!, module.sources()) { try room.write(source.text, to: path) }
    }

    // MARK: Until it compiles

    static func settle(_ module: inout RandomModule, in room: Room) throws -> Bool {
        for _ in 0..<25 {
            try place(module, in: room)
            let outcome = try room.emit(.Base)
            if outcome.succeeded { return true }
            let sources = module.sources()
            let errors = Room.errors(in: outcome.said)
            var refused: Set<Int> = []
            for (path, source) in zip(Room.sources[.Base]!, sources) {
                for line in errors[path] ?? [] where line > 0 && line <= source.owners.count {
                    refused.insert(source.owners[line - 1])
                }
            }
            refused.remove(0)
            if refused.isEmpty {
                guard let index = module.imports.firstIndex(where: { !$0.isEmpty }), !errors.isEmpty else {
                    return false
                }
                module.imports[index] = []
            }
            for id in refused { module.remove(id: id) }
        }
        return false
    }

    static func settle(
        _ client: inout ClientText, _ path: String, in room: Room, _ compile: () throws -> Room.Outcome
    ) throws -> Bool {
        for _ in 0..<25 {
            try room.write(client.text, to: path)
            let outcome = try compile()
            if outcome.succeeded { return true }
            guard client.remove(lines: Room.errors(in: outcome.said)[path] ?? []) else { return false }
        }
        return false
    }
}
