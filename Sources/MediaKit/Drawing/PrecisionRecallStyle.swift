/// How a line of a precision-recall plot looks.
enum PrecisionRecallStyle: Equatable {
  /// One of the strong lines, by its place.
  case mean(Int)
  /// A class with a colour of its own, by its place.
  case colored(Int)
  /// A class among many.
  case plain

  /// Whether it is a class among many.
  var isPlain: Bool { self == .plain }

  /// In pixels.
  var lineWidth: Double {
    switch self {
    case .mean: 4
    case .colored: 2
    case .plain: 1.25
    }
  }

  /// The pieces of a dashed line and the gaps between them, in pixels; none for a whole line.
  var dashes: [Double] {
    switch self {
    case .mean(1): [14, 7]
    case .mean(2): [3, 6]
    default: []
    }
  }

  /// Red, green, blue and opacity, 0…1.
  ///
  /// The colours of classes are those that Maureen Stone chose for Tableau (2016), which stay apart on
  /// white paper.
  var color: (red: Double, green: Double, blue: Double, alpha: Double) {
    switch self {
    case .mean: Self.opaque(0x12_2B4A)
    case .colored(let place): Self.opaque(Self.palette[place % Self.palette.count])
    case .plain: (0.45, 0.5, 0.58, 0.35)
    }
  }

  private static let palette = [
    0x4E_79A7, 0xF2_8E2B, 0xE1_5759, 0x76_B7B2, 0x59_A14F, 0xED_C948, 0xB0_7AA1, 0xFF_9DA7,
    0x9C_755F, 0xBA_B0AC,
  ]

  private static func opaque(
    _ hex: Int
  ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    (
      Double(hex >> 16 & 0xFF) / 255, Double(hex >> 8 & 0xFF) / 255, Double(hex & 0xFF) / 255, 1
    )
  }
}
