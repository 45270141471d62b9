/// What is wrong with a command line; the text is for people.
public struct OptionError: Error, Equatable, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}
