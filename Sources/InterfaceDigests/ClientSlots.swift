/// What of classes' method tables clients can tell, where they can make no subclass: at which place the slots stand
/// that they call.
struct ClientSlots {
    /// `Box.value` for each member that the interface prints, by the last name of its type: slots are printed with no
    /// more.
    private var visible: Set<String> = []
    private var open: Set<String> = []
    /// Of the module's classes.
    private var names: Set<String> = []
    /// Every word in the heads of the module's classes, with how many say it: a superclass's name is among them.
    private var mentions: [String: Int] = [:]

    /// From the interface's declarations.
    init(_ interface: [ABIParts.Part]) {
        for part in interface where part.kind == .visible {
            visible.insert(ClientSlots.lastTwo(part.name))
            if part.text.split(whereSeparator: \.isWhitespace).contains("open") { open.insert(part.name) }
        }
    }

    func isOpen(_ path: String) -> Bool { open.contains(path) }

    func of(classes: [Declaration]) -> ClientSlots {
        var slots = self
        slots.names = Set(classes.map { $0.name.filter { $0 != "`" } })
        for word in classes.flatMap(\.words) { slots.mentions[word, default: 0] += 1 }
        return slots
    }

    /// Hidden slots as such, and none behind the last that clients call: a class's own slots end its metadata, unless
    /// another class goes on there. Of an open class all slots with their symbols: subclasses of clients repeat them.
    func visible(_ slots: [String], of path: String) -> [String] {
        // A name in backticks may hold anything, also what ends a slot's name.
        if open.contains(path) || slots.contains(where: { $0.contains("`") })
            || visible.contains(where: { $0.contains("`") })
        {
            return slots
        }
        var visible = slots.filter { !$0.contains(".deinit!") }.map { isHidden($0) ? ClientSlots.hidden : $0 }
        let name = path.split(separator: ".").last.map(String.init) ?? path
        if mentions[name, default: 0] <= 1 {
            while visible.last == ClientSlots.hidden { visible.removeLast() }
        }
        return visible
    }

    /// Slots of superclasses elsewhere, which `@testable` may show to this module and not to its clients.
    func ofOtherModules(_ slots: [String]) -> [String] {
        slots.filter { !$0.contains(".deinit!") && !names.contains(ClientSlots.owner(of: $0)) }
    }

    private static let hidden = "a hidden method"

    private func isHidden(_ slot: String) -> Bool {
        names.contains(ClientSlots.owner(of: slot))
            && !visible.contains(ClientSlots.lastTwo(ABIParts.Part(.slot, "", slot).slotName))
    }

    private static func owner(of slot: String) -> String {
        String(ABIParts.Part(.slot, "", slot).slotName.split(separator: ".").dropLast().last ?? "")
    }

    private static func lastTwo(_ path: String) -> String {
        path.split(separator: ".").suffix(2).joined(separator: ".")
    }
}
