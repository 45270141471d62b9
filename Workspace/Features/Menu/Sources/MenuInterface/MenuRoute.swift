import RouterServiceInterface

public enum MenuRoute: Route {
    /// The restaurant's identifier, and its name for people.
    case dishes(restaurant: String, name: String)
}
