import Foundation
import Glibc
import Measuring

/// A file system whose times are in whole seconds: ext4 with inodes of 128 bytes, in a file.
struct CoarseFileSystem {
    let folder: String

    /// Nil where nothing can be mounted.
    init?(in work: String) {
        let image = work + "/coarse.img"
        folder = work + "/coarse"
        do {
            try Folders.make(folder)
            _ = try? Program("umount", [folder], in: "/").run()
            _ = try Program("truncate", ["-s", "2G", image], in: "/").run()
            _ = try Program("mkfs.ext4", ["-q", "-F", "-I", "128", image], in: "/").run()
            _ = try Program("mount", ["-o", "loop", image, folder], in: "/").run()
        } catch { return nil }
        // Is it what it should be?
        let probe = folder + "/probe"
        try? Folders.write("", to: probe, atomically: false)
        var found = stat()
        guard stat(probe, &found) == 0, found.st_mtim.tv_nsec == 0 else {
            unmount()
            return nil
        }
    }

    func unmount() { _ = try? Program("umount", [folder], in: "/").run() }
}
