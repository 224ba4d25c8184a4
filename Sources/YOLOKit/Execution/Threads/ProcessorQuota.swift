/// The limit on processor time that control groups set, as containers and services have it.
///
/// A process that runs more threads than it has time for is stopped for the rest of each period, with
/// all its threads, so a picture then takes longer than with fewer of them.
///
/// Source: `cgroups(7)`, `proc_pid_mountinfo(5)`, and `cgroup-v2.rst` and `sched-bwc.rst` of the Linux
/// documentation.
enum ProcessorQuota {
  /// How many processors' time this process may use.
  ///
  /// The least of the process's own group and all groups around it, in both versions of control
  /// groups. What cannot be read or makes no sense counts as no limit: it comes from the system, and
  /// nobody can repair it here.
  ///
  /// - Parameter root: The folder that stands for `/`; empty for the real one.
  /// - Returns: The number, rounded up; nil where nothing limits it.
  static func limit(root: String) -> Int? {
    let mounts = SystemFile.lines(root + "/proc/self/mountinfo").compactMap(Mount.init)
    var limits: [Int] = []
    for line in SystemFile.lines(root + "/proc/self/cgroup") {
      guard let group = Group(line),
        let (mount, path) = place(of: group, in: mounts)
      else { continue }
      for folder in folders(root + mount, path) {
        if let limit = group.isUnified ? unifiedLimit(folder) : legacyLimit(folder) {
          limits.append(limit)
        }
      }
    }
    return limits.min()
  }

  // MARK: - Limits

  /// `cpu.max`: `150000 100000`, microseconds of processor time in each period; or `max 100000`.
  private static func unifiedLimit(_ folder: String) -> Int? {
    let words = SystemFile.words(folder + "/cpu.max")
    return words.count == 2 ? processors(quota: words[0], period: words[1]) : nil
  }

  /// `cpu.cfs_quota_us`, -1 for none, and `cpu.cfs_period_us`.
  private static func legacyLimit(_ folder: String) -> Int? {
    let quota = SystemFile.words(folder + "/cpu.cfs_quota_us")
    let period = SystemFile.words(folder + "/cpu.cfs_period_us")
    return quota.count == 1 && period.count == 1
      ? processors(quota: quota[0], period: period[0]) : nil
  }

  private static func processors(quota: Substring, period: Substring) -> Int? {
    guard let quota = Int(quota), let period = Int(period), quota > 0, period > 0 else {
      return nil
    }
    let (whole, rest) = quota.quotientAndRemainder(dividingBy: period)
    return rest > 0 ? whole + 1 : whole
  }

  // MARK: - Groups

  /// A line of `/proc/self/cgroup` that may limit processor time: `4:cpu,cpuacct:/a/b`, `0::/a/b`.
  private struct Group {
    let isUnified: Bool
    let path: Substring

    init?(_ line: Substring) {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("cpu") else { return nil }
      path = parts[2]
    }
  }

  /// A line of `/proc/self/mountinfo` about a tree of control groups that may limit processor time.
  private struct Mount {
    let isUnified: Bool
    /// The group that is at ``point``.
    let root: String
    let point: String

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      // The fields after the sixth are optional and end with a dash.
      guard words.count >= 10, let dash = words[6...].firstIndex(of: "-"), words.count > dash + 3,
        words[dash + 1] == "cgroup2"
          || words[dash + 1] == "cgroup" && words[dash + 3].split(separator: ",").contains("cpu")
      else { return nil }
      isUnified = words[dash + 1] == "cgroup2"
      root = Self.unescaped(words[3])
      point = Self.unescaped(words[4])
    }

    /// Blanks and the like stand as their octal numbers: `\040`.
    private static func unescaped(_ word: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = Array(word.utf8)[...]
      while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        if byte == UInt8(ascii: "\\"), digits.count == 3,
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        {
          bytes.append(value)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Where a group's tree is mounted, and the group's path from there.
  ///
  /// In a container the tree often shows the container's own group as its root. A path that leaves the
  /// tree (`/../other`) stands for groups that cannot be seen from here; then the root is all there is.
  private static func place(of group: Group, in mounts: [Mount]) -> (
    mount: String, path: Substring
  )? {
    let mounts = mounts.filter { $0.isUnified == group.isUnified }
    for mount in mounts where !group.path.split(separator: "/").contains("..") {
      let prefix = mount.root == "/" ? "" : mount.root
      let path = group.path.dropFirst(prefix.count)
      if group.path.hasPrefix(prefix), path.isEmpty || path.hasPrefix("/") {
        return (mount.point, path)
      }
    }
    return mounts.first.map { ($0.point, "") }
  }

  /// The folders of a group and of all around it, up to the root of their tree.
  private static func folders(_ mount: String, _ path: Substring) -> [String] {
    path.split(separator: "/").reduce(into: [mount]) { folders, name in
      folders.append(folders[folders.count - 1] + "/" + name)
    }
  }
}
