/// The repository that this program was built in.
public enum Repository {
    public static let folder: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()
}
