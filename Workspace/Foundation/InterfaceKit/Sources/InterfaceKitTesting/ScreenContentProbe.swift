import InterfaceKitInterface

extension ScreenContent {
    /// The choices' titles and details, as they are read.
    public var offers: [String] { choices.map { $0.detail.isEmpty ? $0.title : "\($0.title) \($0.detail)" } }

    /// Does what the choice of that title does; false where there is none.
    public func choose(_ title: String) -> Bool {
        guard let choice = choices.first(where: { $0.title == title }) else { return false }
        choice.action()
        return true
    }
}
