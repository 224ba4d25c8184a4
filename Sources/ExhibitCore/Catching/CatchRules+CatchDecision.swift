extension CatchRules {
  /// Whether an object is caught: the one place where the game decides it.
  ///
  /// The timer's length must be exceeded, not just reached. A timer of length 0 catches at first
  /// sight, where the age is 0 and exceeds nothing.
  ///
  /// - Parameter age: How long the object has been held, in seconds.
  /// - Returns: `true` for a caught object; `false` for an age that is not a number.
  public func isCaught(afterHolding age: Double) -> Bool {
    age > objectTimerLength || (objectTimerLength == 0 && age == 0)
  }

  /// How much of the timer has run, 0…1.
  ///
  /// 1 does not say that the object is caught: ``isCaught(afterHolding:)`` does.
  ///
  /// - Parameter age: How long the object has been held, in seconds.
  /// - Returns: The age over the timer's length, at most 1; 0 for an age that is not a number.
  public func progress(afterHolding age: Double) -> Double {
    if isCaught(afterHolding: age) { return 1 }
    return age > 0 ? min(age / objectTimerLength, 1) : 0
  }
}
