import Middle
import Tiny
enum Maker {
    #make
    static func seven() -> Int { Maker().made() }
    init() { self = .only }
    case only
}
print(middle(), Maker.seven())
