import Foundation

/// How much memory of this process is in use now, in bytes; nil where the system does not tell.
package func residentMemory() -> Int? {
  // proc_pid_statm(5): the size and what of it is in memory, in pages.
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return nil
  }
  let words = text.split(separator: " ")
  return words.count > 1 ? Int(words[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
}
