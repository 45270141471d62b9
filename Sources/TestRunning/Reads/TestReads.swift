import Disk
import Subprocesses

/// What test programs were seen to ask for, as far as results depend on it.
public struct TestReads: Hashable, Sendable {
    public var inputs: Set<TestInput> = []
    /// Why results that rest on this are not kept; the first reason by what it names.
    public var obstacle: TestReport.NotKept?
    /// They may have read more files than stand here.
    public var areIncomplete = false

    public init() {}
}

extension FileAccesses.Limit {
    fileprivate var hidesFiles: Bool {
        switch self {
        case .call, .unreadable, .tooMany, .processes: true
        case .connection, .sharedMemory: false
        }
    }
}

/// Tells what results depend on of all that programs ask for.
struct ReadRules {
    let scopes: TestScopes
    let files: any FileSystem
    /// True for what the toolchain's identity stands for.
    let isOfToolchain: (AbsolutePath) -> Bool
    /// Known by its content before it runs.
    let program: TestProgram
    /// In which mono keeps what it makes. Only what lies beside the program is of interest to tests.
    let ofMono: AbsolutePath
    /// What mono writes for people, or for itself elsewhere.
    let excluded: Set<AbsolutePath>

    func reads(_ seen: [FileAccesses]) -> TestReads {
        var reads = TestReads(), obstacles: [TestReport.NotKept] = []
        for accesses in seen {
            obstacles += accesses.limits.map { .unseen($0) }
            if accesses.limits.contains(where: \.hidesFiles) { reads.areIncomplete = true }
            for (path, access) in accesses.files {
                let path = AbsolutePath(path)
                var access = access
                // To be listed, or to be the folder that paths begin in.
                if access.ways.contains(.read), files.isFolder(path) { access.ways.remove(.read) }
                // Foundation lists what lies beside a program; other programs that mono builds come and go there.
                if path == program.path.parent { access.ways.remove(.listed) }
                add(path, access, to: &reads, &obstacles)
            }
        }
        reads.obstacle = obstacles.min { $0.order < $1.order }
        return reads
    }

    private func add(
        _ path: AbsolutePath, _ access: FileAccesses.Access, to reads: inout TestReads,
        _ obstacles: inout [TestReport.NotKept]
    ) {
        if doesNotCount(path, access) { return }
        // Nobody made it for the time being: `ls` looks for the folder of a security module.
        if access.wasThere, isVolatile(path) { return obstacles.append(.volatile(path)) }
        if access.ways.contains(.changed) { return obstacles.append(.writes(path)) }
        var ways = access.ways.intersection([.looked, .read, .listed, .followed, .attributes])
        if access.wasThere {
            // Nobody knows which of the looks found it.
            if files.linkStatus(path) == nil { return obstacles.append(.changedMeanwhile(path)) }
        } else {
            if access.isOwn, isTemporary(path) { return }
            // Whatever was asked of it: it is not there.
            ways = .looked
            if files.linkStatus(path) != nil { return obstacles.append(.leftBehind(path)) }
        }
        let input = scopes.input(ways, path)
        reads.inputs.insert(input)
        // A test that spells the whole path goes there wherever such a folder lies now.
        if input.scope == .home || input.scope == .temporary {
            reads.inputs.insert(TestInput(ways, .machine, String(path.string.dropFirst())))
        }
    }

    private func isTemporary(_ path: AbsolutePath) -> Bool {
        // A workspace may lie among temporary files.
        if scopes.input([], path).scope == .workspace { return false }
        let folders = scopes.folders(of: .temporary) + ReadRules.temporary
        return folders.contains { path.isInside($0) && path != $0 }
    }

    private func doesNotCount(_ path: AbsolutePath, _ access: FileAccesses.Access) -> Bool {
        if isOfToolchain(path) || ReadRules.isOfProcess(path) { return true }
        if path == program.path || path.isInside(program.reports) { return true }
        // A cache that lies around the workspace is no reason to look away from all.
        if excluded.contains(where: { path.isInside($0) && !ofMono.isInside($0) }) { return true }
        if path.isInside(ofMono), !path.isInside(program.path.parent),
            access.ways.isDisjoint(with: [.read, .ran, .changed])
        {
            return true
        }
        // On the way to everything; named otherwise on another machine.
        return access.wasThere && scopes.isAbove(path)
            && access.ways.isDisjoint(with: [.read, .ran, .listed, .changed])
    }

    // MARK: The system's own

    private static let temporary = ["/tmp", "/var/tmp", "/dev/shm"].map { AbsolutePath($0) }

    /// What says how this machine or process is made: each program asks for some of it, and no result is another one.
    private static func isOfProcess(_ path: AbsolutePath) -> Bool {
        if ofProcess.contains(path.string) { return true }
        let parts = path.string.split(separator: "/", maxSplits: 3)
        guard parts.count > 1 else { return false }
        switch parts[0] {
        // Of processes that the tests started, as far as anybody can tell.
        case "proc": return ["self", "thread-self"].contains(parts[1]) || parts[1].allSatisfy(\.isNumber)
        case "dev": return ["fd", "pts"].contains(parts[1])
        case "sys":
            return path.isInside(AbsolutePath("/sys/devices/system/cpu"))
                || path.isInside(AbsolutePath("/sys/fs/cgroup"))
        default: return false
        }
    }

    private static let ofProcess: Set<String> = [
        // Nothing comes out of these, or something else each time.
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/console",
        "/dev/stdin", "/dev/stdout", "/dev/stderr",
        // Which libraries there are; each one that is loaded counts by its content.
        "/etc/ld.so.cache", "/etc/ld.so.preload",
        // Who runs the tests.
        "/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
        // Processors, memory and kernel.
        "/proc/cpuinfo", "/proc/meminfo", "/proc/version", "/proc/filesystems", "/proc/mounts",
        "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/ngroups_max", "/proc/sys/kernel/osrelease",
        "/proc/sys/net/core/somaxconn", "/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/pid_max",
        "/proc/sys/kernel/threads-max", "/proc/sys/kernel/cap_last_cap", "/proc/sys/fs/nr_open",
        "/proc/sys/fs/file-max", "/proc/sys/fs/pipe-max-size",
    ]

    /// What is another thing each time that it is read.
    private func isVolatile(_ path: AbsolutePath) -> Bool {
        if path.isInside(AbsolutePath("/dev/shm")) { return false }
        return ["/proc", "/sys", "/dev"].contains { path.isInside(AbsolutePath($0)) && path.string != $0 }
    }
}
