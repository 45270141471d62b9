/// What a person sees, as lines of text.
public protocol Screen {
    var title: String { get }
    var lines: [String] { get }
}
