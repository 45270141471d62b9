import BuildPlanning
import Disk
import Wiring

extension Action.ProvisionListing {
    /// Makes the output of what the tool wrote; false where that is no symbol graph.
    func write(of action: Action, _ files: any FileSystem, at path: (String) -> AbsolutePath) throws(FileError) -> Bool {
        guard let output = action.outputs.first(where: { $0.name == self.output }), let graph = try? files.read(path(symbolGraph)),
            let provisions = try? Provisions(symbolGraph: graph, module: moduleName, markers: markers)
        else { return false }
        try files.write(Array(provisions.text.utf8), to: path(output.path))
        return true
    }
}

extension Action.Wiring {
    /// Makes the source of the object graph, of outputs that are in place. `needs`: the actions that made them.
    func write(
        of action: Action, needs: [ActionID: ActionRunner.Need], _ files: any FileSystem, at path: (String) -> AbsolutePath
    ) throws(ActionFailure) {
        var provisions: [Provisions] = [], unreadable: [WiringFault] = []
        for source in sources {
            let output = needs[source.action]?.action.outputs.first { $0.name == source.output }
            if let bytes = output.flatMap({ try? files.read(path($0.path)) }), let read = Provisions(text: String(decoding: bytes, as: UTF8.self)) {
                provisions.append(read)
            } else {
                unreadable.append(.unreadable(module: source.output))
            }
        }
        guard unreadable.isEmpty else { throw .unwired(unreadable) }
        let plan: ObjectGraphPlan
        switch WiringResolver.resolve(request, provisions: provisions) {
        case .success(let found): plan = found
        case .failure(let error): throw .unwired(error.faults)
        }
        guard let output = action.outputs.first else { return }
        do {
            try files.makeFolder(path(output.path).parent)
            try files.write(Array(ObjectGraphSource.text(of: plan).utf8), to: path(output.path))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
    }
}
