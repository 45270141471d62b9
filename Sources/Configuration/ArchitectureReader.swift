import Disk

/// Reads the member `architecture` of `mono.json`.
struct ArchitectureReader {
    /// How a path of the file is read.
    let path: (ConfigurationValue) throws(ConfigurationError) -> AbsolutePath

    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> ArchitectureSettings {
        let object = try value.object(
            keys: ["features", "layers", "interfaces", "rules", "off", "severity", "enforce", "baseline"])
        var settings = ArchitectureSettings()
        for (name, feature) in try object["features"]?.members() ?? [] { settings.features[name] = try names(feature) }
        if let layers = object["layers"] {
            let members = try layers.object(keys: ArchitectureSettings.Layer.allCases.map(\.rawValue))
            for layer in ArchitectureSettings.Layer.allCases {
                if let patterns = members[layer.rawValue] { settings.layers[layer] = try texts(patterns) }
            }
        }
        if let interfaces = object["interfaces"] { settings.interfaces = try texts(interfaces) }
        for rule in try object["rules"]?.list() ?? [] { settings.rules.append(try edgeRule(rule)) }
        for name in try object["off"]?.list() ?? [] {
            let text = try name.text()
            guard ArchitectureSettings.ruleNames.contains(text) else {
                throw name.error(.badValue(text, allowed: ArchitectureSettings.ruleNames))
            }
            settings.severities[text] = .off
        }
        if let enforce = object["enforce"] {
            guard let flag = enforce.value.bool else { throw enforce.wrongType(expected: .bool) }
            settings.isEnforced = flag
        }
        settings.baseline = try object["baseline"].map(path)
        for (name, severity) in try object["severity"]?.members() ?? [] {
            try add(severity, of: name, to: &settings)
        }
        return settings
    }

    private func add(_ value: ConfigurationValue, of rule: String, to settings: inout ArchitectureSettings)
        throws(ConfigurationError)
    {
        let rules = ArchitectureSettings.ruleNames + [ArchitectureSettings.ownRules], word = try value.text()
        guard rules.contains(rule) else { throw value.error(.unknownKey(known: rules)) }
        guard let severity = ArchitectureSettings.Severity(rawValue: word) else {
            throw value.error(.badValue(word, allowed: ArchitectureSettings.Severity.allCases.map(\.rawValue)))
        }
        guard settings.severities[rule] == nil else { throw value.error(.twice) }
        settings.severities[rule] = severity
    }

    private func names(_ value: ConfigurationValue) throws(ConfigurationError) -> ArchitectureSettings.FeatureNames {
        let object = try value.object(keys: ["source", "interface", "testing", "tests", "example"])
        var names = ArchitectureSettings.FeatureNames()
        names.source = try object["source"].map(text)
        names.interface = try object["interface"].map(text)
        names.testing = try object["testing"].map(text)
        names.tests = try object["tests"].map(text)
        names.example = try object["example"].map(text)
        return names
    }

    private func edgeRule(_ value: ConfigurationValue) throws(ConfigurationError) -> ArchitectureSettings.EdgeRule {
        typealias Verdict = ArchitectureSettings.EdgeRule.Verdict
        let object = try value.object(keys: ["from", "to", "verdict", "transitive", "reason", "lifts"])
        func needed(_ key: String) throws(ConfigurationError) -> ConfigurationValue {
            guard let member = object[key] else {
                throw ConfigurationError(
                    file: value.file, keyPath: "\(value.keyPath).\(key)", line: value.value.line, fact: .missing)
            }
            return member
        }
        let verdict = try needed("verdict"), word = try text(verdict)
        guard let chosen = Verdict(rawValue: word) else {
            throw verdict.error(.badValue(word, allowed: Verdict.allCases.map(\.rawValue)))
        }
        var isTransitive = false
        if let transitive = object["transitive"] {
            guard let flag = transitive.value.bool else { throw transitive.wrongType(expected: .bool) }
            isTransitive = flag
        }
        if chosen == .deny, let lifts = object["lifts"] {
            throw lifts.error(.unknownKey(known: ["from", "to", "verdict", "transitive", "reason"]))
        }
        return ArchitectureSettings.EdgeRule(
            from: try texts(try needed("from")), to: try texts(try needed("to")), verdict: chosen,
            isTransitive: isTransitive,
            reason: try object["reason"].map(text) ?? "", lifts: try object["lifts"].map(lifted) ?? [],
            line: value.value.line)
    }

    private func lifted(_ value: ConfigurationValue) throws(ConfigurationError) -> Set<String> {
        let known = ArchitectureSettings.sourceRuleNames
        return Set(
            try value.list().map { element throws(ConfigurationError) in
                let name = try text(element)
                guard known.contains(name) else { throw element.error(.badValue(name, allowed: known)) }
                return name
            })
    }

    private func text(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        if text.isEmpty || text.utf8.contains(0) {
            throw value.error(.badValue(text, allowed: ["a name or a pattern"]))
        }
        return text
    }

    /// A text, or a list of texts.
    private func texts(_ value: ConfigurationValue) throws(ConfigurationError) -> [String] {
        if value.value.string != nil { return [try text(value)] }
        return try value.list().map(text)
    }
}
