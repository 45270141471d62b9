import RouterServiceInterface

public enum AccountRoute: Route {
    case overview
}
