import Foundation
import Measuring

/// What people do to a feature.
enum AppEdit {
    /// In a private function.
    case body
    case privateFunction
    /// Of the service, which no other feature calls.
    case publicFunction
    /// Private, of the service.
    case storedProperty
    /// Of the model that the features above use.
    case modelField
    /// With code that nobody else sees.
    case newFile

    var words: String {
        switch self {
        case .body: "a body"
        case .privateFunction: "a private function"
        case .publicFunction: "a public function that nobody calls yet"
        case .storedProperty: "a private stored property"
        case .modelField: "a field of the model that others use"
        case .newFile: "a new file"
        }
    }

    /// Does it; `number` makes what comes of it one that no build has seen.
    func make(to feature: String, in app: GeneratedApp, _ number: Int) throws {
        switch self {
        case .body:
            let text = try Folders.text(app.serviceFile(feature))
            guard let at = text.range(of: "price * 1.5 + "), let end = text[at.upperBound...].firstIndex(of: " ") else {
                throw RunError("no body in \(feature)")
            }
            try Folders.write(
                text.replacingCharacters(in: at.upperBound..<end, with: "\(number)"), to: app.serviceFile(feature))
        case .privateFunction:
            try add(
                "    private func hidden\(number)(_ value: Int) -> Int { value &* \(number) }",
                in: app.serviceFile(feature))
        case .publicFunction:
            try add(
                "    public func shown\(number)(_ value: Int) -> Int { value &* \(number) }",
                in: app.serviceFile(feature))
        case .storedProperty: try add("    private let stored\(number) = \(number)", in: app.serviceFile(feature))
        case .modelField: try add("    public var field\(number) = \(number)", in: app.interfaceFile(feature))
        case .newFile:
            let path = app.serviceFile(feature).replacingOccurrences(of: "Service.swift", with: "New\(number).swift")
            try Folders.write("func new\(number)(_ value: Int) -> Int { value &* \(number) }\n", to: path)
        }
    }

    /// At the end of the first type in the file.
    private func add(_ line: String, in file: String) throws {
        let text = try Folders.text(file)
        guard let end = text.range(of: "\n}\n") else { throw RunError("no type ends in \(file)") }
        try Folders.write(text.replacingCharacters(in: end, with: "\n\(line)\n}\n"), to: file)
    }
}
