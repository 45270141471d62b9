import JSON
import Subprocesses

/// Asks a program who we are to a server, as Bazel and others do
/// (https://github.com/EngFlow/credential-helper-spec): it is started with `get`, reads `{"uri": …}` and answers with
/// the headers that each request is to have.
public struct CredentialHelper: Sendable {
    public struct Fault: Error, Hashable, Sendable {
        /// For people; nothing that the program wrote stands in it.
        public var reason: String
    }

    private let program: String
    private let folder: String
    private let environment: [String: String]
    private let commands: any CommandRunner

    /// `program`: an absolute path. It runs in `folder`.
    public init(program: String, folder: String, environment: [String: String], commands: any CommandRunner) {
        (self.program, self.folder, self.environment, self.commands) = (program, folder, environment, commands)
    }

    private static let timeLimit = 30.0, outputLimit = 1 << 16

    /// Lines such as `Authorization: Bearer …`. Blocks until the program has ended.
    func headers(for address: String) throws(Fault) -> [String] {
        let command = Command(
            program, ["get"], folder: folder, environment: environment,
            input: Array("\(JSONText.object([("uri", .text(address))]))\n".utf8), timeLimit: CredentialHelper.timeLimit,
            outputLimit: CredentialHelper.outputLimit)
        let result: CommandResult
        do {
            result = try commands.run(command)
        } catch {
            throw Fault(reason: "'\(program)' cannot be run")
        }
        guard result.succeeded else { throw Fault(reason: "'\(program)' fails") }
        guard let headers = CredentialHelper.headers(in: result.output) else {
            throw Fault(reason: "'\(program)' does not answer as a credential helper does")
        }
        return headers
    }

    /// Nil for an answer that is none.
    static func headers(in answer: [UInt8]) -> [String]? {
        guard let value = try? JSONParser.parse(answer), let members = value.members else { return nil }
        guard let headers = members.first(where: { $0.key == "headers" })?.value else { return [] }
        var lines: [String] = []
        for header in headers.members ?? [] {
            for value in header.value.array ?? [] {
                guard let text = value.string, !(header.key + text).utf8.contains(where: { $0 < 32 || $0 == 127 })
                else { return nil }
                lines.append("\(header.key): \(text)")
            }
        }
        return headers.members == nil ? nil : lines
    }
}

/// Who we are to a server. None of it is ever written anywhere.
public enum RemoteCredentials: Sendable {
    case none
    case token(String)
    case password(user: String, password: String)
    case helper(CredentialHelper)
}
