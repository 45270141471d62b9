import Testing

@testable import PackageManifests

@Suite struct MainAttributeTests {
    @Test(
        "the attribute is found where SwiftPM finds it: at the start of a line that is no comment",
        arguments: [
            ("@main struct A {}", true), ("import X\n\n  @main\nstruct A {}", true), ("\t@main enum A {}\r\n", true),
            ("// @main\nstruct A {}", false),
            ("/*\n@main\n*/\nprint(1)", false), ("/* x */\n@main struct A {}", true), ("print(\"@main\")", false),
            ("", false),
            ("/* open\n@main", false), ("struct A { @main }", false), ("@mainly", true),
        ])
    func occurs(source: String, expected: Bool) { #expect(MainAttribute.occurs(in: Array(source.utf8)) == expected) }
}
