import Digests
import Disk
import InterfaceDigests
import Toolchains

/// What this machine remembers of the types of the toolchain's modules, for caches that do not have them. Asking the
/// compiler took 4 of 107 s of the processor's in a clean build of swift-nio. A record that is damaged is none, and
/// what cannot be written is found out again. Any thread.
struct TypeMemory: Sendable {
    private let files: any FileSystem
    private let folder: AbsolutePath
    /// The folders of the system's headers, of which some of the modules are made.
    private let headers: [AbsolutePath]

    /// `folder`: that of this machine's user.
    init(files: any FileSystem, folder: AbsolutePath, headers: [AbsolutePath]) {
        (self.files, self.folder, self.headers) = (files, folder, headers)
    }

    /// `key`: holds the toolchain and the module. Nil where headers of the system were others.
    func types(under key: ContentDigest) -> ForeignTypes? {
        guard var reader = MachineMemory.read(place(of: key), files) else { return nil }
        do throws(MalformedRecord) {
            let seen = try reader.text(), text = try reader.text()
            try reader.finish()
            return seen == look ? ForeignTypes(text: text) : nil
        } catch { return nil }
    }

    /// In the place of what was there for other headers.
    func keep(_ types: ForeignTypes, under key: ContentDigest) {
        var writer = RecordWriter()
        writer.write(look)
        writer.write(types.text)
        try? files.write(writer.sealed(), to: place(of: key))
    }

    private func place(of key: ContentDigest) -> AbsolutePath { folder / "types-\(key.hex)" }

    /// An update of the system's headers replaces files, and so changes the times of their folders. Inodes and devices
    /// differ from one start of a container to the next.
    private var look: String {
        headers.map { "\($0) \(files.status($0)?.modified ?? 0)\n" }.joined()
    }
}
