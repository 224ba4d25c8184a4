import TensorKernels
import TestSupport
import Testing

@Suite struct ActivationTests {
  /// How near an activation has to come to its definition: within `relative` of the larger of the
  /// result and `floor`.
  struct Room: Sendable {
    var relative: Double
    var floor: Double

    /// A copy or a constant.
    static let exact = Room(relative: 0, floor: 1)
    /// One or two roundings.
    ///
    /// Below the floor lie denormals, which have fewer digits.
    static let rounded = Room(relative: 1.3e-7, floor: 1e-37)
    /// `exponential` and some roundings.
    ///
    /// The floor is what is left where `exponential` stops at 1.2e-38, times `x`.
    static let exponential = Room(relative: 3e-7, floor: 1e-29)
    /// The same near 0, where `exponentialMinusOne` and `hyperbolicTangent` change their formula.
    static let polynomial = Room(relative: 5e-7, floor: 1e-37)
    /// A difference of numbers near 1 that Darknet takes as well: good against 1, not against
    /// itself.
    static let difference = Room(relative: 2e-7, floor: 1)
  }

  static func room(_ activation: Activation) -> Room {
    switch activation {
    case .linear, .relu, .relu6, .hardTanh: .exact
    case .leaky, .ramp, .plse, .leakyHardTanh: .rounded
    case .logistic, .swish, .mish: .exponential
    case .tanh, .elu, .selu: .polynomial
    case .loggy, .hardMish, .hardSwish, .gelu, .stair: .difference
    }
  }

  /// A dense sweep, and numbers of every exponent down to the denormals.
  static let numbers =
    FloatSweep.even(from: -100, through: 100, count: 200_001)
    + FloatSweep.allExponents.filter { abs($0) <= 100 }

  @Test(arguments: Activation.everyCase) func isItsDefinition(activation: Activation) {
    let storage = FloatStorage(Self.numbers)
    let map = FeatureMap(storage, offset: 0, height: 1, width: 1, channels: storage.count)
    addBiasAndActivate(map, pixels: 0..<1, bias: nil, activation: activation)
    let room = Self.room(activation)
    var worst = (excess: -1.0, place: 0)
    for (place, x) in Self.numbers.enumerated() {
      let expected = activation.reference(Double(x))
      let difference = abs(Double(storage.base[place]) - expected)
      let allowed = room.relative * max(abs(expected), room.floor)
      // A NaN anywhere makes the comparison false.
      if !(difference - allowed <= worst.excess) { worst = (difference - allowed, place) }
    }
    let x = Self.numbers[worst.place]
    #expect(
      worst.excess <= 0,
      "\(activation)(\(x)) is \(storage.base[worst.place]), not \(activation.reference(Double(x)))")
  }

  /// Lanes, remainders, gaps and biases: the same bits as the number by itself.
  @Test(arguments: Activation.everyCase, UInt64(1)...6)
  func mapsAreActivatedInPlace(activation: Activation, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...5), generator.int(1...5))
    let channels = generator.int(1...19)
    let map = TestMap(
      height: height, width: width, channels: channels, gap: generator.one(of: [0, 3]),
      in: -6...6, using: &generator)
    let before = MapCopy(map)
    let bias = generator.int(0...1) == 0 ? nil : storage(channels, using: &generator)
    let first = generator.int(0...height * width - 1)
    let pixels = first..<generator.int(first + 1...height * width)
    addBiasAndActivate(
      map.map, pixels: pixels, bias: bias.map { UnsafePointer($0.base) }, activation: activation)
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<channels {
          let old = Float(before[row, column, channel])
          let expected =
            pixels.contains(row * width + column)
            ? activated(old + (bias?.base[channel] ?? 0), activation) : old
          #expect(
            map.map.pixel(row, column)[channel] == expected,
            "seed \(seed): \(activation) of \(old) in \(height)x\(width)x\(channels)")
        }
      }
    }
    #expect(map.strayWrites == 0, "seed \(seed)")
  }

  /// Not a number stays so, whatever the function: a broken network is noticed in its output.
  @Test(arguments: Activation.everyCase) func keepsNaN(activation: Activation) {
    #expect(activated(.nan, activation).isNaN)
  }

  @Test(
    arguments: [
      (.linear, .infinity, -.infinity), (.leaky(slope: 0.1), .infinity, -.infinity),
      (.relu, .infinity, 0), (.relu6, 6, 0), (.loggy, 1, -1), (.tanh, 1, -1),
      (.hardMish, .infinity, 0), (.elu, .infinity, -1), (.selu, .infinity, -1.0507 * 1.6732),
      (.ramp, .infinity, -.infinity), (.plse, .infinity, -.infinity), (.hardTanh, 1, -1),
      (.leakyHardTanh, .infinity, -.infinity), (.stair, .infinity, -.infinity),
    ] as [(Activation, Float, Float)])
  func infinitiesGiveTheLimits(activation: Activation, above: Float, below: Float) {
    #expect(activated(.infinity, activation) == above)
    #expect(activated(-.infinity, activation) == below)
  }

  /// Where the limit below is 0, the least power that `exponential` gives is left of it: 4e-39 for
  /// the logistic; times an infinite `x` that is infinite, where Darknet has a NaN.
  @Test func infinitiesOfProductsStayNonFinite() {
    #expect(activated(.infinity, .logistic) == 1)
    #expect(activated(-.infinity, .logistic) < .leastNormalMagnitude)
    for activation in [Activation.swish, .mish, .gelu] {
      #expect(activated(.infinity, activation) == .infinity)
      #expect(!activated(-.infinity, activation).isFinite)
    }
  }

  @Test(arguments: [.linear, .leaky(slope: 0.1), .relu, .swish, .mish, .elu] as [Activation])
  func hugeNumbersStayFinite(activation: Activation) {
    #expect(activated(1e30, activation) == 1e30)
    #expect(abs(activated(-1e30, activation)) <= 1e30)
  }

  @Test(arguments: Activation.everyCase) func zerosGiveTheSame(activation: Activation) {
    #expect(activated(-0.0, activation) == activated(0, activation))
    #expect(Double(activated(0, activation)) == activation.reference(0))
  }
}
