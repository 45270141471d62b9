import Disk

/// The file of a page. What is no ordinary file (a pipe, `/dev/stdout`) stays what it is.
struct PictureFile: Sendable {
    let path: AbsolutePath
    let files: any FileSystem

    /// Throws where the file cannot be written. A page that is there stays as it is.
    init(_ path: AbsolutePath, files: any FileSystem) throws(FileError) {
        (self.path, self.files) = (path, files)
        try files.append([], to: path)
    }

    func write(_ picture: BuildPicture) throws(FileError) {
        let page = Array(PicturePage(picture: picture).html.utf8)
        try files.writeNamed(page, to: path)
    }
}
