import Foundation

extension RandomModel {
    /// The same module after one edit, and what that was; nil: nothing was to be done where chance pointed.
    func edited(_ random: inout SeededGenerator) -> (model: RandomModel, name: String)? {
        var model = self
        let index = random.below(declarations.count)
        var declaration = declarations[index]
        guard !declaration.isGone else { return nil }
        let name: String
        switch random.below(16) {
        case 0...2 where declaration.kind == .structure || declaration.kind == .classType:
            let place = random.below(declaration.fields.count + 1)
            declaration.fields.insert(model.field(&random, in: declaration.access, before: index), at: place)
            name = "field added to \(declaration.name)"
        case 3 where !declaration.fields.isEmpty:
            declaration.fields.remove(at: random.below(declaration.fields.count))
            name = "field removed from \(declaration.name)"
        case 4...5 where !declaration.fields.isEmpty:
            let place = random.below(declaration.fields.count)
            let field = declaration.fields[place]
            if let opaque = field.opaque { declaration.fields[place].opaque = (opaque.proto, 1 - opaque.variant) } else {
                declaration.fields[place].type = model.type(&random, atLeast: field.isPublic ? declaration.access : "", before: index)
            }
            name = "type of \(declaration.name).\(field.name)"
        case 6 where declaration.fields.count > 1:
            declaration.fields.swapAt(0, declaration.fields.count - 1)
            name = "fields of \(declaration.name) in another order"
        case 7...9 where declaration.kind != .enumeration && declaration.kind != .alias:
            declaration.methods.insert(model.method(&random, of: declaration), at: random.below(declaration.methods.count + 1))
            name = "method added to \(declaration.name)"
        case 10 where declaration.methods.count > 1:
            declaration.methods.swapAt(0, declaration.methods.count - 1)
            name = "methods of \(declaration.name) in another order"
        case 11 where !declaration.methods.isEmpty && declaration.kind != .proto:
            let place = random.below(declaration.methods.count)
            if random.chance(50) { declaration.methods[place].body += 1 } else { declaration.methods[place].argument += 1 }
            name = "body or default argument of \(declaration.name).\(declaration.methods[place].name)"
        case 12 where declaration.kind == .classType && !declaration.methods.isEmpty:
            let place = random.below(declaration.methods.count)
            guard declaration.methods[place].access != "open" else { return nil }
            declaration.methods[place].isFinal.toggle()
            name = "final of \(declaration.name).\(declaration.methods[place].name)"
        case 13 where declaration.kind == .enumeration:
            declaration.cases.insert(model.enumCase(&random, in: declaration.access, before: index), at: 1 + random.below(declaration.cases.count))
            name = "case added to \(declaration.name)"
        case 14 where declaration.kind == .proto:
            declaration.isClassBound.toggle()
            name = "class-bound \(declaration.name)"
        case 14 where declaration.kind == .enumeration && declaration.cases.count > 1:
            declaration.cases[declaration.cases.count - 1].payload = [model.type(&random, atLeast: declaration.access, before: index)]
            name = "payload of \(declaration.name)"
        case 13...14 where declaration.kind == .alias:
            declaration.alias = model.type(&random, atLeast: "", before: index)
            name = "target of \(declaration.name)"
        case 15:
            model.add(&random)
            let added = model.declarations.count - 1
            return (model, "\(model.declarations[added].name) added")
        default: return nil
        }
        model.declarations[index] = declaration
        return model.source == source ? nil : (model, name)
    }

