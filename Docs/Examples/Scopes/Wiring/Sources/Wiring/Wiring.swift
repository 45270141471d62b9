// mono finds these protocols by their names; 'mono new wiring' writes all of them.

/// A program has one type that implements what refines this.
public protocol Provided {}

/// Made once for the graph, or for the scope that it lives in.
public protocol Shared {}

/// A value begins a part of the graph, with shared instances of its own.
public protocol Scope {}

/// Lives in a scope: `public typealias Home = LoggedIn`.
public protocol Scoped<Home> {
    associatedtype Home: Scope
}
