import Targets

/// What the graph holds about a target besides what is compiled.
extension Target {
    /// Files and folders that it brings along, relative to the package's folder.
    var resourcePaths: [String] {
        resources.map(\.source) + embeddedResources
            + obstacles.flatMap { obstacle -> [String] in
                switch obstacle {
                case .embeddedResources(let paths), .missingResources(let paths): paths
                default: []
                }
            }
    }
}
