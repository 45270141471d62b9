// mono finds these protocols by their names. The rest of this file is yours.

/// A protocol that refines this one is provided: one type of each program implements it, and whoever needs it takes an `any` of it as a
/// parameter of its initialiser.
public protocol Provided {}

/// A protocol that refines this one is collected: a program has all of its implementations, and whoever needs them takes an array.
public protocol Collected {}

/// A type that conforms to this is made once for each object graph; any other is made anew for each use.
public protocol Shared {}

/// A type that conforms to this, a route for instance, is handled by exactly one type of each program.
public protocol Handled {}

/// Handles its `Subject`, which is declared in the type itself: `public typealias Subject = MenuRoute`.
public protocol Handler<Subject> {
    associatedtype Subject: Handled
}
