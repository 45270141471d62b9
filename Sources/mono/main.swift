import Glibc
import MonoCommands

exit(Mono.run(arguments: Array(CommandLine.arguments.dropFirst())))
