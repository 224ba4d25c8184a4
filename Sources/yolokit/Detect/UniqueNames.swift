import CommandLineKit

/// Hands out names for files so that no two are the same.
struct UniqueNames {
  private var taken: Set<SystemPath> = []
  /// The number that comes next for a name, so that thousands of equal names take no long search.
  private var numbers: [SystemPath: Int] = [:]

  /// The name itself, or with `-2`, `-3` … before its extension where it is taken.
  mutating func claim(_ name: SystemPath) -> SystemPath {
    var candidate = name
    var number = numbers[name] ?? 2
    while !taken.insert(candidate).inserted {
      let (stem, ending) = name.stemAndExtension
      candidate = SystemPath(bytes: stem.suffixed("-\(number)").bytes + ending.bytes)
      number += 1
    }
    numbers[name] = number
    return candidate
  }
}
