#if Deep
public let name = "deep"
#else
public let name = "dep"
#endif
