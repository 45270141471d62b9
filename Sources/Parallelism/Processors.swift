import CLinux

/// How many processors this process may use: what its affinity mask allows, at least 1.
public func processorCount() -> Int { max(1, Int(mono_processor_count())) }
