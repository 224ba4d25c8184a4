// Whatever a command tells of names and values goes through it.
@_exported import enum VisionTypes.VisibleText
