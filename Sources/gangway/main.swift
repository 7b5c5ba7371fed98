import GangwayCommandLine

GangwayCommandLine.end(await GangwayCommandLine.run())
