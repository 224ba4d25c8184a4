import CommandLineKit

Program.yolokit.runProcess()
