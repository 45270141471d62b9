/// The repository that this program was built in.
package enum Repository {
    package static let folder: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()
}
