import InterfaceDigests
import SwiftText

/// Stale clients with the new module against fresh clients with the new module.
public struct Experiment: Sendable {
    let compiler: Compiler
    public let base: CorpusBase
    let old: World
    let digests: (any DigestColumn)?
    let used: UsedColumn?
    /// What each client looked up; empty where nobody asks.
    private var lookedUp: [Int: LookedUpNames] = [:]

    public init(_ base: CorpusBase, _ compiler: Compiler, digests: (any DigestColumn)?, used: UsedColumn? = nil)
        throws(CorpusFault)
    {
        (self.base, self.compiler, self.digests, self.used) = (base, compiler, digests, used)
        old = try compiler.compile(base.modules)
        for (module, compiled) in zip(base.modules, old.compiled) where !compiled.succeeded {
            throw CorpusFault(
                "\(base.category): \(module.name) does not compile:\n\(compiled.diagnostics.prefix(3000))")
        }
        for (index, module) in base.modules.enumerated() where module.kind == .program {
            let behaviour = try compiler.behaviour(of: index, base.modules, objects: old.compiled.map(\.objects))
            guard behaviour.hasPrefix("ends well\n"), behaviour.count > 12 else {
                throw CorpusFault(
                    """
                    \(base.category): the program \(module.name) does not end well, or prints \
                    nothing:\n\(behaviour.suffix(2000))
                    """)
            }
        }
        guard used != nil else { return }
        for index in base.modules.indices where base.modules[index].kind != .clang {
            lookedUp[index] = try compiler.lookedUp(by: index, of: base.modules, in: old)
        }
    }

    public func perform(_ edit: CorpusEdit) throws(CorpusFault) -> Finding {
        let (modules, index) = try base.edited(by: edit)
        let fresh = try compiler.compile(modules, from: index, of: old)
        let (before, after) = (old.compiled[index], fresh.compiled[index])
        guard after.succeeded else {
            throw CorpusFault("\(base.category)/\(edit.name) does not compile:\n\(after.diagnostics.prefix(1500))")
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
        finding.pastSurface = pastSurface(modules[index], before, after, of: base.modules[index])
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
        _ used: UsedColumn, _ digests: any DigestColumn, _ modules: [CorpusModule], edited: Int, _ fresh: World
    ) throws(CorpusFault) -> [UsedFinding] {
        var found: [UsedFinding] = []
        for client in modules.indices
        where client > edited && modules[client].kind != .clang && !modules[client].isTestable {
            let closure = modules[..<client].indices.filter { modules[$0].kind == .library }
            guard closure.allSatisfy({ fresh.compiled[$0].succeeded }) else { continue }
            let module = modules[client]
            var before: [DigestLines] = [], after: [DigestLines] = []
            for index in closure {
                before.append(try digests.digest(of: index, base.modules, old))
                after.append(try digests.digest(of: index, modules, fresh))
            }
            found.append(
                used.finding(
                    client: module.name, sources: module.files.map(\.text),
                    lookedUp: lookedUp[client] ?? LookedUpNames(), said: old.compiled[client].diagnostics,
                    paths: Set(module.files.map(\.path)), modules: closure.map { modules[$0].name }, old: before,
                    new: after, difference: difference(old.compiled[client], fresh.compiled[client])))
        }
        return found
    }

    /// What else of a module changed where the surfaces of its edited files are the same. Builds compile the edited
    /// files alone then, and take the rest from the earlier result.
    private func pastSurface(
        _ module: CorpusModule, _ before: CompiledModule, _ after: CompiledModule, of old: CorpusModule
    ) -> String? {
        var edited: Set<String> = []
        for (file, earlier) in zip(module.files, old.files) where file.text != earlier.text {
            guard let one = SourceSurface(Array(earlier.text.utf8)), let other = SourceSurface(Array(file.text.utf8)),
                one == other, !other.hasOpaqueTypes, !other.mayExpandMacros
            else { return nil }
            edited.insert("build/\(module.name)/" + file.path.split(separator: "/").suffix(1).joined() + ".o")
        }
        let others = Set(before.objects.keys).union(after.objects.keys).subtracting(edited).sorted()
        if let object = others.first(where: { before.objects[$0] != after.objects[$0] }) { return object }
        return before.swiftModule != after.swiftModule ? "module" : nil
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

    private func misbehaviour(_ modules: [CorpusModule], edited: Int, _ fresh: World) throws(CorpusFault) -> String? {
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
