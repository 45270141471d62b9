import SwiftText

/// The source by which a program hands out what its accessors are asked for.
public struct AccessorValuesSource {
    private let plan: AccessorPlan
    private let names: ObjectGraphNames
    private let spelling: DeclarationSpelling

    /// Raised whenever the same plan is written otherwise, or another plan is made of the same facts.
    public static let format = "4 \(ObjectGraphSource.format)"

    public static func text(of plan: AccessorPlan) -> String { AccessorValuesSource(plan).text }

    private init(_ plan: AccessorPlan) {
        self.plan = plan
        names = ObjectGraphNames(plan.graph, className: "AccessorGraph")
        spelling = ObjectGraphNames.spelling(of: plan.graph, "AccessorGraph")
    }

    private var text: String {
        if plan.entries.isEmpty { return "// Written by mono: no module of \(plan.graph.app) has an accessor.\n" }
        let made = plan.entries.filter { $0.symbol != nil }
        return ObjectGraphSource.text(
            of: plan.graph, names, alsoNamed: Set(made.map(\.name)), askingLate: "accessorValues.value")
            + (made.isEmpty ? "" : Self.lock) + plan.entries.enumerated().map(definition).joined()
    }

    private func definition(_ index: Int, _ entry: AccessorPlan.Entry) -> String {
        let symbol = SwiftName.literal(AccessorList.symbol(module: entry.name.module, name: entry.name.path))
        let property = entry.symbol.flatMap { symbol in plan.graph.properties.first { $0.symbol == symbol } }
        let body =
            if let property {
                """
                let value = accessorValues.value { $0.\(names.quoted(property)) }
                    place.initializeMemory(as: (any \(spelling.spelled(entry.name))).self, to: value)
                """
            } else {
                "fatalError(\(SwiftName.literal(lack(of: entry))))"
            }
        return """

            @_silgen_name(\(symbol))
            public func mono_accessor_\(index)(_ place: UnsafeMutableRawPointer) {
                \(body)
            }

            """
    }

    /// What a look-up says that has no value.
    private func lack(of entry: AccessorPlan.Entry) -> String {
        let app = plan.graph.app, name = entry.name.full
        let what =
            switch entry.lack {
            case .missing: "nothing that '\(app)' is linked with provides '\(name)', or all that it is made of"
            case .several(let types):
                """
                '\(name)' is provided to '\(app)' by \(types.joined(separator: ", ")); choose one in mono.json: \
                "wiring": {"apps": {"\(app)": {"bind": {"\(name)": "\(types.first ?? "")"}}}}
                """
            case .ignored: "mono.json says that '\(app)' does without '\(name)': wiring.apps.\(app).ignored"
            }
        return "\(what); a test may put another one in its place: with\(entry.name.path)(…) { … }"
    }

    private static let lock = """

        #if canImport(Glibc)
        import Glibc
        #elseif canImport(Musl)
        import Musl
        #endif

        private let accessorValues = AccessorValues()

        /// Makes each part when it is first asked for, on any thread. The thread that holds the lock can take it again:
        /// initialisers of parts may ask, too. The graph is used under the lock alone, which makes this `Sendable`.
        private final class AccessorValues: @unchecked Sendable {
            private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            private let graph = AccessorGraph()

            init() {
                var attributes = pthread_mutexattr_t()
                pthread_mutexattr_init(&attributes)
                pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
                pthread_mutex_init(lock, &attributes)
                pthread_mutexattr_destroy(&attributes)
            }

            func value<Value>(_ read: (AccessorGraph) -> Value) -> Value {
                pthread_mutex_lock(lock)
                defer { pthread_mutex_unlock(lock) }
                return read(graph)
            }
        }

        """
}
