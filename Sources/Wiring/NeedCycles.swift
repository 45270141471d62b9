/// Cycles of needs: types that can only be made when they are made already.
struct NeedCycles {
    /// By the symbol of the type that needs.
    let edges: [String: [(use: WiringFault.Use, to: String)]]

    /// Each type is in one of them at most; in the order of names.
    var cycles: [[WiringFault.Use]] {
        var found: [[WiringFault.Use]] = [], done: Set<String> = []
        for start in edges.keys.sorted() {
            var path: [(type: String, use: WiringFault.Use)] = []
            search(start, &path, &done, &found)
        }
        return found
    }

    /// Depth first. The depth is that of the object graph.
    private func search(
        _ type: String, _ path: inout [(type: String, use: WiringFault.Use)], _ done: inout Set<String>,
        _ found: inout [[WiringFault.Use]]
    ) {
        if let at = path.firstIndex(where: { $0.type == type }) {
            found.append(path[at...].map(\.use))
            return
        }
        guard !done.contains(type) else { return }
        for (use, next) in edges[type] ?? [] {
            path.append((type, use))
            search(next, &path, &done, &found)
            path.removeLast()
        }
        done.insert(type)
    }
}

extension WiringFault {
    /// What is wrong with the settings comes first, for the rest may follow from it.
    var rank: Int {
        switch self {
        case .unreadable: 0
        case .unknownName, .noCandidate, .misplacedChoice: 1
        case .providedAndCollected, .unknownSubject, .unknownHome, .scopeCycle: 2
        case .nothingProvides, .notOnPath, .unnamed, .nothingHandles: 3
        case .severalProvide, .severalHandle: 4
        case .cannotMake: 5
        case .cycle, .narrowClosure: 6
        }
    }

    /// The declarations that it is about.
    var declarations: Set<String> {
        let names: [String] =
            switch self {
            case .cycle(let uses): uses.map(\.type)
            case .cannotMake(let type, let purpose, _): [type, purpose]
            default: [subject]
            }
        return Set(names.map { String($0.prefix { $0 != "<" }) })
    }

    var subject: String {
        switch self {
        case .unreadable(let name), .unknownName(let name, _), .noCandidate(let name, _, _),
            .providedAndCollected(let name),
            .unknownSubject(let name), .nothingProvides(let name, _, _), .nothingHandles(let name, _),
            .severalProvide(let name, _),
            .severalHandle(let name, _), .cannotMake(let name, _, _), .notOnPath(let name, _, _),
            .unnamed(let name, _, _), .unknownHome(let name), .misplacedChoice(let name, _):
            name
        case .scopeCycle(let scopes): scopes.first ?? ""
        case .narrowClosure(let use, _, _): use.type
        case .cycle(let uses): uses.first?.type ?? ""
        }
    }
}
