import CxxShapes
public func describe(_ width: Int32, _ height: Int32) -> String {
    let box = shapes.Box(width: width, height: height)
    return "\(String(shapes.name(box))), C++\(shapes.standard()), sides \(shapes.sides(box).map { Int($0) })"
}
public struct Room {
    let box: shapes.Box
    public init(_ width: Int32, _ height: Int32) { box = shapes.Box(width: width, height: height) }
    public var area: Int { Int(box.area()) }
}
