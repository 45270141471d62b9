import Disk

/// The file of a page. What is no ordinary file (a pipe, `/dev/stdout`) is only ever appended to.
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
        switch files.status(path)?.kind {
        case nil, .file?: try files.write(page, to: path)
        default: try files.append(page, to: path)
        }
    }
}
