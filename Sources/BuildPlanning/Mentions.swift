import Targets

extension ActionPlanner {
    /// A target's actions with what its flags and a person's mention (`Action.mentions`).
    func mentioning(_ target: Target, _ actions: [Action]) -> [Action] {
        var words = request.flags.swift + request.flags.clang
        if target.language == .clang { words = request.flags.clang + request.flags.cxx }
        for setting in settings(of: target) {
            switch setting {
            case .swift(.unsafeFlags(let more)), .clangUnsafeFlags(_, let more): words += more
            default: continue
            }
        }
        guard !words.isEmpty else { return actions }
        let mentions = mentions(in: words, of: package(of: target))
        return actions.map { action in
            guard [.emitModule, .compile, .compileModule, .compileClang, .index, .indexClang].contains(action.kind),
                case .tool(var run) = action.work
            else {
                return action
            }
            var action = action
            run.mentions = mentions
            action.work = .tool(run)
            return action
        }
    }

    /// Tools run in the package's folder.
    func mentions(in words: [String], of package: Package) -> [String] {
        Set(words.flatMap(FlagWord.paths)).sorted().map {
            $0.hasPrefix("/") ? $0 : BuildLayout.joined(package.folder, $0)
        }
    }
}
