import AffectedTargets
import Targets
import Testing

/// Random workspaces under random changes, held against an oracle: the key that each target would have by all it is
/// made of.
@Suite struct RandomChangeTests {
    @Test("no target whose key changed is missed, and no other is named", arguments: 0..<300)
    func anyChange(_ seed: Int) throws {
        var random = Seeded(seed)
        let before = RandomPackages(&random)
        var after = before
        for _ in 0..<Int.random(in: 0...4, using: &random) { after.change(&random) }
        let answer = try before.workspace.answer(to: after.workspace)
        if let same = try before.workspace.answerByReplacing(to: after.workspace) {
            #expect(
                same.targets == answer.targets && same.direct == answer.direct && same.through == answer.through,
                "seed \(seed)")
        }
        let old = before.keys(), new = after.keys()
        let changed = new.filter { old[$0.key] != $0.value }.keys.sorted()
        #expect(answer.targets == changed, "seed \(seed)")
        // Each way ends at a target that the change reaches by itself, along dependencies.
        for target in answer.targets {
            let way = answer.way(from: target)
            #expect(answer.direct[way[way.count - 1]]?.isEmpty == false, "seed \(seed)")
            for (a, b) in zip(way, way.dropFirst()) {
                #expect(answer.graph.dependencies(of: a).contains(b), "seed \(seed)")
            }
        }
    }
}

/// Packages of Swift libraries. What a target depends on comes before it in `order`, so there are no circles.
private struct RandomPackages {
    struct Part {
        var id: TargetID
        var files: Set<String>
        var needs: Set<TargetID>
        var products: Set<ProductID>
        var flag: Int?
    }

    private var contents: [String: String] = [:]
    private var parts: [Part] = []
    /// By package: which of its targets its product holds.
    private var products: [PackageID: Set<TargetID>] = [:]
    private var tools: [PackageID: Int] = [:]
    private var made = 0

    init(_ random: inout Seeded) {
        for index in 0..<Int.random(in: 1...4, using: &random) {
            let package = PackageID("P\(index)")
            tools[package] = 9
            products[package] = []
        }
        for _ in 0..<Int.random(in: 1...10, using: &random) { addTarget(&random) }
    }

    mutating func change(_ random: inout Seeded) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: addTarget(&random)
        case 1: contents[anyFile(&random)] = "\(random.next() % 3)"
        case 2:
            let index = parts.indices.randomElement(using: &random)!
            addFile(to: index, &random)
        case 3:
            // From one target to another.
            let file = anyFile(&random), index = parts.indices.randomElement(using: &random)!
            let content = remove(file)
            let moved = folder(of: parts[index].id) + "/moved\(made).swift"
            made += 1
            contents[moved] = content
            parts[index].files.insert(moved)
        case 4: _ = remove(anyFile(&random))
        case 5:
            let index = parts.indices.randomElement(using: &random)!
            parts[index].flag = Int.random(in: 0..<2, using: &random)
        case 6:
            let index = parts.indices.randomElement(using: &random)!
            if let need = parts[index].needs.sorted().randomElement(using: &random) {
                parts[index].needs.remove(need)
            } else if index > 0 {
                parts[index].needs.insert(parts[Int.random(in: 0..<index, using: &random)].id)
            }
        case 7: tools[tools.keys.sorted().randomElement(using: &random)!]! += Int.random(in: 0...1, using: &random)
        default:
            // A target that nobody needs any more is gone.
            let index = parts.indices.randomElement(using: &random)!, id = parts[index].id
            guard parts.count > 1, !parts.contains(where: { $0.needs.contains(id) }),
                products.values.allSatisfy({ !$0.contains(id) })
            else { return }
            for file in parts[index].files { contents[file] = nil }
            parts.remove(at: index)
        }
    }

    private mutating func addTarget(_ random: inout Seeded) {
        let package = tools.keys.sorted().randomElement(using: &random)!
        var part = Part(id: TargetID(package, "T\(made)"), files: [], needs: [], products: [], flag: nil)
        made += 1
        for other in parts where Int.random(in: 0..<4, using: &random) == 0 { part.needs.insert(other.id) }
        // Products of packages all of whose held targets come before: those that nothing in this package reaches.
        for (other, held) in products
        where other != package && !held.isEmpty && Int.random(in: 0..<3, using: &random) == 0 {
            part.products.insert(ProductID(other, "Product"))
        }
        parts.append(part)
        addFile(to: parts.count - 1, &random)
        let isNeededThroughProduct = parts.contains {
            !$0.products.isEmpty && $0.products.contains(ProductID(package, "Product"))
        }
        if !isNeededThroughProduct, Bool.random(using: &random) { products[package]!.insert(part.id) }
    }

    private mutating func addFile(to index: Int, _ random: inout Seeded) {
        let file = folder(of: parts[index].id) + "/f\(made).swift"
        made += 1
        contents[file] = "\(random.next() % 3)"
        parts[index].files.insert(file)
    }

    private mutating func remove(_ file: String) -> String {
        for index in parts.indices { parts[index].files.remove(file) }
        return contents.removeValue(forKey: file) ?? ""
    }

    private func anyFile(_ random: inout Seeded) -> String {
        let files = parts.flatMap(\.files).sorted()
        return files.randomElement(using: &random) ?? ""
    }

    private func folder(of id: TargetID) -> String { "\(id.package)/Sources/\(id.name)" }

    // MARK: As a workspace

    var workspace: SmallWorkspace {
        var world = SmallWorkspace()
        for package in tools.keys.sorted() {
            world.addPackage(package.name)
            world.packages[world.packages.count - 1].toolsVersion = ToolsVersion(5, tools[package]!)
            world.products.append(
                Product(
                    id: ProductID(package, "Product"), kind: .automaticLibrary, targets: products[package]!.sorted()))
        }
        for part in parts {
            let files = part.files.map { String($0.dropFirst(part.id.package.name.count + 1)) }.sorted()
            world.addTarget(
                part.id.name, in: part.id.package.name, files: files,
                needs: part.needs.sorted().map { .target($0) } + part.products.sorted().map { .product($0) },
                settings: part.flag.map { [.swift(.define("F\($0)"))] } ?? [])
        }
        world.files = contents
        return world
    }

    // MARK: The oracle

    /// What each target is, down to the last file that goes into it.
    func keys() -> [TargetID: String] {
        var keys: [TargetID: String] = [:]
        for part in parts {
            var key = "\(tools[part.id.package]!) \(part.flag.map(String.init) ?? "-")"
            for file in part.files.sorted() { key += " \(file)=\(contents[file] ?? "?")" }
            for product in part.products.sorted() { key += " \(product)\(products[product.package]!.sorted())" }
            let needs = part.needs.union(part.products.flatMap { products[$0.package]! })
            for need in needs.sorted() { key += " (\(need): \(keys[need] ?? "?"))" }
            if part.needs.isEmpty { key += " needs nothing" } else { key += " needs \(part.needs.sorted())" }
            keys[part.id] = key
        }
        return keys
    }
}

/// Random numbers that are the same for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
