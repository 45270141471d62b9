import Networking
import NetworkingInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)
}
