import RouterServiceInterface

public enum OrderTrackingRoute: Route {
    case orders
    case order(Int)
}
