/// Writes numbers with a fixed count of decimals, whatever the locale is.
package enum FixedDecimals {
  /// A number with so many decimals, rounded half away from zero: `3.50`.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - decimals: Digits after the point, 0…9.
  /// - Returns: The digits; `inf`, `-inf` or `nan` for what is no number, and Swift's own spelling
  ///   for numbers too great to count in these steps.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return value.description }
    let decimals = min(max(decimals, 0), 9)
    let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 9e15 else { return value.description }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// A whole number with its thousands apart: `8 858 734`.
  package static func grouped(_ value: Int) -> String {
    var groups: [Substring] = []
    var rest = String(value.magnitude)[...]
    while !rest.isEmpty {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return (value < 0 ? "-" : "") + groups.reversed().joined(separator: " ")
  }
}
