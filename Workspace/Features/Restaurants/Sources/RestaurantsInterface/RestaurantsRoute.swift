import RouterServiceInterface

public enum RestaurantsRoute: Route {
    case list
}
