import Dispatch
import Glibc
import Testing

@testable import CommandLineKit

@Suite struct OutputDescriptorTests {
  @Test func aPipeWithoutReaderIsNoticed() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = OutputDescriptor(ends[1], name: "pipe")
    #expect(throws: OutputError.readerGone) { try output.write("x") }
  }

  @Test func aFullPipeThatDoesNotBlockIsWaitedFor() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(reader) }
    let text = String(repeating: "0123456789", count: 50_000)
    // A thread of its own: the writer blocks, which the threads of Swift's tasks must not.
    let sender = DispatchGroup()
    DispatchQueue.global().async(group: sender) {
      defer { close(writer) }
      #expect(throws: Never.self) { try OutputDescriptor(writer, name: "pipe").write(text) }
    }
    var received = 0
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, 120_000) == 1)
      let count = read(reader, &chunk, chunk.count)
      if count <= 0 { break }
      received += count
    }
    sender.wait()
    #expect(received == text.utf8.count)
  }

  @Test func aClosedDescriptorIsAnError() {
    let output = OutputDescriptor(-1, name: "nowhere")
    #expect(throws: OutputError.failed(target: "nowhere", reason: "Bad file descriptor")) {
      try output.write("x")
    }
    #expect(!output.isTerminal)
    #expect(output.terminalWidth == nil)
  }
}
