import Disk
import PackageResolution
import Targets

/// Makes the targets of one package: what its manifest declares, joined with what its folder holds.
struct TargetAssembly {
    let package: LoadedManifest
    let traits: Set<String>
    /// Those of the manifest's targets that are in use.
    let declared: [DeclaredTarget]
    let pkgConfig: PkgConfig
    /// What was fetched or unpacked, by its target's name.
    var artifacts: [String: Artifacts.Place] = [:]
    let files: any FileSystem

    struct Result: Sendable {
        /// The package's targets in use that have any file, without their dependencies, in the manifest's order;
        /// snippets last.
        var targets: [Target] = []
        var notes: [WorkspaceNote] = []
        /// Symbolic links that were met, relative to the package's folder; sorted.
        var links: [String] = []
    }

    func assembled() throws(ManifestError) -> Result {
        var folder = PackageFolder(root: package.folder, files: files)
        if isSystemLibrary(&folder) {
            var result = Result()
            result.targets = [systemPackage(&result.notes)]
            return result
        }
        let folders = TargetFolders(of: package.manifest, package: &folder)
        var result = Result()
        var owners: [String: String] = [:]
        let usesPlugins = package.manifest.targets.contains { !$0.plugins.isEmpty }
        for declared in self.declared {
            do throws(LayoutFailure) {
                guard let target = try target(declared, folders, &folder, &result.notes, besidePlugins: usesPlugins)
                else {
                    result.notes.append(
                        .emptyTarget(TargetID(package.id, declared.name), manifest: package.manifestPath))
                    continue
                }
                for source in target.sources {
                    if let other = owners.updateValue(declared.name, forKey: source) {
                        throw .problem(.overlap(path: source, otherTarget: other))
                    }
                }
                result.targets.append(target)
            } catch {
                switch error {
                case .file(let fact): throw .file(fact)
                case .problem(let problem):
                    throw .layout(package.id, target: declared.name, manifest: package.manifestPath, problem)
                }
            }
        }
        if package.role == .member { try addTestList(to: &result.targets, &folder) }
        if package.role == .member { result.targets += snippets(besides: result.targets, &folder) }
        result.links = folder.links.sorted(by: PackagePath.precedes)
        return result
    }

    private func target(
        _ declared: DeclaredTarget, _ folders: TargetFolders, _ package: inout PackageFolder,
        _ notes: inout [WorkspaceNote], besidePlugins: Bool
    ) throws(LayoutFailure) -> Target? {
        let id = TargetID(self.package.id, declared.name)
        if declared.kind == .binary { return try binary(declared, id, &package) }
        let folder = try folders.folder(of: declared, package: &package)
        if declared.kind == .system { return try systemLibrary(declared, id, folder, &package, &notes) }

        let found = try TargetFiles(
            of: declared, in: folder, tools: self.package.manifest.toolsVersion, package: &package)
        if found.sources.isEmpty, found.headers.isEmpty, found.resources.isEmpty { return nil }
        let swift = found.sources.first { PackagePath.fileExtension(ofName: $0).map(FileRule.isSwift) ?? false }
        let other = found.sources.first { PackagePath.fileExtension(ofName: $0).map(FileRule.isClang) ?? false }
        let mapping = SettingMapping(folder: folder, traits: traits, isExternal: self.package.isExternal)
        var target = Target(
            id: id, kind: kind(of: declared, found), language: swift == nil ? .clang : .swift, folder: folder,
            sources: found.sources, others: besidePlugins ? found.unhandled : [], commandVerb: declared.commandVerb,
            settings: try mapping.settings(declared.settings),
            packageAccess: declared.packageAccess)
        let bundle = try ResourceBundle(of: declared, in: folder, found.resources, package: &package)
        target.resources = bundle.resources
        target.obstacles += bundle.obstacles
        if target.language == .swift { target.embeddedResources = bundle.embedded }
        // SwiftPM refuses the whole package.
        if target.language != .swift, !bundle.embedded.isEmpty {
            target.obstacles.append(.embeddedResources(bundle.embedded))
        }
        if target.kind == .test, target.language != .swift { target.obstacles.append(.testInC) }
        if swift != nil, other != nil {
            // SwiftPM refuses the whole package; here what does not need the target still builds.
            target.obstacles.append(.mixedLanguages)
        } else if swift == nil {
            try addHeaders(declared, found, &target, &package)
        }
        // As in SwiftPM: it says nothing of the files beside C sources, nor before there were resources.
        if target.language == .swift, self.package.role == .member,
            self.package.manifest.toolsVersion >= ToolsVersion(5, 3),
            !found.unhandled.isEmpty
        {
            notes.append(.unhandledFiles(id, found.unhandled))
        }
        if target.language == .swift, target.kind == .executable || target.kind == .macro, target.sources.count == 1 {
            let source = self.package.folder / target.sources[0]
            target.hasMainAttribute = (try? files.read(source)).map(MainAttribute.occurs) ?? false
        }
        return target
    }

