import AlsoOffered
import Offered

@main struct Second {
    static func main() { print("second \(offered()) \(also())") }
}
