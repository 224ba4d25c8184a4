import CommandLineKit

Program.benchmark.runProcess()
