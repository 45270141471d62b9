/// What the Swift libraries of a repository look like: how many sources they have, how long these are, on how much they
/// depend.
public struct Shape: Equatable, Sendable {
    /// Sources a target.
    public let sources: Quantiles
    /// Lines a file.
    public let lines: Quantiles
    /// Direct dependencies a target.
    public let dependencies: Quantiles
    /// The share of dependencies that are in another package.
    public let foreignPercent: Int

    public init(sources: Quantiles, lines: Quantiles, dependencies: Quantiles, foreignPercent: Int) {
        (self.sources, self.lines, self.dependencies) = (sources, lines, dependencies)
        self.foreignPercent = foreignPercent
    }

}

extension Shape {
    /// As `scale-bench shape` prints it for the 71 Swift libraries of swift-nio 2.101.2, swift-collections 1.6.0,
    /// swift-syntax 603.0.1, hummingbird 2.28.1, swift-protobuf 1.39.0 and swift-certificates 1.21.1.
    public static let measured = Shape(
        sources: Quantiles(values: [
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3,
            3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 8, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 12, 12, 13, 15, 15, 15,
            15, 15, 17, 18, 19, 19, 26, 28, 28, 29, 39, 39, 39, 39, 44, 44, 45, 46, 46, 54, 56, 56, 60, 63, 70, 70,
            71, 75, 75, 78, 85, 85, 88, 94, 107,
        ]),
        lines: Quantiles(values: [
            11, 15, 18, 20, 21, 23, 25, 27, 28, 29, 32, 33, 36, 38, 38, 39, 40, 42, 44, 45, 47, 49, 50, 52, 55, 56,
            58, 60, 62, 64, 67, 70, 72, 74, 77, 80, 82, 86, 89, 91, 93, 96, 97, 100, 103, 105, 109, 113, 117, 121,
            125, 129, 132, 136, 139, 145, 149, 153, 157, 161, 166, 171, 176, 182, 190, 195, 201, 209, 217, 223, 227,
            241, 249, 264, 276, 281, 295, 303, 323, 331, 351, 364, 382, 395, 413, 430, 446, 475, 514, 541, 563, 623,
            708, 761, 837, 1013, 1289, 1588, 2375, 3614, 8837,
        ]),
        dependencies: Quantiles(values: [
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4,
            5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 9, 9, 10, 11, 11, 13, 14, 30,
        ]),
        foreignPercent: 24)
}