    /// A program that uses every declaration that a client sees: stored, copied, called, inherited from, switched over, cast.
    func client(inPackage: Bool) -> String {
        var lines = ["import Base", "func same<T>(_ t: T) -> [T] { [t, t] }"]
        for declaration in declarations where rank(declaration.access) >= (inPackage ? 1 : 2) {
            let name = declaration.name
            func seen(_ access: String) -> Bool { access == "open" || rank(access) >= (inPackage ? 1 : 2) }
            let sizes = "print(\"\(name)\", MemoryLayout<\(name)>.size, MemoryLayout<\(name)>.stride, MemoryLayout<\(name)?>.size)"
            func kept(_ value: String) -> [String] {
                [
                    "struct Own\(name) { var v = \(value); var o: \(name)? = nil; var p: \(name)? = \(value); var z = 77 }",
                    "let own\(name) = same(Own\(name)())", "print(own\(name)[1].z, own\(name)[0].o == nil, own\(name)[1].p == nil)",
                    "let any\(name): Any = own\(name)[0].v; print(any\(name) is \(name))",
                ]
            }
            func calls(on value: String) -> [String] {
                declaration.methods.filter { seen($0.access) }.compactMap {
                    switch $0.form {
                    case .method: "print(\(value).\($0.name)(), \(value).\($0.name)(4))"
                    case .computed: "print(\(value).\($0.name))"
                    case .subscripted: "print(\(value)[\($0.name): 2])"
                    case .asynchronous: "print(await \(value).\($0.name)())"
                    }
                }
            }
            switch declaration.kind {
            case .structure:
                lines += [sizes] + kept("\(name)()") + calls(on: "own\(name)[0].v")
                for field in declaration.fields where field.isPublic {
                    lines.append("var changed\(field.name) = \(name)(); changed\(field.name).\(field.name) = \(name)().\(field.name); print(MemoryLayout.size(ofValue: changed\(field.name).\(field.name)), changed\(field.name))")
                }
            case .enumeration:
                lines += [sizes] + kept("\(name).\(declaration.cases[0].name)")
                let arms = declaration.cases.enumerated().map { "case .\($1.name): \($0)" }
                lines.append("func number\(name)(_ e: \(name)) -> Int { switch e { \(arms.joined(separator: "; ")) } }")
                for one in declaration.cases {
                    lines.append("print(number\(name)(.\(one.name)" + (one.payload.isEmpty ? "" : "(\(one.payload.map(value).joined(separator: ", ")))") + "))")
                }
            case .classType:
                lines += ["let object\(name) = \(name)()"] + calls(on: "object\(name)") + ["print(same(object\(name)).count)"]
                for field in declaration.fields where field.isPublic {
                    lines.append("object\(name).\(field.name) = \(name)().\(field.name); print(MemoryLayout.size(ofValue: object\(name).\(field.name)))")
                }
                if declaration.isOpen {
                    let overrides = declaration.methods.filter { $0.access == "open" }.map {
                        switch $0.form {
                        case .method: "override func \($0.name)(_ n: Int = 50) -> Int { super.\($0.name)(n) + extra }"
                        case .computed: "override var \($0.name): Int { super.\($0.name) + extra }"
                        case .subscripted: "override subscript(\($0.name) n: Int) -> Int { super[\($0.name): n] + extra }"
                        case .asynchronous: "override func \($0.name)() async -> Int { await super.\($0.name)() + extra }"
                        }
                    }
                    lines.append("class Sub\(name): \(name) { var extra = 1000; \((overrides + ["func last() -> Int { extra }"]).joined(separator: "; ")) }")
                    lines += ["let sub\(name) = Sub\(name)()"] + calls(on: "sub\(name)") + calls(on: "(sub\(name) as \(name))") + ["print(sub\(name).last())"]
                }
            case .proto:
                let witnesses = declaration.methods.map { $0.form == .computed ? "var \($0.name): Int { 900 }" : "func \($0.name)() -> Int { 901 }" }
                lines.append("final class Mine\(name): \(name) { \(witnesses.joined(separator: "; ")) }")
                lines.append("for p in same(Mine\(name)() as any \(name)) + [\(name)Impl0(), \(name)Impl1()] { print(p is Mine\(name)\(declaration.methods.map { $0.form == .computed ? ", p.\($0.name)" : ", p.\($0.name)()" }.joined())) }")
            case .alias: break
            }
        }
        return (lines + ["print(\"end\")"]).joined(separator: "\n") + "\n"
    }

    /// A module between, which keeps what it sees and hides it.
    var middle: String {
        let kept = declarations.filter { $0.access == "public" && ($0.kind == .structure || $0.kind == .enumeration) }
        let fields = kept.map { "    public var v\($0.name) = \($0.kind == .structure ? "\($0.name)()" : "\($0.name).\($0.cases[0].name)")" }
        return (["import Base", "public struct Kept {"] + fields + ["    public var end = 5", "    public init() {}", "}"]).joined(separator: "\n") + "\n"
    }
}

extension Base {
    /// A module that chance made of `seed`, its clients, and edits to it.
    static func random(seed: UInt64, edits: Int) -> Base {
        var random = SeededGenerator(seed: seed)
        let model = RandomModel(&random)
        var base = Base(category: "random-\(seed)")
        base.modules = [
            Module(kind: .library, name: "Base", package: "corpus", files: [("Base/Base.swift", model.source)]),
            Module(kind: .library, name: "Middle", files: [("Middle/Middle.swift", model.middle)]),
            Module(kind: .program, name: "Client", files: [("Client/main.swift", model.client(inPackage: false))]),
            Module(kind: .program, name: "Peer", package: "corpus", files: [("Peer/main.swift", model.client(inPackage: true))]),
            Module(kind: .program, name: "Top", files: [("Top/main.swift", "import Middle\nprint(Kept().end, MemoryLayout<Kept>.size)\n")]),
        ]
        var number = 0
        while base.edits.count < edits, number < edits * 20 {
            number += 1
            guard let (edited, name) = model.edited(&random) else { continue }
            base.edits.append(Edit(name: "\(number) \(name)", changes: [.init(path: "Base/Base.swift", old: model.source, new: edited.source)]))
        }
        return base
    }
}
