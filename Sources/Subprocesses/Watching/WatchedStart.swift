import CLinux
import Glibc

/// A program that was started to be watched. It waits with its first call: the start itself.
struct WatchedStart {
    let process: pid_t
    let listener: Descriptor
    /// Over which the program says why it does not run.
    private let channel: Descriptor

    fileprivate init(_ process: pid_t, _ listener: Descriptor, _ channel: Descriptor) {
        (self.process, self.listener, self.channel) = (process, listener, channel)
    }

    /// What stood in the program's way (`errno`); nil where it ran. To be asked once it has ended.
    var failure: Int32? {
        let code = mono_watched_failure(channel.number)
        return code > 0 ? code : nil
    }
}

/// Starts a program as `spawn` does, and has the kernel hand over what it asks for. A failure says that the kernel does
/// not let us, and that nothing was started.
func spawnWatched(
    _ command: Command, input: Descriptor, output: Descriptor, errors: Descriptor, lock: Int32?
) throws(StartError) -> Result<WatchedStart, WatchObstacle> {
    try ProgramArguments(command).withPointers { arguments, environment throws(StartError) in
        var process = pid_t(), listener: Int32 = -1, channel: Int32 = -1, code: Int32 = 0
        command.executable.withCString { executable in
            command.folder.withCString { folder in
                var program = mono_watched(
                    executable: executable, arguments: arguments, environment: environment, folder: folder,
                    input: input.number, output: output.number, errors: errors.number, lock: lock ?? -1)
                if mono_spawn_watched(&program, &process, &listener, &channel) == -1 { code = errno }
            }
        }
        guard code == 0 else { return .failure(WatchObstacle(code: code)) }
        return .success(WatchedStart(process, try Descriptor(listener), try Descriptor(channel)))
    }
}
