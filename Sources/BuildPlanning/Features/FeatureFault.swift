import PackagePlugins
import Wiring

/// What a feature's work found wrong, as facts for observers of a build.
public enum FeatureFault: Error, Hashable, Sendable {
    /// The object graph that was asked for cannot be built.
    case unwired([WiringFault])
    /// The registry of routes cannot be written.
    case unrouted([RouteFault])
    /// A plugin answered what mono does not understand.
    case unreadableAnswer(PluginFault)
}
