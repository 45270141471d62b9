import BuildPlanning

/// How long actions are expected to take, in milliseconds. Only the order and the width of work depend on it.
struct ExpectedCosts {
    private let lastTime: @Sendable (ActionID) -> Int64?
    private let size: @Sendable (String) -> Int64?
    private var weighed: [ActionID: Int64] = [:]

    /// `lastTime`: what an action took, in milliseconds, here or where its result came from. `size`: of a source, in
    /// bytes; nil where it is not there yet.
    init(lastTime: @escaping @Sendable (ActionID) -> Int64?, size: @escaping @Sendable (String) -> Int64?) {
        (self.lastTime, self.size) = (lastTime, size)
    }

    /// What it took last time; of what was never built here, an estimate that asks for no file.
    func estimate(of action: Action) -> Int64 {
        if let time = lastTime(action.id) { return time }
        return switch action.kind {
        case .compile, .compileModule, .checkTypes, .index: 500 + 150 * Int64(action.sources.count)
        case .emitModule: 200 + 20 * Int64(action.sources.count)
        case .compileClang, .indexClang: 200
        case .link, .archive: 500
        case .wrapModule, .autolink: 50
        case .listTests: 200
        case .compileInterface: 1000
        case .builtIn: 5
        case .compilePlugin: 2000
        case .askPlugin, .generate: 100
        case .compileRunner: 600
        case .clangInterface: 0
        }
    }

    /// The same, with the sizes of a Swift compile's sources instead of their number: of swift-syntax's 300 files 86
    /// hold two thirds of all text, and take two thirds of the time. Per KiB it measured 17 to 25 ms in debug, 60 in
    /// release, on an EPYC of 2024.
    mutating func weighedEstimate(of action: Action) -> Int64 {
        if let known = weighed[action.id] { return known }
        let cost = lastTime(action.id) ?? estimate(bySizesOf: action) ?? estimate(of: action)
        weighed[action.id] = cost
        return cost
    }

    private func estimate(bySizesOf action: Action) -> Int64? {
        let perKiB: Int64
        switch action.kind {
        case .compile: perKiB = 20
        case .compileModule: perKiB = 60
        default: return nil
        }
        return 300 + action.sources.reduce(0) { $0 + (size($1) ?? 0) } / 1024 * perKiB
    }
}
