/// Reads `remoteExecutor` of `mono.json`: an address, or an object with more.
struct RemoteExecutorReader {
    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> RemoteExecutorConfiguration {
        if value.value.string != nil { return RemoteExecutorConfiguration(address: try address(value)) }
        let object = try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: value.file, keys: ["address", "jobs", "properties"],
            orText: true)
        guard let place = object["address"] else {
            throw ConfigurationError(
                file: value.file, keyPath: value.keyPath + ".address", line: value.value.line, fact: .missing)
        }
        var executor = RemoteExecutorConfiguration(address: try address(place))
        executor.jobs = try object["jobs"]?.count(atMost: 10_000)
        for (name, property) in try object["properties"]?.members() ?? [] {
            if name.isEmpty { throw property.error(.badValue(name, allowed: ["the name of a property"])) }
            executor.properties[name] = try property.text()
        }
        return executor
    }

    private func address(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        guard ServerAddress.flawOfExecutor(text) == nil else {
            throw value.error(.badValue(text, allowed: ["an address as in grpcs://build.example.com:443/main"]))
        }
        return text
    }
}
