import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Limits on processor time, as `/proc/self` and trees of control groups tell them.
@Suite struct ProcessorQuotaTests {
  /// Mounts as they look with version 2 alone, with both versions, and within a container.
  private enum Mounts {
    static let disk = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/root rw"
    static let unified =
      "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate"
    static let hybrid =
      "31 24 0:27 / /sys/fs/cgroup/unified rw shared:5 - cgroup2 cgroup2 rw,nsdelegate"
    static let legacy =
      "32 24 0:28 / /sys/fs/cgroup/cpu,cpuacct rw shared:6 - cgroup cgroup rw,cpu,cpuacct"
    static let cpuset = "33 24 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset"
    static let container =
      "34 24 0:28 /docker/ab12 /sys/fs/cgroup/cpu,cpuacct ro master:6 - cgroup cgroup rw,cpu"
  }

  /// What the files of a made-up system say.
  private func limit(
    mounts: [String], groups: String, _ files: [String: String] = [:]
  ) throws -> Int? {
    let root = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: root) }
    var files = files
    files["proc/self/mountinfo"] = ([Mounts.disk] + mounts).map { $0 + "\n" }.joined()
    files["proc/self/cgroup"] = groups
    for (name, text) in files {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return ProcessorQuota.limit(root: root.path)
  }

  @Test(
    arguments: [
      ("max 100000\n", nil), ("100000 100000\n", 1), ("100001 100000\n", 2), ("1000 100000\n", 1),
      ("150000 100000\n", 2), ("400000 100000", 4), ("\(Int.max) 1", .max),
    ] as [(String, Int?)])
  func unifiedLimitsAreRoundedUp(text: String, expected: Int?) throws {
    let found = try limit(
      mounts: [Mounts.unified], groups: "0::/app.slice\n",
      ["sys/fs/cgroup/app.slice/cpu.max": text])
    #expect(found == expected)
  }

  @Test(
    arguments: [
      ("-1\n", "100000\n", nil), ("100000\n", "100000\n", 1), ("250000\n", "100000\n", 3),
      ("50000\n", "50000\n", 1), ("1", "1000000", 1),
    ] as [(String, String, Int?)])
  func legacyLimitsAreRoundedUp(quota: String, period: String, expected: Int?) throws {
    let found = try limit(
      mounts: [Mounts.cpuset, Mounts.legacy], groups: "5:cpuset:/b\n4:cpu,cpuacct:/a\n0::/c\n",
      [
        "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us": quota,
        "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us": period,
      ])
    #expect(found == expected)
  }

  /// Groups further out limit those within them.
  @Test(arguments: [("800000", "300000", 3), ("200000", "300000", 2), ("max", "300000", 3)])
  func theLeastOfAllGroupsCounts(inner: String, outer: String, expected: Int) throws {
    let found = try limit(
      mounts: [Mounts.unified], groups: "0::/a/b/c\n",
      [
        "sys/fs/cgroup/a/b/c/cpu.max": "\(inner) 100000\n",
        "sys/fs/cgroup/a/cpu.max": "\(outer) 100000\n",
        "sys/fs/cgroup/other/cpu.max": "100000 100000\n",
        "sys/fs/cgroup/a/b/c/d/cpu.max": "100000 100000\n",
      ])
    #expect(found == expected)
  }

  @Test func bothVersionsCount() throws {
    let files = [
      "sys/fs/cgroup/unified/x/cpu.max": "500000 100000",
      "sys/fs/cgroup/cpu,cpuacct/y/cpu.cfs_quota_us": "200000",
      "sys/fs/cgroup/cpu,cpuacct/y/cpu.cfs_period_us": "100000",
    ]
    let mounts = [Mounts.hybrid, Mounts.legacy]
    #expect(try limit(mounts: mounts, groups: "3:cpu,cpuacct:/y\n0::/x\n", files) == 2)
    #expect(try limit(mounts: mounts, groups: "3:cpu,cpuacct:/\n0::/x\n", files) == 5)
    #expect(try limit(mounts: mounts, groups: "3:memory:/y\n", files) == nil)
  }

  /// In a container the mount's root is the container's group.
  @Test(arguments: ["/docker/ab12", "/docker/ab12/inner", "/docker/ab123", "/../..", "/elsewhere"])
  func theRootOfAMountIsTakenOff(group: String) throws {
    let found = try limit(
      mounts: [Mounts.container], groups: "4:cpu:\(group)\n",
      [
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "300000",
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
        "sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us": "150000",
        "sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us": "100000",
      ])
    #expect(found == (group.hasSuffix("inner") ? 2 : 3))
  }

  @Test func blanksInPathsAreUnderstood() throws {
    let mount = #"30 24 0:26 / /sys/control\040groups\134x rw - cgroup2 none rw"#
    let found = try limit(
      mounts: [mount], groups: "0::/a b:c\n",
      [#"sys/control groups\x/a b:c/cpu.max"#: "200000 100000"])
    #expect(found == 2)
  }

  @Test(arguments: [
    "", "\n", "max", "max max", "0 100000", "-5 100000", "100000 0", "100000 -1", "100000",
    "1e5 100000", "100000 100000 100000", "99999999999999999999 100000", "\0\0\0", "½ 1",
    "100000\u{a0}x100000",
  ])
  func malformedLimitsAreNone(text: String) throws {
    let found = try limit(
      mounts: [Mounts.unified], groups: "0::/a\n", ["sys/fs/cgroup/a/cpu.max": text])
    #expect(found == nil)
  }

  @Test(arguments: ["", "0", "::::", "0:", "x:cpu", "0::", ":cpu:/a", "\u{fffd}", "4:cpu\n0"])
  func malformedGroupsLimitNothingOrTheRoot(groups: String) throws {
    #expect(try limit(mounts: [Mounts.unified, Mounts.legacy], groups: groups) == nil)
  }

  @Test(arguments: [
    "30 24 0:26 / /sys/fs/cgroup rw", "- - - - - - - - - -",
    "30 24 0:26 / /sys/fs/cgroup rw - cgroup2",
    #"30 24 0:26 / /sys/fs/cgroup\ rw - cgroup2 none rw"#,
    #"30 24 0:26 / \777\09 rw - cgroup2 none rw"#, "cgroup2", "",
  ])
  func malformedMountsAreNone(mount: String) throws {
    let found = try limit(
      mounts: [mount], groups: "0::/a\n", ["sys/fs/cgroup/a/cpu.max": "100000 100000"])
    #expect(found == nil)
  }

  /// Folders where files should be, nothing at all, and files that never end.
  @Test func whatCannotBeReadLimitsNothing() throws {
    #expect(ProcessorQuota.limit(root: "/nowhere") == nil)
    #expect(
      try limit(
        mounts: [Mounts.unified], groups: "0::/a\n",
        ["sys/fs/cgroup/a/cpu.max/file": "100000 100000"]) == nil)
    let long = String(repeating: "0::/b\n", count: 400_000)
    #expect(
      try limit(
        mounts: [Mounts.unified], groups: long, ["sys/fs/cgroup/b/cpu.max": "100000 100000"]) == 1)
  }

  /// Random bytes and lines cut anywhere are read without a mishap.
  @Test func damagedFilesAreRead() throws {
    var generator = SeededGenerator(seed: 11)
    let sound = [Mounts.unified, "0::/a/b", "150000 100000"]
    for round in 0..<300 {
      let texts = sound.map { text in
        var bytes = Array(text.utf8)
        for _ in 0..<generator.int(1...3) where !bytes.isEmpty {
          bytes[generator.int(0...bytes.count - 1)] = UInt8(generator.int(1...255))
        }
        return String(decoding: bytes.prefix(generator.int(0...bytes.count)), as: UTF8.self)
      }
      let found = try limit(
        mounts: [texts[0]], groups: texts[1], ["sys/fs/cgroup/a/b/cpu.max": texts[2]])
      #expect(found ?? 1 >= 1, "seed 11, round \(round): \(texts)")
    }
  }

  /// Where a real limit is, it is not above the processors that this machine has.
  @Test func thisProcessHasAProcessor() {
    #expect(Processors.available >= 1)
    #expect(ProcessorQuota.limit(root: "") ?? .max >= Processors.available)
  }
}
