public final class Core { public static let id = ObjectIdentifier(Core.self) }
#if NEWER
public let common = "newer"
#else
public let common = "older"
#endif
