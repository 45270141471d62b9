import Disk
import PackageManifests
import Scaffolding
import Targets
import Workspaces

/// `mono new interface FEATURE`: splits an interface off an existing library.
enum NewInterfaceCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var target = ""
        /// As they were typed.
        var moved: [String] = []
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "new interface", "splits an interface target out of a library",
        discussion: [
            """
            Adds the target NAMEInterface beside NAME, makes NAME depend on it, and moves the given files. Without \
            files, the interface holds an empty protocol.
            """,
            "Declarations in moved files that others use must be public, and their users must import the interface.",
        ],
        defaults: Options(),
        arguments: [
            .positional("NAME", reads: .text("NAME", completion: .names(.targets)), help: "a library of the workspace")
            { $0.target = $1 },
            .option(
                "--move", reads: .file, isRepeatable: true,
                help: "a source file of the library that moves to the interface"
            ) { $0.moved.append($1) },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(
                line: "mono new interface Menu --move Sources/Menu/MenuItem.swift",
                meaning: "next: mono build Menu, mono check")
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        let split = try Split(options, of: workspace, in: session)
        let change = try split.write(split.editedManifest(), workspace.files)
        do {
            // SwiftPM has the last word on the manifest.
            let loaded = try programs.interruptible {
                try workspace.loader.load(
                    workspace.configuration, options: .init(), cancellation: programs.cancellation
                ) { _ in }
            }
            guard loaded.graph.targets[TargetID(split.id.package, split.name)] != nil else {
                throw ErrorReport(code: .workspace, what: "the edited manifest has no target '\(split.name)'")
            }
        } catch {
            change.undo(workspace.files)
            var report = ErrorReport(error)
            report.help = "nothing was changed; add the target by hand"
            throw report
        }
        let output = session.terminal.output, moved = Words.count(split.moved.count, "file")
        output.print(
            "\(split.name) in \(split.folder.relative(to: workspace.root)), \(moved) moved; \(split.manifestName) edited"
        )
        output.print(
            """
            \(Words.count(split.importing.count, "source")) of \(split.id.name) now \
            \(split.importing.count == 1 ? "imports" : "import") \(split.name)
            """)
        output.print(
            "next: make public what others need, import \(split.name) where others use it, mono build \(split.id.name)")
        return .success
    }

    /// What is to be done, and may be: nothing stands in its way yet.
    private struct Split {
        let id: TargetID
        /// Of the new target.
        let name: String
        let home: AbsolutePath
        let manifest: AbsolutePath
        /// Relative to the workspace's root.
        let manifestName: String
        let original: [UInt8]
        /// The new target's.
        let folder: AbsolutePath
        let oldFolder: AbsolutePath
        let moved: [AbsolutePath]
        /// Sources that stay, with their contents: those that import the interface from now on.
        let importing: [(file: AbsolutePath, source: [UInt8])]

        init(_ options: Options, of workspace: OpenWorkspace, in session: Session) throws {
            let graph = workspace.loaded.graph, files = workspace.files
            id = try GoalSelection(workspace, from: session.folder).target(options.target)
            guard let target = graph.targets[id], let package = graph.packages[id.package], !package.isExternal,
                target.kind == .library, target.language == .swift
            else { throw ErrorReport(code: .usage, what: "'\(options.target)' is no Swift library of this workspace") }
            let name = id.name + "Interface"
            if let taken = graph.targets.keys.first(where: { !$0.package.isExternal && $0.name == name }) {
                throw ErrorReport(code: .usage, what: "there is a target '\(taken)' already")
            }
            (self.name, manifestName) = (name, package.manifest)
            (home, manifest) = (workspace.root / package.folder, workspace.root / package.manifest)
            oldFolder = AbsolutePath(target.folder, in: home)
            folder = oldFolder.parent / name
            guard files.linkStatus(folder) == nil else {
                throw ErrorReport(code: .usage, what: "'\(folder)' is there already", help: "nothing was changed")
            }
            moved = try options.moved.map { [home] in try source($0, of: target, home, session, files) }
            guard moved.count < target.sources.count else {
                throw ErrorReport(
                    code: .usage, what: "'\(id.name)' would be left without sources",
                    help: "move fewer files: what carries the interface out stays")
            }
            do throws(FileError) {
                original = try files.read(manifest)
                let staying = target.sources.map { [home] in home / $0 }.filter { [moved] in !moved.contains($0) }
                // An empty protocol waits for one user; what was moved may be needed anywhere.
                importing = try (moved.isEmpty ? Array(staying.prefix(1)) : staying).map {
                    (file) throws(FileError) in (file, try files.read(file))
                }
            } catch {
                throw ErrorReport(
                    code: .storage, what: "cannot read '\(error.path)': \(Words.systemError(error.code))")
            }
        }

        func editedManifest() throws -> String {
            // Where SwiftPM would find it by itself, nothing needs to be said.
            let isUsual = ["Sources", "Source", "src", "srcs"].contains { folder == home / $0 / name }
            do {
                return try InterfaceSplit(manifest: original)
                    .edited(target: id.name, interface: name, path: isUsual ? nil : folder.relative(to: home))
            } catch {
                throw report(error, manifest)
            }
        }

        func write(_ text: String, _ files: any FileSystem) throws -> Change {
            var change = Change(manifest: manifest, original: original, folder: folder)
            do throws(FileError) {
                try files.makeFolder(folder)
                for file in moved {
                    let place = folder / file.relative(to: oldFolder)
                    try files.makeFolder(place.parent)
                    try files.rename(file, to: place)
                    change.moves.append((file, place))
                }
                if moved.isEmpty {
                    let service = "/// What others see of \(id.name).\npublic protocol \(id.name)Service: Sendable {}\n"
                    try files.write(
                        Array(service.utf8), to: folder / "\(id.name)Service.swift", permissions: 0o644, durably: false)
                }
                for (file, source) in importing {
                    let edited = InterfaceImport.adding(name, to: source)
                    try files.write(edited, to: file, permissions: 0o644, durably: false)
                    change.edits.append((file, source))
                }
                try files.write(Array(text.utf8), to: manifest, permissions: 0o644, durably: true)
            } catch {
                change.undo(files)
                throw ErrorReport(
                    code: .storage, what: "cannot write '\(error.path)': \(Words.systemError(error.code))",
                    help: "nothing was changed")
            }
            return change
        }
    }

    private static func source(
        _ path: String, of target: Target, _ home: AbsolutePath, _ session: Session, _ files: any FileSystem
    ) throws -> AbsolutePath {
        let typed = session.path(path)
        let place = (files.resolve(typed.parent) ?? typed.parent) / typed.name
        guard target.sources.contains(where: { home / $0 == place }) else {
            throw ErrorReport(
                code: .usage, what: "'\(path)' is no source of '\(target.id.name)'",
                help: "'mono owners \(path)' says whose it is")
        }
        return place
    }

    /// What was done, so that it can be taken back.
    private struct Change {
        var manifest: AbsolutePath
        var original: [UInt8]
        var moves: [(from: AbsolutePath, to: AbsolutePath)] = []
        var edits: [(file: AbsolutePath, original: [UInt8])] = []
        var folder: AbsolutePath

        func undo(_ files: any FileSystem) {
            for edit in edits { try? files.write(edit.original, to: edit.file, permissions: 0o644, durably: true) }
            for move in moves.reversed() { try? files.rename(move.to, to: move.from) }
            try? files.write(original, to: manifest, permissions: 0o644, durably: true)
            try? files.remove(folder)
        }
    }

    private static func report(_ failure: InterfaceSplit.Failure, _ manifest: AbsolutePath) -> ErrorReport {
        var report = ErrorReport(
            code: .workspace, what: "", place: "\(manifest)", help: "nothing was changed; add the target by hand")
        switch failure {
        case .notUnderstood: report.what = "the manifest has a string or comment without an end"
        case .noTarget(let name): report.what = "the manifest has no '.target(name: \"\(name)\"' that could be edited"
        case .computedDependencies(let line):
            report.what = "the target's dependencies are computed, and not a list that could be added to"
            report.place = "\(manifest):\(line)"
        case .taken(let name): report.what = "the manifest declares '\(name)' already"
        }
        return report
    }
}
