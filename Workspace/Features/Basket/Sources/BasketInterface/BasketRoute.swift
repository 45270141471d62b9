import RouterServiceInterface

public enum BasketRoute: Route {
    case contents
}
