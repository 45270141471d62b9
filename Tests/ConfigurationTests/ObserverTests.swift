import Configuration
import Disk
import Testing

@Suite struct ObserverTests {
    private func read(_ value: String) throws -> [ObserverConfiguration] {
        let files = InMemoryFileSystem(["/w/Package.swift": ""])
        let text = "{\n  observers: \(value)\n}"
        return try WorkspaceConfiguration(
            Array(text.utf8), of: AbsolutePath("/w/mono.json"), files: files, home: AbsolutePath("/home/me")
        ).observers
    }

    private func error(_ value: String) -> ConfigurationError? {
        do {
            _ = try read(value)
        } catch {
            return error as? ConfigurationError
        }
        return nil
    }

    @Test("a program by name, from the root or the home folder, alone or with more")
    func all() throws {
        #expect(
            try read("['notify', './Tools/a', '~/b', '/c']").map(\.program)
                == ["notify", "/w/Tools/a", "/home/me/b", "/c"])
        let found = try read("[\n'a',\n{program: 'Tools/b', arguments: ['-x', ''], wait: 0}]")
        var wanted = ObserverConfiguration(program: "/w/Tools/b", line: 4)
        (wanted.arguments, wanted.wait) = (["-x", ""], 0)
        #expect(found == [ObserverConfiguration(program: "a", line: 3), wanted])
        #expect(try read("[]").isEmpty)
    }

    @Test(
        "what is wrong is an error with its place",
        arguments: [
            ("'notify'", "observers"), ("['']", "observers[0]"), ("['a\\u0000']", "observers[0]"),
            ("[3]", "observers[0]"), ("[{}]", "observers[0].program"), ("['a', {program: 1}]", "observers[1].program"),
            ("[{program: 'a', arguments: 'x'}]", "observers[0].arguments"),
            ("[{program: 'a', arguments: [1]}]", "observers[0].arguments[0]"),
            ("[{program: 'a', arguments: ['\\u0000']}]", "observers[0].arguments[0]"),
            ("[{program: 'a', wait: 601}]", "observers[0].wait"), ("[{program: 'a', wait: -1}]", "observers[0].wait"),
            ("[{program: 'a', events: []}]", "observers[0].events"),
            ("[\(Array(repeating: "'a'", count: 17).joined(separator: ","))]", "observers"),
        ])
    func wrong(value: String, keyPath: String) { #expect(error(value)?.keyPath == keyPath) }
}
