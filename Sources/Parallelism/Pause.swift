import Dispatch

/// Waits on the calling thread.
public enum Pause {
    public static func wait(seconds: Double) {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
    }
}
