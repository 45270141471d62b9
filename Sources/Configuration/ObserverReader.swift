import Disk

/// Reads `observers` of `mono.json`: a list of programs, each a text or an object.
struct ObserverReader {
    static let mostObservers = 16

    /// How a path of the file is read.
    let path: (ConfigurationValue) throws(ConfigurationError) -> AbsolutePath

    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> [ObserverConfiguration] {
        let elements = try value.list()
        if elements.count > ObserverReader.mostObservers {
            throw value.error(
                .badValue("\(elements.count) programs", allowed: ["at most \(ObserverReader.mostObservers) programs"]))
        }
        var observers: [ObserverConfiguration] = []
        for element in elements { observers.append(try observer(element)) }
        return observers
    }

    private func observer(_ value: ConfigurationValue) throws(ConfigurationError) -> ObserverConfiguration {
        if value.value.string != nil {
            return ObserverConfiguration(program: try program(value), line: value.value.line)
        }
        let object = try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: value.file, keys: ["program", "arguments", "wait"], orText: true)
        guard let place = object["program"] else {
            throw ConfigurationError(
                file: value.file, keyPath: value.keyPath + ".program", line: value.value.line, fact: .missing)
        }
        var observer = ObserverConfiguration(program: try program(place), line: place.value.line)
        for argument in try object["arguments"]?.list() ?? [] {
            let text = try argument.text()
            if text.utf8.contains(0) { throw argument.error(.badValue(text, allowed: ["a text without zero bytes"])) }
            observer.arguments.append(text)
        }
        if let wait = object["wait"] {
            let seconds = try wait.integer()
            let longest = ObserverConfiguration.longestWait
            guard (0...longest).contains(seconds) else {
                throw wait.error(.badValue("\(seconds)", allowed: ["0 to \(longest)"]))
            }
            observer.wait = seconds
        }
        return observer
    }

    private func program(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        if text.isEmpty || text.utf8.contains(0) {
            throw value.error(.badValue(text, allowed: ["a program: a path, or a name that PATH leads to"]))
        }
        return text.contains("/") ? try path(value).string : text
    }
}
