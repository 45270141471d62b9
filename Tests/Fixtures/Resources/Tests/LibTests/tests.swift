import Foundation
import Testing
import Lib

@Test func both() throws {
    #expect(PackageResources.x_txt == [120, 10])
    #expect(lib().hasPrefix("lib:"))
    #expect(Bundle.module.path(forResource: "y", ofType: "txt") != nil)
}
