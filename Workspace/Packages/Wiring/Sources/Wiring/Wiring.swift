// Marks by which mono finds out what an app is made of. They hold no code: an app's object graph is generated, and plain Swift.

/// A protocol that refines this is implemented by exactly one type of an app. Whoever needs it takes it as a parameter of its initialiser,
/// as `any P`.
public protocol Provided {}

/// Of a protocol that refines this, every implementation in an app counts: they are taken together, as `[any P]`.
public protocol Collected {}

/// One instance for a whole object graph, of a type that conforms or of what implements a protocol that refines this. Others are made anew
/// for each use.
public protocol Shared {}

/// A type that conforms, such as a route, has exactly one handler in an app.
public protocol Handled {}

/// Handles one type; who conforms says which: `public typealias Subject = BasketRoute`.
public protocol Handler {
    associatedtype Subject: Handled
}
