import Foundation
import Measuring

/// What one edit did: to the clients, and to each digest.
struct Finding: Codable, Sendable {
    var category: String
    var name: String
    var expectation: String?
    /// The first difference between stale and fresh clients that key on digests; nil: none.
    var difference: String?
    /// The same of clients that see internal declarations.
    var testableDifference: String?
    /// What programs of stale objects do where objects differ; nil where they do what fresh ones do.
    var misbehaviour: String?
    /// C headers have no module: each of their bytes is in the key, under every digest.
    var isHeader = false
    /// Which digests of the edited module changed.
    var bytesChanged = true, textChanged = true, packageTextChanged = true
    /// nil: not computed.
    var digestChanged: Bool?
    /// The module's bytes are the same, and what was computed from them is not.
    var hasTwoDigests = false
    /// The kinds of lines without any one of which the digest would not have changed.
    var onlyShownBy: [String] = []
    /// Why the digest changed, in its own words.
    var reason: String?
    /// Of each client; where it was asked for.
    var used: [UsedFinding] = []

    var id: String { "\(category)/\(name)" }
}

/// Stale clients with the new module against fresh clients with the new module.
struct Experiment {
    let compiler: Compiler
    let base: Base
    let old: World
    let digests: (any DigestColumn)?
    let used: UsedColumn?

    init(_ base: Base, _ compiler: Compiler, digests: (any DigestColumn)?, used: UsedColumn? = nil) throws {
        (self.base, self.compiler, self.digests, self.used) = (base, compiler, digests, used)
        old = try compiler.compile(base.modules)
        for (module, compiled) in zip(base.modules, old.compiled) where !compiled.succeeded {
            throw RunError("\(base.category): \(module.name) does not compile:\n\(compiled.diagnostics.prefix(3000))")
        }
        for (index, module) in base.modules.enumerated() where module.kind == .program {
            let behaviour = try compiler.behaviour(of: index, base.modules, objects: old.compiled.map(\.objects))
            guard behaviour.hasPrefix("ends well\n"), behaviour.count > 12 else {
                throw RunError(
                    """
                    \(base.category): the program \(module.name) does not end well, or prints \
                    nothing:\n\(behaviour.suffix(2000))
                    """)
            }
        }
    }

    func perform(_ edit: Edit) throws -> Finding {
        let (modules, index) = try base.edited(by: edit)
        let fresh = try compiler.compile(modules, from: index, of: old)
        let (before, after) = (old.compiled[index], fresh.compiled[index])
        guard after.succeeded else {
            throw RunError("\(base.category)/\(edit.name) does not compile:\n\(after.diagnostics.prefix(1500))")
        }

        var finding = Finding(category: base.category, name: edit.name, expectation: edit.expectation?.rawValue)
        for client in (index + 1)..<modules.count where modules[client].kind != .clang {
            guard let difference = difference(old.compiled[client], fresh.compiled[client]) else { continue }
            let text = "\(modules[client].name): \(difference)"
            if modules[client].isTestable {
                if finding.testableDifference == nil { finding.testableDifference = text }
            } else if finding.difference == nil {
                finding.difference = text
            }
        }
        if finding.difference != nil { finding.misbehaviour = try misbehaviour(modules, edited: index, fresh) }

        if modules[index].kind == .clang {
            finding.isHeader = true
            return finding
        }
        finding.bytesChanged = before.swiftModule != after.swiftModule
        finding.textChanged = before.publicInterface != after.publicInterface
        finding.packageTextChanged = before.packageInterface != after.packageInterface
        if let digests {
            let one = try digests.digest(of: index, base.modules, old)
            let other = try digests.digest(of: index, modules, fresh)
            finding.digestChanged = one.digest != other.digest
            if finding.digestChanged == true {
                finding.reason = one.firstDifference(to: other)
                if finding.difference != nil { finding.onlyShownBy = one.legsThatAloneDiffer(from: other) }
            }
            if !finding.bytesChanged, finding.digestChanged == true {
                // Computed once for the same bytes, so no client is built for it; but it should not be.
                (finding.digestChanged, finding.hasTwoDigests) = (false, true)
            }
            if let used { finding.used = try found(used, digests, modules, edited: index, fresh) }
        }
        return finding
    }

