import Hidden
public func offered() -> String { "offered \(hidden())" }
package func ours() {}
