/// Products and sums of numbers from a file; nil where they leave the range of `Int`.
enum CheckedArithmetic {
  /// The product of all factors.
  static func product(_ factors: Int...) -> Int? {
    var result = 1
    for factor in factors {
      let (value, overflow) = result.multipliedReportingOverflow(by: factor)
      if overflow { return nil }
      result = value
    }
    return result
  }

  /// The sum of two numbers.
  static func sum(_ a: Int, _ b: Int) -> Int? {
    let (value, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : value
  }
}
