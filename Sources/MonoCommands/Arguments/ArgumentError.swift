import Configuration

/// What is wrong with a command line. Facts; `Wording` has the words.
enum ArgumentError: Error, Hashable, Sendable {
    case noCommand
    /// The words given, and the commands there are at that point.
    case unknownCommand(String, known: [String])
    /// A word that needs another one after it (`cache`), and what may follow.
    case incompleteCommand(String, known: [String])
    /// The option as typed, the command it was given to (empty before any), and what that command knows.
    case unknownOption(String, command: String, known: [String])
    /// `next` is what stood where the value belongs, if anything did.
    case missingValue(option: String, valueName: String, next: String?)
    /// A flag was given a value.
    case unexpectedValue(option: String, value: String)
    case invalidValue(String, of: String, ValueError)
    case missingArgument(String, command: String)
    case unexpectedArgument(String, command: String)
}

/// Why a text is no value of its kind.
enum ValueError: Error, Hashable, Sendable {
    case notOneOf([String])
    /// Whole numbers from 1.
    case notACount
    /// Such as `5G`.
    case notASize
    /// How long something lasts, such as `90s`.
    case notADuration
    /// How long ago something was, such as `30d`.
    case notAnAge
    /// Such as `20%`.
    case notAShare
    /// Such as `2026-03-14` or `3d`.
    case notAMoment
    /// The name of a scope of caches.
    case notAScope
    /// The scope `main`, and others that it should read.
    case mainReadsOthers
    /// What `mono cache keygen` prints.
    case notAKey
    /// Of a server.
    case noAddress(ServerAddress.Flaw)
    case empty
}
