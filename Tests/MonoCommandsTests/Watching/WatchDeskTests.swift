import Disk
import Dispatch
import FileWatching
import Subprocesses
import Testing

@testable import MonoCommands

struct WatchDeskTests {
    private let desk = WatchDesk()
    private let cancellation = Cancellation()

    private func next(_ quiet: Duration = .milliseconds(1)) -> WatchDesk.Wake {
        desk.next(quiet: quiet, limit: .milliseconds(50), cancellation)
    }

    private func begin(_ round: Cancellation = Cancellation(), stops: Bool = false) {
        desk.begin(round) { _ in stops }
    }

    @Test func changesOfOneMomentMakeOneRound() {
        desk.add(FileChanges([AbsolutePath("/a")]))
        desk.add(FileChanges([AbsolutePath("/b")]))
        #expect(next() == .changes(FileChanges([AbsolutePath("/a"), AbsolutePath("/b")]), areOwn: false))
        begin()
        desk.end { _ in .zero }
        desk.add(.again)
        #expect(next() == .request(.again))
    }

    @Test func changesThatDoNotEndAreNotWaitedFor() {
        desk.add(FileChanges([AbsolutePath("/a")]))
        #expect(next(.seconds(3_600)) == .changes(FileChanges([AbsolutePath("/a")]), areOwn: false))
    }

    @Test func changesOfARunningRoundWait() {
        let round = Cancellation()
        begin(round)
        desk.add(FileChanges([AbsolutePath("/a")]))
        #expect(!round.isRequested)
        desk.end { _ in .zero }
        #expect(next() == .changes(FileChanges([AbsolutePath("/a")]), areOwn: true))
    }

    @Test func changesBetweenRoundsAreNotOwn() {
        begin()
        desk.add(FileChanges([AbsolutePath("/a")]))
        desk.end { _ in .seconds(3_600) }
        desk.add(FileChanges([AbsolutePath("/b")]))
        #expect(next() == .changes(FileChanges([AbsolutePath("/a"), AbsolutePath("/b")]), areOwn: false))
    }

    @Test func ownChangesWaitAsLongAsTheyAreTo() {
        begin()
        desk.add(FileChanges([AbsolutePath("/a")]))
        desk.end { _ in .seconds(3_600) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { [desk] in desk.add(.again) }
        #expect(next() == .request(.again))
    }

    @Test func changesStopARoundThatTheyAreTo() {
        let round = Cancellation()
        begin(round, stops: true)
        desk.add(FileChanges([AbsolutePath("/a")]))
        #expect(round.isRequested)
    }

    @Test func onlyQuittingStopsARoundByKey() {
        let round = Cancellation()
        begin(round)
        desk.add(.all)
        #expect(!round.isRequested)
        desk.add(.quit)
        #expect(round.isRequested)
        desk.end { _ in .zero }
        #expect(next() == .request(.all))
        #expect(next() == .request(.quit))
    }

    @Test func quittingBeforeARoundStopsIt() {
        desk.add(.quit)
        let round = Cancellation()
        begin(round)
        #expect(round.isRequested)
    }

    @Test func cancellationEndsTheWait() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { [cancellation] in cancellation.request() }
        #expect(next() == .cancelled)
    }
}

struct RepeatedChangesTests {
    private final class Rounds {
        var repeated = RepeatedChanges()
    }

    private let rounds = Rounds()
    private var repeated: RepeatedChanges { rounds.repeated }

    private func ended(_ changes: FileChanges, wasOwn: Bool) -> Bool {
        rounds.repeated.roundEnded(changes, wasOwn: wasOwn)
    }

    @Test func roundsThatWakeEachOtherWaitLonger() {
        let changes = FileChanges([AbsolutePath("/file")])
        #expect(!ended(changes, wasOwn: false))
        #expect(repeated.delay == .zero)
        #expect(ended(changes, wasOwn: true))
        #expect(repeated.delay == .seconds(2))
        #expect(!ended(changes, wasOwn: true))
        #expect(repeated.delay == .seconds(4))
    }

    @Test func anotherReasonOrChangeStartsAnew() {
        let changes = FileChanges([AbsolutePath("/file")])
        _ = ended(changes, wasOwn: true)
        _ = ended(changes, wasOwn: true)
        _ = ended(changes, wasOwn: false)
        #expect(repeated.delay == .zero)
        _ = ended(changes, wasOwn: true)
        _ = ended(FileChanges([AbsolutePath("/file"), AbsolutePath("/other")]), wasOwn: true)
        #expect(repeated.delay == .zero)
    }

    @Test func nothingIsNotRepeated() {
        for _ in 0..<3 { #expect(!ended(FileChanges(), wasOwn: true)) }
        #expect(repeated.delay == .zero)
    }
}
