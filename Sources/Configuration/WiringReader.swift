import Wiring

/// Reads the member `wiring` of `mono.json`.
struct WiringReader {
    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> WiringSettings {
        let object = try value.object(keys: ["module", "apps", "router", "accessors"])
        var settings = WiringSettings()
        if let module = object["module"] { settings.module = try name(module) }
        if let router = object["router"] { settings.router = try self.router(router) }
        if let accessors = object["accessors"] {
            guard let flag = accessors.value.bool else { throw accessors.wrongType(expected: .bool) }
            settings.hasAccessors = flag
        }
        for (name, app) in try object["apps"]?.members() ?? [] { settings.apps[name] = try self.app(app) }
        return settings
    }

    private func app(_ value: ConfigurationValue) throws(ConfigurationError) -> WiringSettings.App {
        let object = try value.object(keys: ["bind", "given", "ignored", "graph"])
        var app = WiringSettings.App()
        if let graph = object["graph"] {
            let text = try graph.text(), all = WiringSettings.GraphAccess.allCases
            guard let access = WiringSettings.GraphAccess(rawValue: text) else {
                throw graph.error(.badValue(text, allowed: all.map(\.rawValue)))
            }
            app.graph = access
        }
        for (name, type) in try object["bind"]?.members() ?? [] {
            let of = WiringSettings.Name(name, line: type.value.line)
            // Under names, where the program has several.
            if type.value.members != nil {
                for (label, type) in try type.members() {
                    app.bind.append(.init(of: of, type: try qualified(type), label: label))
                }
            } else {
                app.bind.append(.init(of: of, type: try qualified(type)))
            }
        }
        for element in try object["given"]?.list() ?? [] {
            app.given.append(.init(try qualified(element), line: element.value.line))
        }
        for element in try object["ignored"]?.list() ?? [] {
            app.ignored.append(.init(try qualified(element), line: element.value.line))
        }
        return app
    }

    private func router(_ value: ConfigurationValue) throws(ConfigurationError) -> RouterSettings {
        let object = try value.object(keys: ["route", "handler", "feature", "service"])
        func read(_ key: String, _ name: inout WiringSettings.Name) throws(ConfigurationError) {
            if let value = object[key] { name = .init(try qualified(value), line: value.value.line) }
        }
        var settings = RouterSettings()
        try read("route", &settings.route)
        try read("handler", &settings.handler)
        try read("feature", &settings.feature)
        try read("service", &settings.service)
        return settings
    }

    private func name(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        if text.isEmpty || text.contains(where: \.isWhitespace) {
            throw value.error(.badValue(text, allowed: ["the name of a module"]))
        }
        return text
    }

    private func qualified(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        guard text.split(separator: ".", omittingEmptySubsequences: false).count > 1, !text.hasPrefix("."),
            !text.hasSuffix("."),
            !text.contains(where: \.isWhitespace)
        else { throw value.error(.badValue(text, allowed: ["MODULE.TYPE"])) }
        return text
    }
}
