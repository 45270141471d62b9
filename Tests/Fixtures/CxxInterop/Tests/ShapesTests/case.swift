import Shapes
import XCTest

final class ShapesCase: XCTestCase {
    func testArea() { XCTAssertEqual(Room(2, 4).area, 8) }
}
