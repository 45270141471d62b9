import Disk

// A language server runs its compilers in folders of its own, and hands their paths on: to an index, to a person who
// jumps to a declaration. So every path that a command line has by a module's or a source's name is absolute there.

extension SwiftCompilation {
    /// The words by which a language server looks at the sources; without the compiler's own name. The paths of the
    /// compilation are relative to `folder`, those of settings stay so: the compiler is to run there. `moduleCache`:
    /// relative to the workspace root.
    public func wordsForEditors(in folder: AbsolutePath, moduleCache: String) -> [Argument] {
        func absolute(_ path: String) -> String { AbsolutePath(path, in: folder).string }
        var here = self
        here.sources = sources.map(absolute)
        here.moduleMap = moduleMap.map(absolute)
        here.moduleFolders = moduleFolders.map(absolute)
        here.clangModules = clangModules.map {
            ClangModule(moduleMap: $0.moduleMap.map(absolute), headers: $0.headers.map(absolute), flags: $0.flags)
        }
        here.macros = macros.map { Macros(moduleName: $0.moduleName, tool: absolute($0.tool)) }
        here.moduleCache = moduleCache
        // The server writes what it needs where it likes.
        var words = here.common(outputFileMap: "/dev/null")
        words.add("-Onone", "-enable-testing")
        return words + here.sources.map(Argument.text)
    }
}

extension ClangCompilation {
    /// The words by which a language server looks at the source; without the compiler's own name. The paths of the
    /// compilation are relative to `folder`, those of settings stay so: the compiler is to run there. `unit`: the name
    /// of the source's unit in an index.
    public func wordsForEditors(in folder: AbsolutePath, unit: String?) -> [Argument] {
        func absolute(_ path: String) -> String { AbsolutePath(path, in: folder).string }
        var here = self
        here.source = absolute(source)
        here.headerFolders = headerFolders.map(absolute)
        here.moduleMaps = moduleMaps.map(absolute)
        // Nothing is written there: the server asks for no object. It leaves out the compiler's own word for units, and
        // without that a unit is called by the object's path.
        return here.compile(to: unit ?? "/dev/null", dependencyFile: "/dev/null")
    }
}
