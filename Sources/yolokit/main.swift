import CommandLineKit
import Glibc

exit(await Program.yolokit.runProcess().rawValue)