    private func kind(of declared: DeclaredTarget, _ found: TargetFiles) -> Target.Kind {
        switch declared.kind {
        case .test: return .test
        case .executable: return .executable
        case .macro: return .macro
        case .plugin: return .plugin
        case .regular, .system, .binary:
            // Before there were executable targets, a file called `main` made one.
            let isExecutable = found.sources.contains { source in
                let name = PackagePath.name(source).lowercased()
                return name.hasPrefix("main.") && name.utf8.count { $0 == UInt8(ascii: ".") } == 1
            }
            return isExecutable ? .executable : .library
        }
    }

    private func addHeaders(
        _ declared: DeclaredTarget, _ found: TargetFiles, _ target: inout Target, _ package: inout PackageFolder
    ) throws(LayoutFailure) {
        let publicHeaders = PackagePath.joined(target.folder, declared.publicHeadersPath ?? "include")
        guard PackagePath.isInside(publicHeaders, target.folder) else {
            throw .problem(.publicHeadersOutsideTarget(declared.publicHeadersPath ?? "include"))
        }
        var headers = Set(found.headers)
        if package.isFolder(publicHeaders) {
            target.publicHeaders = publicHeaders
            let map = try HeaderLayout.moduleMap(in: publicHeaders, moduleName: target.moduleName, package: &package)
            // Only libraries are imported.
            if target.kind == .library { target.moduleMap = map }
            headers.formUnion(try HeaderLayout.files(in: publicHeaders, package: &package))
        } else if target.kind == .library, self.package.manifest.toolsVersion >= ToolsVersion(5, 5) {
            throw .problem(.noPublicHeaders(publicHeaders))
        }
        target.headers = headers.sorted(by: PackagePath.precedes)
        target.includable = Includable.files(of: target, in: &package)
    }

    // MARK: Prebuilt artifacts

    private func binary(_ declared: DeclaredTarget, _ id: TargetID, _ package: inout PackageFolder)
        throws(LayoutFailure) -> Target
    {
        if declared.url != nil || ArtifactArchive.isArchive(declared.path ?? "") { return archived(declared, id) }
        let folder = PackagePath.joined(".", declared.path ?? ".")
        if PackagePath.leavesPackage(folder) || declared.path?.hasPrefix("/") == true {
            throw .problem(.pathOutsidePackage(declared.path ?? ""))
        }
        var target = Target(id: id, kind: .binary, language: .none, folder: folder)
        switch ArtifactFolder(in: folder, package: &package) {
        case .bundle(let folder): addBundle(in: folder, of: &package, self.package.path, to: &target)
        // There are no frameworks on Linux: SwiftPM builds whoever depends on one without it.
        case .framework: break
        case .none: target.obstacles = [.binary]
        }
        return target
    }

    /// One that was fetched or unpacked.
    private func archived(_ declared: DeclaredTarget, _ id: TargetID) -> Target {
        guard let place = artifacts[declared.name] else {
            var target = Target(
                id: id, kind: .binary, language: .none,
                folder: declared.path.map { PackagePath.joined(".", $0) } ?? Artifacts.path)
            // What its name says is no use on Linux was not fetched.
            if !ArtifactArchive.isFramework(declared) { target.obstacles = [.binary] }
            return target
        }
        let folder = declared.path.map { PackagePath.joined(".", $0) } ?? place.folder.relative(to: package.folder)
        var target = Target(id: id, kind: .binary, language: .none, folder: folder)
        // Noted as what the target is made of: another archive lies in another place.
        if let path = declared.path { _ = try? files.digest(AbsolutePath(path, in: package.folder)) }
        var content = PackageFolder(root: place.folder, files: files)
        if content.isFile(Artifacts.information) { addBundle(in: ".", of: &content, place.path, to: &target) }
        return target
    }

