import Foundation

/// The words of a compile of one file by clang, and of a link.
struct ClangWords {
    let places: Places
    let folder: String

    private static let plumbing: Set<String> = [
        "-c", "-MD", "-fcolor-diagnostics", "-fno-color-diagnostics", "-fdiagnostics-color",
    ]
    private static let plumbingWithValue: Set<String> = ["-MT", "-MF", "-o", "-index-store-path"]
    private static let withValue: Set<String> = ["-target", "-include", "-Xclang", "-x", "-isystem", "-iquote"]

    /// Nil where the words compile no file.
    func invocation(_ words: [String]) -> Invocation? {
        guard let at = words.firstIndex(of: "-c"), words.indices.contains(at + 1) else { return nil }
        let source = words[at + 1]
        var invocation = Invocation(subject: .file(places.spelled(source, from: folder)))
        var rest = words[...]
        while let word = rest.popFirst() {
            if ClangWords.plumbing.contains(word) || word == source { continue }
            if ClangWords.plumbingWithValue.contains(word) {
                _ = rest.popFirst()
            } else if word.hasPrefix("-I") {
                let path = word == "-I" ? rest.popFirst() ?? "" : String(word.dropFirst(2))
                invocation.add(isMissing(path) ? Places.missing : "-I \(place(path))")
            } else if word.hasPrefix("-fmodule-map-file=") {
                invocation.add(
                    "-fmodule-map-file=\(Places.moduleMap(places.spelled(String(word.dropFirst(18)), from: folder)))")
            } else if word.hasPrefix("-fmodule-name=") || word.hasPrefix("-fmodules-cache-path=") {
                invocation.add(word.hasPrefix("-fmodule-name=") ? word : "-fmodules-cache-path")
            } else if word == "-isystem" || word == "-iquote" || word == "-include" || word == "-F" {
                invocation.add("\(word) \(place(rest.popFirst() ?? ""))")
            } else if ClangWords.withValue.contains(word) {
                invocation.add("\(word) \(rest.popFirst() ?? "")")
            } else {
                invocation.add(word)
            }
        }
        return invocation
    }

    /// True for a folder of sources; what is made is there once it is made.
    private func isMissing(_ path: String) -> Bool {
        !place(path).hasPrefix("<")
            && !FileManager.default.fileExists(atPath: path.hasPrefix("/") ? path : folder + "/" + path)
    }

    private func place(_ path: String) -> String { places.spelled(path, from: folder) }

    /// Of a link what is asked of the linker by name: libraries, and words that go to it. Where things lie, the driver
    /// and its run-time libraries are the tool's business: what is linked, and that it runs, is for tests.
    func link(of product: String, _ words: [String]) -> Invocation {
        var invocation = Invocation(subject: .link(product))
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "-Xlinker" {
                var value = rest.popFirst() ?? ""
                if value == "--defsym" || value == "-rpath", rest.first == "-Xlinker" {
                    rest.removeFirst()
                    value += " " + (rest.popFirst() ?? "")
                }
                if value.hasPrefix("--dependency-file") || value == "--build-id" || value.hasPrefix("-rpath /") {
                    continue
                }
                invocation.add("-Xlinker \(value)")
            } else if word.hasPrefix("-l"), word != "-lswiftCore" {
                invocation.add(word)
            } else if word.hasSuffix(".a"), let name = word.split(separator: "/").last, name.hasPrefix("lib") {
                // SwiftPM copies prebuilt archives to where it says that libraries are.
                invocation.add("-l\(name.dropFirst(3).dropLast(2))")
            } else if word == "-framework" {
                invocation.add("-framework \(rest.popFirst() ?? "")")
            } else if word.hasPrefix("-static") || word.hasPrefix("-sanitize") || word.hasPrefix("-fsanitize")
                || word == "-dead_strip"
            {
                invocation.add(word)
            }
        }
        return invocation
    }
}
