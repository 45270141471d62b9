import Foundation

/// The repository that this program was built in.
public enum Repository {
    /// Its folder. Found from where the program lies, and else from the current folder: a path that the compiler writes
    /// into a program (`#filePath`) is relative where mono built it. The current folder itself where neither lies in
    /// a checkout; what is then looked up there is missed with a message of its own.
    public static let folder = {
        let here = FileManager.default.currentDirectoryPath
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? here
        return folder(around: program) ?? folder(around: here) ?? here
    }()

    /// The nearest folder around a path that holds these programs and mono's sources.
    static func folder(around path: String) -> String? {
        var folder = path
        while folder.count > 1 {
            let marks = ["Benchmarks/Package.swift", "Sources/MonoCommands"]
            if marks.allSatisfy({ FileManager.default.fileExists(atPath: folder + "/" + $0) }) { return folder }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return nil
    }
}
