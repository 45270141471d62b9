/// What a route leads to. It asks for what it needs, and does not know who makes that.
public protocol Feature {
    /// Holds `any P` alone. mono finds the type that implements each P.
    associatedtype Dependencies

    static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { get }

    static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen
}

/// Finds dependencies by their types.
public protocol DependencyStore {
    func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency
}

/// Makes a feature's dependencies of what a store holds: `AnyDependenciesInitializer(Dependencies.init)`.
public struct AnyDependenciesInitializer<Dependencies> {
    public let make: (any DependencyStore) throws -> Dependencies

    public init<each Dependency>(_ initializer: @escaping (repeat each Dependency) -> Dependencies) {
        make = { store in initializer(repeat try store.dependency((each Dependency).self)) }
    }
}