    /// Of each client that keys on digests: what the parts that it uses say.
    private func found(
        _ used: UsedColumn, _ digests: any DigestColumn, _ modules: [Module], edited: Int, _ fresh: World
    ) throws -> [UsedFinding] {
        try modules.indices.filter { $0 > edited && modules[$0].kind != .clang && !modules[$0].isTestable }.map {
            client in
            let closure = modules[..<client].indices.filter { modules[$0].kind == .library }
            guard closure.allSatisfy({ fresh.compiled[$0].succeeded }) else { return nil }
            let module = modules[client]
            return used.finding(
                client: module.name, sources: module.files.map(\.text), said: old.compiled[client].diagnostics,
                paths: Set(module.files.map(\.path)), modules: closure.map { modules[$0].name },
                old: try closure.map { try digests.digest(of: $0, base.modules, old) },
                new: try closure.map { try digests.digest(of: $0, modules, fresh) },
                difference: difference(old.compiled[client], fresh.compiled[client]))
        }.compactMap(\.self)
    }

    /// A stale program may print any bytes.
    private func shown(_ line: Substring) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0 == "\u{FFFD}" ? "·" : $0 }))
    }

    private func difference(_ stale: CompiledModule, _ fresh: CompiledModule) -> String? {
        if !fresh.succeeded { return "no longer compiles" }
        if stale.objects != fresh.objects { return "other object" }
        if stale.swiftModule != fresh.swiftModule { return "other module" }
        if stale.diagnostics != fresh.diagnostics { return "other warnings" }
        return nil
    }

    private func misbehaviour(_ modules: [Module], edited: Int, _ fresh: World) throws -> String? {
        for (index, module) in modules.enumerated() where module.kind == .program && !module.isTestable {
            let stale = zip(0..., zip(old.compiled, fresh.compiled)).map { $0 <= edited ? $1.1.objects : $1.0.objects }
            let ofStale = try compiler.behaviour(of: index, modules, objects: stale)
            guard
                fresh.compiled.indices.allSatisfy({
                    modules[$0].isTestable || $0 > index || fresh.compiled[$0].succeeded
                })
            else { continue }
            let ofFresh = try compiler.behaviour(of: index, modules, objects: fresh.compiled.map(\.objects))
            guard ofStale != ofFresh else { continue }
            let (lines, others) = (ofStale.split(separator: "\n"), ofFresh.split(separator: "\n"))
            if lines.first != others.first { return "\(module.name) \(lines[0]), fresh: \(others[0])" }
            if let (line, other) = zip(lines, others).first(where: { $0 != $1 }) {
                return "\(module.name) prints '\(shown(line))' for '\(shown(other))'"
            }
            return "\(module.name) prints \(lines.count) lines for \(others.count)"
        }
        return nil
    }
}

/// A digest of one module of a world, with the lines that it was made of.
struct ModuleDigest: Codable {
    var digest: String
    var lines: [String]

    /// With a leg switched off, its lines are missing; without fallbacks, nothing but the lines counts.
    func legsThatAloneDiffer(from other: ModuleDigest) -> [String] {
        func kind(_ line: String) -> Substring { line.prefix { $0 != "\t" } }
        let fallsBack = (lines + other.lines).contains { kind($0) == "fallback" }
        let kinds = Set((lines + other.lines).dropFirst().map(kind)).sorted()
        return kinds.filter { off in
            if fallsBack, off != "fallback" { return false }
            return lines.filter { kind($0) != off } == other.lines.filter { kind($0) != off }
        }.map(String.init)
    }

    func firstDifference(to other: ModuleDigest) -> String? {
        if let line = (lines + other.lines).first(where: { $0.hasPrefix("fallback") }) { return line }
        let (mine, theirs) = (Set(lines), Set(other.lines))
        if let line = other.lines.first(where: { !mine.contains($0) }) { return "+ " + line }
        return lines.first { !theirs.contains($0) }.map { "- " + $0 }
            ?? (lines == other.lines ? nil : "other order of lines")
    }
}

protocol DigestColumn: Sendable {
    func digest(of index: Int, _ modules: [Module], _ world: World) throws -> ModuleDigest
}
