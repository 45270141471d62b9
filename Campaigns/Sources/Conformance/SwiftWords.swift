/// The words of a Swift compile.
struct SwiftWords {
    let places: Places
    let folder: String

    /// Where things are put, and how the work is done; what comes out is the same.
    private static let plumbing: Set<String> = [
        "-c", "-emit-module", "-emit-dependencies", "-incremental", "-enable-batch-mode", "-serialize-diagnostics",
        "-parseable-output",
        "-emit-objc-header", "-color-diagnostics", "-no-color-diagnostics", "-whole-module-optimization",
        "-emit-symbol-graph",
        "-symbol-graph-skip-synthesized-members", "-symbol-graph-skip-inherited-docs",
    ]
    private static let plumbingWithValue: Set<String> = [
        "-emit-module-path", "-output-file-map", "-module-cache-path", "-index-store-path", "-emit-objc-header-path",
        "-o", "-I", "-num-threads",
        "-emit-symbol-graph-dir", "-symbol-graph-minimum-access-level", "-module-name",
    ]
    /// Of several the last counts.
    private static let optimizations: Set<String> = ["-O", "-Onone", "-Osize", "-Ounchecked", "-Oplayground"]
    private static let withValue: Set<String> = [
        "-target", "-swift-version", "-package-name", "-user-module-version", "-enable-upcoming-feature",
        "-enable-experimental-feature",
        "-default-isolation", "-Xfrontend", "-load-plugin-executable", "-file-compilation-dir", "-debug-prefix-map",
        "-Werror", "-Wwarning", "-sdk", "-Xllvm",
        "-import-objc-header", "-D", "-module-alias", "-tools-directory", "-L", "-Xlinker",
    ]

    func invocation(of module: String, _ words: [String], sources: [String]) -> Invocation {
        var invocation = Invocation(subject: .module(module))
        // Bridges between modules that SwiftPM needs are folders; mono's are folders a module: the graph says what is
        // seen.
        var rest = words[...], optimization: String?
        while let word = rest.popFirst() {
            if SwiftWords.plumbing.contains(word) || word.hasPrefix("@")
                || word.hasPrefix("-j") && Int(word.dropFirst(2)) != nil
            {
                continue
            }
            if SwiftWords.plumbingWithValue.contains(word) {
                _ = rest.popFirst()
            } else if word == "-Xcc" {
                clang(rest.popFirst() ?? "", &rest, &invocation)
            } else if word == "-Xfrontend" {
                frontend(rest.popFirst() ?? "", &rest, &invocation)
            } else if word == "-F" {
                invocation.add("-F \(place(rest.popFirst() ?? ""))")
            } else if SwiftWords.withValue.contains(word) {
                invocation.add("\(word) \(rest.popFirst() ?? "")")
            } else if !word.hasPrefix("-"), word.hasSuffix(".swift") {
                continue
            } else if SwiftWords.optimizations.contains(word) {
                optimization = word
            } else {
                invocation.add(word)
            }
        }
        if let optimization { invocation.add(optimization) }
        for source in Set(sources.map { place($0) }) { invocation.add("source \(source)") }
        return invocation
    }

    /// A source that a build tool wrote is known by its name.
    private func place(_ path: String) -> String { SwiftWords.generated(places.spelled(path, from: folder)) }

    static func generated(_ path: String) -> String {
        guard path.hasPrefix("<build>") else { return path }
        return "<made>/" + (path.split(separator: "/").last ?? "")
    }

    private func clang(_ word: String, _ rest: inout ArraySlice<String>, _ invocation: inout Invocation) {
        let flag = "-fmodule-map-file="
        if word == "-I" || word == "-std" || word == "-isystem" || word == "-D" {
            if rest.first == "-Xcc" { rest.removeFirst() }
            let value = rest.popFirst() ?? ""
            invocation.add("-Xcc \(word) \(word == "-I" || word == "-isystem" ? place(value) : value)")
        } else if word.hasPrefix("-I"), word.count > 2 {
            invocation.add("-Xcc -I \(place(String(word.dropFirst(2))))")
        } else if word.hasPrefix(flag) {
            let path = places.spelled(String(word.dropFirst(flag.count)), from: folder)
            invocation.add("-Xcc \(flag)\(Places.moduleMap(path))")
        } else {
            invocation.add("-Xcc \(word)")
        }
    }

    private func frontend(_ word: String, _ rest: inout ArraySlice<String>, _ invocation: inout Invocation) {
        // Where modules lie, as `-I` says it to SwiftPM's compiles.
        if word == "-explicit-swift-module-map-file" {
            if rest.first == "-Xfrontend" { rest.removeFirst() }
            _ = rest.popFirst()
            return
        }
        if ["-entry-point-function-name", "-load-plugin-executable", "-plugin-path"].contains(word),
            rest.first == "-Xfrontend"
        {
            rest.removeFirst()
            let value = rest.popFirst() ?? ""
            let tool = value.split(separator: "#").last.map(String.init) ?? value
            invocation.add("-Xfrontend \(word) \(word == "-load-plugin-executable" ? "#\(tool)" : value)")
        } else {
            invocation.add("-Xfrontend \(word)")
        }
    }
}

extension Places {
    /// A module map that a build tool wrote is known by its target's folder.
    static func moduleMap(_ path: String) -> String {
        guard path.hasPrefix("<build>") else { return path }
        var parts = path.split(separator: "/").dropLast()
        if parts.last == "include" { parts.removeLast() }
        let folder = parts.last.map(String.init) ?? path
        return "<made>/\(folder.hasSuffix(".build") ? String(folder.dropLast(6)) : folder)"
    }
}
