import Disk
import Toolchains

/// The modules of a toolchain. A target of one of these names would hide the module from all that imports both.
struct ToolchainModules {
    private let folder: AbsolutePath
    private let files: any FileSystem

    init(_ toolchain: Toolchain, _ files: any FileSystem) {
        (folder, self.files) = (toolchain.root / "lib/swift/linux", files)
    }

    /// Throws where one of these names is taken.
    func refuse(_ names: [String]) throws {
        // Testing lies in a folder of its own.
        for name in names where ["", "testing/"].contains(where: { isModule($0 + name) }) {
            throw ErrorReport(
                code: .usage, what: "the toolchain has a module '\(name)' already", help: "choose another name")
        }
    }

    private func isModule(_ path: String) -> Bool { files.linkStatus(folder / "\(path).swiftmodule") != nil }
}
