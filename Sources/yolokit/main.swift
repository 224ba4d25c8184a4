import CommandLineKit
import Glibc

exit(Program.yolokit.runProcess().rawValue)
