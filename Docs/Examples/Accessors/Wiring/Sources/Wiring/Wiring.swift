// mono finds these protocols by their names; 'mono new wiring' writes all of them.

/// A program has one type that implements what refines this.
public protocol Provided {}

/// The module of what refines this has a property for it, which stands for that type.
public protocol Accessible: Provided {}
