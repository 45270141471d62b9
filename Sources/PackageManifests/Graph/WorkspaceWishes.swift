import Disk
import PackageResolution
import Targets

extension Umbrella {
    /// Unites what the local packages want.
    init(table: PackageTable, traits: EnabledTraits) throws(ManifestError) {
        var united: [String: (first: Irreconcilable.Wish, wish: Wish)] = [:]
        for id in table.ids {
            guard let package = table[id], !package.isExternal else { continue }
            let targets = package.targetsInUse
            for dependency in package.manifest.dependencies {
                switch dependency.source {
                case .folder: continue
                case .registry:
                    throw .registryDependency(identity: dependency.identity, neededBy: id)
                case .sourceControl(let location, let isLocal, let requirement):
                    guard EnabledTraits.isUsed(dependency, by: package, targets, with: traits[id]) else { continue }
                    if !table.locals(withIdentity: dependency.identity).isEmpty {
                        _ = try table.local(withIdentity: dependency.identity)
                        continue
                    }
                    let place = isLocal ? AbsolutePath(location, in: package.folder).string : location
                    let wanted = Set(EnabledTraits.requested(of: dependency, with: traits[id]))
                    let wish = Wish(location: place, requirement: requirement, traits: wanted.sorted())
                    let later = Irreconcilable.Wish(
                        package: id, manifest: package.manifestPath, requirement: requirement, location: place)
                    guard let earlier = united[dependency.identity] else {
                        united[dependency.identity] = (later, wish)
                        continue
                    }
                    guard let both = earlier.wish.united(with: wish) else {
                        throw .irreconcilable(
                            Irreconcilable(identity: dependency.identity, first: earlier.first, second: later))
                    }
                    united[dependency.identity]!.wish = both
                }
            }
        }
        self.init(wishes: united.mapValues(\.wish))
    }
}
