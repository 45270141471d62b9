/// What a person sees at a time.
public protocol Screen: AnyObject {
    var title: String { get }

    /// What is to be seen now. Asked again after every input: screens keep state, and draw nothing themselves.
    func content() throws -> ScreenContent

    /// The screen's own, besides those that every screen has.
    var behaviours: [any ScreenBehaviour] { get }
}

extension Screen {
    public var behaviours: [any ScreenBehaviour] { [] }
}
