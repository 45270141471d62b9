import BuildPlanning
import Configuration
import Disk
import PackageManifests
import Toolchains

/// Where a build's results are placed: known without reading a manifest, and without waiting for another mono.
struct ResultsPlace {
    let root: AbsolutePath
    let layout: BuildLayout

    init(_ options: BuildOptions, in session: Session, programs: Programs) throws {
        let files = LocalFileSystem()
        let configuration = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home)
        root = configuration.root
        var platform: String?
        if let sdk = try SwiftSDKChoice(options, in: session) {
            // Which of an SDK's platforms is meant depends on the toolchain's own.
            let machine = try CachePlaces(options.cache, configuration, session).machine
            let digests = FileDigests(files: files, memory: machine / "digests")
            let toolchain = try ToolchainFinder(files: files, digests: digests, commands: programs.commands, memory: machine)
                .find(for: root, environment: session.environment.variables)
            platform = try SwiftSDKStore(
                folder: sdk.folder, files: files, digests: digests, toolchain: toolchain, commands: programs.commands, memory: machine
            ).platform(sdk.selector)
        }
        layout = BuildLayout(configuration: options.configuration, platform: platform)
    }
}
