import CalculatorBrain
import CalculatorUI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `calculator '6 * 7'` answers its arguments; without any it answers the lines that it reads, with a prompt on a terminal.
@main
struct CalculatorApp {
    /// The one place where an implementation is chosen.
    static let screen = CalculatorScreen(brain: CalculatorBrain())

    static func main() {
        let lines = CommandLine.arguments.dropFirst()
        if !lines.isEmpty {
            exit(lines.map(answer).contains(false) ? 1 : 0)
        }
        exit(isatty(STDIN_FILENO) == 1 ? converse() : answerInput())
    }

    /// Prints the answer to a line, or complains; false where it complained.
    static func answer(_ line: String) -> Bool {
        do {
            print(try screen.answer(to: line))
            return true
        } catch {
            complain(CalculatorScreen.complaint(about: line, error))
            return false
        }
    }

    private static func answerInput() -> Int32 {
        var status: Int32 = 0
        while let line = readLine() {
            if !line.allSatisfy(\.isWhitespace), !answer(line) { status = 1 }
        }
        return status
    }

    private static func converse() -> Int32 {
        print("A line such as 2 * (3 + 4) is answered; an empty one or Ctrl-D ends.")
        while true {
            print("> ", terminator: "")
            fflush(nil)
            guard let line = readLine(), !line.allSatisfy(\.isWhitespace) else { return 0 }
            do {
                print(try screen.answer(to: line))
            } catch {
                // The line is on the screen already, behind the prompt.
                let column = error.column ?? line.count + 1
                print(String(repeating: " ", count: column + 1) + "^ " + error.message)
            }
        }
    }

    private static func complain(_ text: String) {
        var text = text + "\n"
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
