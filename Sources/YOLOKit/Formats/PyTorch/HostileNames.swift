/// Names that no checkpoint has a reason to mention: what runs programs, reads files or loads code.
///
/// Nothing in a pickle is ever called here, so they could do no harm; but a file that holds one was
/// made to attack whoever loads it with Python, and its owner should know.
enum HostileNames {
  /// Whether a class or function, by module and name, is one of them.
  static func contains(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let module = parts.first.map(String.init) else { return false }
    if modules.contains(module) { return true }
    let isBuiltin = module == "builtins" || module == "__builtin__" || module == "__builtins__"
    return isBuiltin && builtins.contains(String(parts.last ?? ""))
  }

  private static let modules: Set<String> = [
    "os", "posix", "nt", "subprocess", "popen2", "commands", "sys", "pty", "runpy", "importlib",
    "imp", "ctypes", "socket", "shutil", "webbrowser", "code", "codeop", "multiprocessing",
    "threading", "signal", "tempfile", "marshal", "pickle", "cPickle", "_pickle", "pip", "urllib",
    "requests", "http", "ftplib", "smtplib", "telnetlib", "asyncio", "platform", "timeit", "bdb",
    "pdb", "profile", "cProfile", "trace", "atexit", "gc", "inspect", "site", "sysconfig",
  ]

  private static let builtins: Set<String> = [
    "eval", "exec", "execfile", "compile", "open", "file", "__import__", "input", "raw_input",
    "globals", "locals", "vars", "setattr", "delattr", "breakpoint", "memoryview", "apply",
  ]
}