    private func addBundle(in folder: String, of package: inout PackageFolder, _ place: String, to target: inout Target)
    {
        do { target.artifacts = try ArtifactBundle(in: folder, of: &package, in: place).artifacts } catch {
            target.obstacles = [.malformedArtifacts(error.file)]
        }
    }

    // MARK: System libraries

    private func systemLibrary(
        _ declared: DeclaredTarget, _ id: TargetID, _ folder: String, _ package: inout PackageFolder,
        _ notes: inout [WorkspaceNote]
    ) throws(LayoutFailure) -> Target {
        let map = PackagePath.joined(folder, "module.modulemap")
        guard package.isFile(map) else { throw .problem(.noModuleMap(map)) }
        var target = Target(
            id: id, kind: .system, language: .none, folder: folder,
            headers: try HeaderLayout.files(in: folder, package: &package).sorted(by: PackagePath.precedes),
            publicHeaders: folder, moduleMap: .own(map), pkgConfig: declared.pkgConfig, providers: declared.providers)
        addSystemFlags(to: &target, &notes)
        return target
    }

    /// A module map in the package's own folder makes the whole package a system library, as packages once were.
    private func isSystemLibrary(_ package: inout PackageFolder) -> Bool { package.isFile("module.modulemap") }

    private func systemPackage(_ notes: inout [WorkspaceNote]) -> Target {
        let manifest = package.manifest
        var target = Target(
            id: TargetID(package.id, manifest.name), kind: .system, language: .none, folder: ".", publicHeaders: ".",
            moduleMap: .own("module.modulemap"), pkgConfig: manifest.pkgConfig, providers: manifest.providers)
        addSystemFlags(to: &target, &notes)
        return target
    }

    /// Where this machine keeps the library's headers and the library. A library that pkg-config does not know may lie
    /// where compilers look anyway: that is for them to say.
    private func addSystemFlags(to target: inout Target, _ notes: inout [WorkspaceNote]) {
        guard let names = target.pkgConfig else { return }
        let (flags, problems) = pkgConfig.flags(of: names)
        if !flags.compile.isEmpty { target.settings.append(Conditional(.clangUnsafeFlags(.c, flags.compile))) }
        if !flags.link.isEmpty { target.settings.append(Conditional(.linkerUnsafeFlags(flags.link))) }
        notes += problems.map { .systemLibrary(target.id, $0, providers: pkgConfig.installable(target.providers)) }
    }

    // MARK: Snippets

    /// Every Swift file below `Snippets` is a program that sees the libraries which the package's products hold.
    private func snippets(besides targets: [Target], _ package: inout PackageFolder) -> [Target] {
        guard package.isFolder("Snippets") else { return [] }
        let offered = Set(self.package.manifest.products.flatMap(\.targets))
        let libraries = targets.filter { $0.kind == .library && offered.contains($0.id.name) }
        var names = Set(targets.map(\.id.name))
        var found: [Target] = []
        var open = ["Snippets"]
        while let folder = open.popLast() {
            for entry in (try? package.entries(of: folder)) ?? [] {
                let path = folder + "/" + entry.name
                if entry.kind == .folder, !package.leadsBack(path) { open.append(path) }
                guard entry.kind == .file, PackagePath.fileExtension(ofName: entry.name) == "swift" else { continue }
                let name = String(entry.name.dropLast(".swift".count))
                // A second one of the same name could not be told from the first.
                guard names.insert(name).inserted else { continue }
                let source = (try? files.read(self.package.folder / path)) ?? []
                found.append(
                    Target(
                        id: TargetID(self.package.id, name), kind: .snippet, language: .swift, folder: folder,
                        sources: [path], dependencies: libraries.map { Conditional(.target($0.id)) },
                        packageAccess: false, hasMainAttribute: MainAttribute.occurs(in: source)))
            }
        }
        return found.sorted { $0.id < $1.id }
    }
}
