import Disk

/// How index data names places: the same bytes wherever a workspace lies, and as long as any path may become.
public enum IndexedPlace {
    /// Stands for the workspace root.
    public static let root = padded("/mono-workspace")
    /// Stands for the toolchain's folder.
    static let toolchain = "/mono-toolchain"

    /// In bytes: an index unit holds the lengths of its paths in bits, so that a path can only become one as long.
    static let length = 240

    private static func padded(_ text: String) -> String {
        text + String(repeating: "-", count: length - text.utf8.count)
    }

    /// `bytes`, those of an index unit, with `root` in the place of what stands for it. Nil where that is too long a
    /// path.
    public static func placed(_ bytes: [UInt8], at root: AbsolutePath) -> [UInt8]? {
        let path = Array(root.string.utf8)
        guard path.count <= length else { return nil }
        // Who reads the unit asks the system for the real path, for which several slashes are one.
        let spelled = path + Array(repeating: UInt8(ascii: "/"), count: length - path.count)
        let mark = Array(IndexedPlace.root.utf8)
        var result = bytes, position = 0
        while position + mark.count <= result.count {
            guard result[position] == mark[0], result[position..<position + mark.count].elementsEqual(mark) else {
                position += 1
                continue
            }
            result.replaceSubrange(position..<position + mark.count, with: spelled)
            position += mark.count
        }
        return result
    }
}

extension SwiftCompilation {
    /// Checks all types in one frontend, and writes what an index is made of: a unit for each source, and a record of
    /// what it declares and names. It makes no code, so it takes a part of a compile's time.
    ///
    /// - `store`: the folder for units and records.
    /// - `units`: a file with the name of each source's unit, a line each, in the order of the sources.
    /// - `modules`: a folder that no other run uses, relative to the workspace root.
    /// - `toolchain`: its folder, which units name by another name.
    public func index(
        to store: String, units: String, modules: String, outputFileMap: String, toolchain: String
    ) -> [Argument] {
        var indexed = self
        // As for everybody's: the driver takes no word on warnings beside that on an external package's.
        indexed.isExternal = false
        // The name of a C module's file holds a hash of the path of its module map, and units name the file.
        let seesPlaces = !clangModules.isEmpty
        if seesPlaces { indexed.moduleCache = modules }
        var arguments: [Argument] = [
            "-typecheck", "-whole-module-optimization", "-index-store-path", .text(store),
            "-index-ignore-system-modules", "-Xfrontend", "-index-ignore-clang-modules",
            "-Xfrontend", "-index-unit-output-path-filelist", "-Xfrontend", .text(units),
        ]
        arguments += indexed.common(outputFileMap: outputFileMap)
        if seesPlaces { arguments.addForClang(["-Xclang", "-fdisable-module-hash"]) }
        if !toolchain.contains("=") {
            arguments += [.incidental("-file-prefix-map"), .incidental("\(toolchain)=\(IndexedPlace.toolchain)")]
        }
        arguments += [.incidental("-file-prefix-map"), .rooted("=\(IndexedPlace.root)")]
        // The compile says what there is to say.
        arguments.add("-Onone", "-enable-testing", "-no-warnings-as-errors")
        return arguments + sources.map(Argument.text)
    }
}

extension ClangCompilation {
    /// False for assembly, which names nothing, and where clang reads headers by way of modules: it writes units for
    /// these too, which hold a hash of the workspace's place.
    public var hasIndex: Bool {
        let words = settings + flags.clang + flags.cxx
        return ClangCompilation.language(ofFileNamed: source) != .assembly
            && !words.contains { $0.hasPrefix("-fmodules") || $0.hasPrefix("-fcxx-modules") }
    }

    /// Reads the source without making code, and writes what an index is made of: its unit, and a record of what it and
    /// each header of the workspace declare and name. `unit`: the unit's name. The others as for Swift.
    public func index(to store: String, unit: String, dependencyFile: String, toolchain: String) -> [Argument] {
        var arguments = common(dependencyFile: dependencyFile)
        // The compile says what there is to say.
        arguments.add("-w", "-fsyntax-only", "-index-store-path", store, "-index-unit-output-path", unit)
        arguments.add("-index-ignore-system-symbols")
        if !toolchain.contains("=") {
            arguments.append(.incidental("-ffile-prefix-map=\(toolchain)=\(IndexedPlace.toolchain)"))
        }
        arguments.append(.mapped(before: "-ffile-prefix-map=", after: "=\(IndexedPlace.root)"))
        arguments.add(source)
        return arguments
    }
}
