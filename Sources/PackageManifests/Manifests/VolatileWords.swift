/// Words by which sources ask for what no key can hold: other programs, the network, the clock, chance, the machine.
/// Found in comments too: what is asked once too often costs time alone.
enum VolatileWords {
    static let all = programs + clocks + chance + machine

    private static let programs = [
        "Process(", "Process.", "posix_spawn", "popen", "system(", "execv", "execl", "fork(", "URLSession", "socket(",
        "getaddrinfo",
    ]

    private static let clocks = [
        "Date(", "Date.", ".now", "DispatchTime", "DispatchWallTime", "timeIntervalSince", "AbsoluteTime", "time(nil",
        "time(NULL", "time(&", "timeofday",
        "clock(", "clock_", "Clock(", "Clock.", "systemUptime", "TimeZone",
    ]

    private static let chance = [
        ".random", "random(", "RandomNumber", "arc4random", "getrandom", "getentropy", "shuffle", "UUID(",
        "globallyUniqueString", "/dev/", "/proc/",
    ]

    private static let machine = [
        "hostName", "Host.", "gethostname", "uname(", "processIdentifier", "getpid", "operatingSystemVersion",
        "processorCount", "ProcessorCount",
        "physicalMemory", "sysconf", "getuid", "userName", "UserName", "Locale.", "Locale(", "UserDefaults",
    ]
}
