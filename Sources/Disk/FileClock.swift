import Glibc
import Synchronization

/// An instant as file systems see it: by the clocks that stamp files, which need not be this process's own.
public struct FileMoment: Sendable {
    /// What a file got as its time of change at that instant, and on which file system; nil where none could be
    /// written.
    var probe: (device: UInt64, stamp: Int64)?
    /// This process's clock, in nanoseconds since 1970.
    var now: Int64
    /// A clock that nobody sets.
    var steady: ContinuousClock.Instant

    /// How far the clock of the kernel, which stamps files on its own file systems, may lie behind this process's: it
    /// ticks a hundred times a second or more.
    static let tick: Int64 = 20_000_000
    /// The longest step of a file system's times: FAT's.
    static let longestGrain: Int64 = 2_000_000_000
    /// How far a server's clock may be off where nothing can be written to ask it.
    static let unknownSkew: Int64 = 3_600_000_000_000

    /// True unless a time that a file system gave before the instant is sure to be one. `isLocal`: this kernel stamps
    /// the files on that device.
    public func mayPrecede(_ time: Int64, on device: UInt64, isLocal: Bool) -> Bool {
        if let probe, probe.device == device { return time >= probe.stamp }
        guard isLocal else { return time > now - FileMoment.unknownSkew }
        // Times in whole milliseconds may be of one of the file systems that count in seconds.
        if time % 1_000_000 != 0 { return time >= now - FileMoment.tick }
        return time >= now - FileMoment.tick - now % FileMoment.longestGrain
    }
}

/// Takes moments by the clock of the file system on which a workspace lies. All members may be called from any thread.
///
/// The times of files are compared with each other and never with this process's clock, which may be ahead of a
/// server's: a probe file's own time of change is the time of the file system.
public final class FileClock: Sendable {
    /// What a clock may have been set by unnoticed.
    private static let unevenness: Int64 = 500_000_000

    private let files: any FileSystem
    private let probe: AbsolutePath
    private let isThere = Mutex<Bool?>(nil)

    /// `probe`: where a file may be written, on the file system whose clock is asked.
    public init(files: any FileSystem, probe: AbsolutePath) { (self.files, self.probe) = (files, probe) }

    /// Now.
    public func moment() -> FileMoment {
        // Before the probe: whatever changes after this call does so after both.
        let now = files.now, steady = ContinuousClock.now
        return FileMoment(probe: stamp(), now: now, steady: steady)
    }

    /// The first instant that is sure to be later than the last change of all of these files, which may be a moment
    /// from now where a file system counts in seconds. Where a clock stands still or runs backwards, it is now.
    public func moment(after statuses: [FileStatus]) -> FileMoment {
        var moment = moment(), left = 130
        while left > 0, let probe = moment.probe,
            statuses.contains(where: { $0.device == probe.device && $0.changed == probe.stamp })
        {
            usleep(100)
            // Any clock that goes has gone on since.
            if files.now == moment.now { return moment }
            usleep(20_000)
            moment = self.moment()
            left -= 1
        }
        return moment
    }

    /// True where the clocks that stamp files went on evenly since `moment`: what was changed since then has a later
    /// time.
    public func isSteady(since moment: FileMoment) -> Bool {
        let later = self.moment()
        let elapsed = (later.steady - moment.steady).components
        let passed = elapsed.seconds &* 1_000_000_000 &+ elapsed.attoseconds / 1_000_000_000
        func isEven(_ difference: Int64, grain: Int64) -> Bool {
            // A clock that is being set right gradually is off by half a thousandth, and a busy machine may stop us
            // between two clocks.
            abs(difference &- passed) <= grain + FileClock.unevenness + passed / 1000
        }
        // A process's own clock that stands still is a test's.
        if later.now != moment.now, !isEven(later.now - moment.now, grain: 0) { return false }
        guard let first = moment.probe, let second = later.probe, first.device == second.device else {
            return (moment.probe == nil) == (later.probe == nil)
        }
        if second.stamp < first.stamp { return false }
        if later.now == moment.now { return true }
        let isWhole = first.stamp % 1_000_000 == 0 && second.stamp % 1_000_000 == 0
        return isEven(second.stamp - first.stamp, grain: isWhole ? FileMoment.longestGrain : 0)
    }

    private func stamp() -> (device: UInt64, stamp: Int64)? {
        let known = isThere.withLock { $0 }
        if known == false { return nil }
        // Setting its time of modification changes the file, and the file system stamps that.
        if known == true, (try? files.setModified(probe, to: 0)) != nil, let status = files.linkStatus(probe),
            status.kind == .file
        {
            return (status.device, status.changed)
        }
        guard (try? files.write([], to: probe)) != nil, let status = files.linkStatus(probe), status.kind == .file
        else {
            isThere.withLock { $0 = false }
            return nil
        }
        isThere.withLock { $0 = true }
        return (status.device, status.changed)
    }
}
