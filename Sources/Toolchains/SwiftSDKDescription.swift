import Disk

/// What the files of an SDK say of one platform.
struct SwiftSDKDescription: Hashable, Sendable {
    /// Nil where the machine's own is meant.
    var sysroot: AbsolutePath?
    var resources, staticResources: AbsolutePath?
    var includes: [AbsolutePath] = []
    var libraries: [AbsolutePath] = []
    /// Where compilers look for other programs.
    var tools: [AbsolutePath] = []
    var linkerProgram: AbsolutePath?
    /// Words for the Swift compiler's driver, C-family compilers, C++ compilers and linkers.
    var swift: [String] = []
    var c: [String] = []
    var cxx: [String] = []
    var linker: [String] = []

    /// All the folders, as they were named.
    var folders: [AbsolutePath] {
        [sysroot, resources, staticResources].compactMap { $0 } + includes + libraries + tools
    }
}
