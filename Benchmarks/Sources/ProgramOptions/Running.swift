import Foundation

extension ProgramSyntax {
    /// A program from its command line to its exit code: 0 where `body` says true, 1 where it says false or fails,
    /// 2 where the command line is wrong. `words`: the command line, of which a program that has commands gives the
    /// rest.
    public func run(
        words: [String] = Array(CommandLine.arguments.dropFirst()), _ body: (Options) throws -> Bool
    ) -> Never {
        do {
            guard let options = try options(of: words) else {
                print(help)
                exit(0)
            }
            exit(try body(options) ? 0 : 1)
        } catch {
            let isMisuse = error is OptionError
            FileHandle.standardError.write(Data("\(name): \(error)\(isMisuse ? "; try --help" : "")\n".utf8))
            exit(isMisuse ? 2 : 1)
        }
    }
}
