import CommandLineKit
import Glibc

exit(await Program.benchmark.runProcess().rawValue)
