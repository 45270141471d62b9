import ArtifactCache
import Disk

/// Reads `remoteCache` of `mono.json`: an address, or an object with more.
struct RemoteCacheReader {
    /// How a path of the file is read.
    let path: (ConfigurationValue) throws(ConfigurationError) -> AbsolutePath

    static let keys = [
        "address", "mode", "scope", "trustedKeys", "salt", "wait", "authorities", "certificate", "key",
        "credentialHelper",
    ]

    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> RemoteCacheConfiguration {
        if let (place, mode) = value.placeAndMode {
            var remote = RemoteCacheConfiguration(address: try address(place))
            remote.mode = mode
            return remote
        }
        let object = try object(value)
        guard let place = object["address"] else {
            throw ConfigurationError(
                file: value.file, keyPath: value.keyPath + ".address", line: value.value.line, fact: .missing)
        }
        var remote = RemoteCacheConfiguration(address: try address(place))
        if let mode = object["mode"] { remote.mode = try mode.cacheMode() }
        if let salt = object["salt"] { remote.salt = try salt.text() }
        if let wait = object["wait"] {
            let seconds = try wait.integer()
            guard (0...3600).contains(seconds) else {
                throw wait.error(.badValue("\(seconds)", allowed: ["0 to 3600"]))
            }
            remote.wait = seconds
        }
        remote.authorities = try object["authorities"].map(path)
        remote.certificate = try object["certificate"].map(path)
        remote.key = try object["key"].map(path)
        if let helper = object["credentialHelper"] {
            let text = try helper.text()
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw helper.error(.badValue(text, allowed: ["a program: a path, or a name that PATH leads to"]))
            }
            remote.credentialHelper = text.contains("/") ? try path(helper).string : text
        }
        return remote
    }

    func object(_ value: ConfigurationValue) throws(ConfigurationError) -> ConfigurationObject {
        try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: value.file, keys: RemoteCacheReader.keys, orText: true)
    }

    private func address(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        guard ServerAddress.flaw(of: text) == nil else {
            throw value.error(.badValue(text, allowed: ["an address as in https://cache.example.com/mono"]))
        }
        return text
    }
}
