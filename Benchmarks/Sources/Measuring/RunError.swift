/// What stops a program; the text is for people.
public struct RunError: Error, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}
