import GangwayHub

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Nothing is taken apart at the end: the threads of libraries that still run would meet what they use half destroyed.
let status = await GangwayHub.run()
fflush(nil)
_exit(status)
