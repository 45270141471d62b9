import Digests
import Disk

/// Small files in which answers of programs are kept for this machine. One that is damaged is none.
public enum MachineMemory {
    private static let largest: Int64 = 1 << 20

    public static func read(_ path: AbsolutePath, _ files: any FileSystem) -> RecordReader? {
        (try? files.read(path, atMost: largest)).flatMap { try? RecordReader(sealed: $0) }
    }
}
