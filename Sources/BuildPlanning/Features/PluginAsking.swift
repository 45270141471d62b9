import Digests
import Disk
import PackagePlugins

/// A question to a plugin about a target. What the plugin prints goes to people, what it says to mono into the answer.
struct PluginAsking: ProgramQuestion {
    /// What the plugin reads on its standard input, with the workspace root left open (`OpenRoot`).
    var text: String
    /// What the plugin writes there while it is asked belongs to its answer.
    var workFolder: String

    var components: [Fingerprint.Component] {
        [.init(.own("question"), ContentDigest(of: "\(PluginAnswer.format) \(workFolder) \(text)").description)]
    }

    var outputLimit: Int { 256 << 20 }

    func input(root: AbsolutePath) -> [UInt8] {
        PluginFrames.frame(Array(PluginQuestion.filled(text, root: root.string).utf8))
    }

    func begin(in place: WorkPlace) throws(FileError) { try folder(in: place).empty() }

    func end(in place: WorkPlace) { try? folder(in: place).restore() }

    func reply(to output: [UInt8], succeeded: Bool, in place: WorkPlace) throws(FeatureFailure) -> ProgramReply {
        var answer: PluginAnswer
        let remarks: PluginAnswer.Remarks
        do {
            (answer, remarks) = try PluginAnswer.reading(output, root: place.root.string)
        } catch {
            // One that crashed says why, and nothing else.
            if !succeeded { return ProgramReply(.none, remarks: []) }
            throw .fault(.unreadableAnswer(error))
        }
        let said = Array(remarks.text.utf8), folder = folder(in: place)
        if !succeeded { return ProgramReply(.none, remarks: said) }
        if remarks.hasErrors { return ProgramReply(.refused, remarks: said) }
        answer.add(folder, as: workFolder, root: place.root.string)
        do {
            try folder.restore(answer.made(in: workFolder))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        return ProgramReply(.answer(Array(answer.text.utf8)), remarks: said)
    }

    func unkept(by answer: [UInt8]) -> String? { PluginAnswer(text: answer)?.unkept }

    private func folder(in place: WorkPlace) -> PluginWorkFolder {
        PluginWorkFolder(place.path(workFolder), in: place.files)
    }
}
