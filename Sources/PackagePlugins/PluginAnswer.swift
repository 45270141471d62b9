import Disk
import JSON

/// What a plugin wants to have done for a target, with the workspace root left open (`OpenRoot`) in all its texts.
public struct PluginAnswer: Hashable, Sendable {
    /// A program to run: before the build, or in it.
    public struct Command: Hashable, Sendable {
        /// For people; nil where the plugin gives none.
        public var name: String?
        public var executable: String
        public var arguments: [String]
        public var variables: [String: String]
        /// In a build: what it reads and writes. Before it: nothing is said of that.
        public var inputs, outputs: [String]
        /// Set for what runs before each build: whatever lies there then is the target's.
        public var outputFolder: String?

        public init(
            name: String? = nil, executable: String, arguments: [String] = [], variables: [String: String] = [:],
            inputs: [String] = [],
            outputs: [String] = [], outputFolder: String? = nil
        ) {
            (self.name, self.executable, self.arguments, self.variables) = (name, executable, arguments, variables)
            (self.inputs, self.outputs, self.outputFolder) = (inputs, outputs, outputFolder)
        }
    }

    /// A file that the plugin wrote itself, for its commands to read, or for the target.
    public struct File: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            /// With the root left open.
            case text(String)
            case bytes([UInt8])

            /// What is no text, or where the mark of the open root stands already, is kept as it is.
            init(_ bytes: [UInt8], root: String) {
                guard !bytes.contains(0x1A), let text = String(validating: bytes, as: UTF8.self) else {
                    self = .bytes(bytes)
                    return
                }
                self = .text(OpenRoot.opened(text, root: root))
            }

            func bytes(root: String) -> [UInt8] {
                switch self {
                case .text(let text): Array(OpenRoot.filled(text, root: root).utf8)
                case .bytes(let bytes): bytes
                }
            }
        }

        public var path: String
        public var content: Content
        public var isExecutable: Bool
        public init(path: String, content: Content, isExecutable: Bool = false) {
            (self.path, self.content, self.isExecutable) = (path, content, isExecutable)
        }
    }

    /// Raised when answers are kept or asked for in another way; it stands in the key of each. 2: all that is in the
    /// work folder, bytes, modes.
    public static let format = "2"

    /// In the plugin's order.
    public var commands: [Command]
    public var files: [File]
    /// Those that it made and left empty.
    public var folders: [String] = []
    /// Something that it left and that cannot be kept, such as a link that leads nowhere.
    public var unkept: String?
    /// The root's path, where bytes of a file hold it.
    public var boundTo: String?

    public init(commands: [Command], files: [File] = []) { (self.commands, self.files) = (commands, files) }

    /// What was said for people, and whether one of it is an error.
    public struct Remarks: Hashable, Sendable {
        public var text = ""
        public var hasErrors = false
        public init() {}
    }

    /// Reads what a plugin wrote. Throws where that is not what plugins of SwiftPM 6.3 write.
    public static func reading(_ output: [UInt8], root: String) throws(PluginFault) -> (
        answer: PluginAnswer, remarks: Remarks
    ) {
        guard let messages = PluginFrames.messages(in: output) else { throw .notFramed }
        var answer = PluginAnswer(commands: []), remarks = Remarks()
        for message in messages {
            let value: JSONValue
            do { value = try JSONParser.parse(Array(message)) } catch { throw .notJSON(error) }
            guard let member = value.members?.first, value.members?.count == 1 else {
                throw .unknownMessage("an object of \(value.members?.count ?? 0) members")
            }
            switch member.key {
            case "emitDiagnostic": add(member.value, &remarks)
            case "emitProgress": break
            case "defineBuildCommand":
                var command = try command(member.value, root)
                command.inputs = try paths(member.value["inputFiles"], root)
                command.outputs = try paths(member.value["outputFiles"], root)
                answer.commands.append(command)
            case "definePrebuildCommand":
                var command = try command(member.value, root)
                command.outputFolder = try path(member.value["outputFilesDirectory"], root)
                answer.commands.append(command)
            default: throw .unknownMessage(member.key)
            }
        }
        return (answer, remarks)
    }

    private static func add(_ diagnostic: JSONValue, _ remarks: inout Remarks) {
        let severity = diagnostic["severity"]?.string ?? "error"
        if severity == "error" { remarks.hasErrors = true }
        var place = diagnostic["file"]?.string.map { $0 + ":" } ?? ""
        if !place.isEmpty, let line = diagnostic["line"]?.integer { place += "\(line):" }
        remarks.text += "\(place)\(place.isEmpty ? "" : " ")\(severity): \(diagnostic["message"]?.string ?? "")\n"
    }

    private static func command(_ value: JSONValue, _ root: String) throws(PluginFault) -> Command {
        guard let configuration = value["configuration"] else { throw .missing("configuration") }
        guard configuration["version"]?.integer == 2 else { throw .missing("configuration.version 2") }
        var variables: [String: String] = [:]
        for member in configuration["environment"]?.members ?? [] {
            variables[member.key] = member.value.string.map { OpenRoot.opened($0, root: root) }
        }
        let words = (configuration["arguments"]?.array ?? []).compactMap(\.string)
        return Command(
            name: configuration["displayName"]?.string, executable: try path(configuration["executable"], root),
            arguments: words.map { OpenRoot.opened($0, root: root) }, variables: variables)
    }

    private static func paths(_ value: JSONValue?, _ root: String) throws(PluginFault) -> [String] {
        var result: [String] = []
        for element in value?.array ?? [] { result.append(try path(element, root)) }
        return result
    }

    /// A file's URL as a path in normal form, as SwiftPM takes it: who asks whether it lies in a folder finds no way
    /// out of that.
    private static func path(_ value: JSONValue?, _ root: String) throws(PluginFault) -> String {
        guard let text = value?.string else { throw .missing("a path") }
        let scheme = "file://"
        guard text.hasPrefix(scheme) else { throw .missing("a path: \(text)") }
        var bytes: [UInt8] = [], rest = Array(text.utf8.dropFirst(scheme.utf8.count))[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        guard bytes.first == UInt8(ascii: "/") else { throw .missing("a path: \(text)") }
        return OpenRoot.opened(AbsolutePath(String(decoding: bytes, as: UTF8.self)).string, root: root)
    }
}

/// Why what a plugin wrote cannot be read.
public enum PluginFault: Error, Hashable, Sendable {
    /// It does not end with a whole message.
    case notFramed
    case notJSON(JSONSyntaxError)
    /// Something that only plugins which people call may ask for, or that a later SwiftPM knows.
    case unknownMessage(String)
    case missing(String)
}
