/// How a window slides over a map: convolution and pooling alike.
package struct WindowGeometry: Hashable, Sendable {
  /// Rows of the window.
  package var kernelHeight: Int
  /// Columns of the window.
  package var kernelWidth: Int
  /// Rows from one window to the next.
  package var strideY: Int
  /// Columns from one window to the next.
  package var strideX: Int
  /// Rows between neighbouring rows of the window; 1 for a window without holes.
  package var dilation: Int
  /// Rows above the map that the first window covers.
  package var paddingTop: Int
  /// Columns left of the map that the first window covers.
  package var paddingLeft: Int
  /// Rows below the map that windows may reach into.
  package var paddingBottom: Int
  /// Columns right of the map that windows may reach into.
  package var paddingRight: Int

  /// Makes a geometry; what is padded at the bottom and right is what is at the top and left, unless
  /// it is given.
  package init(
    kernelHeight: Int, kernelWidth: Int, strideY: Int = 1, strideX: Int = 1, dilation: Int = 1,
    paddingTop: Int = 0, paddingLeft: Int = 0, paddingBottom: Int? = nil, paddingRight: Int? = nil
  ) {
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.strideY = strideY
    self.strideX = strideX
    self.dilation = dilation
    self.paddingTop = paddingTop
    self.paddingLeft = paddingLeft
    self.paddingBottom = paddingBottom ?? paddingTop
    self.paddingRight = paddingRight ?? paddingLeft
  }

  /// Positions of the window.
  package var area: Int { kernelHeight * kernelWidth }

  /// Whether the window is one pixel that visits every pixel, so that input and output correspond.
  package var isPointwise: Bool {
    kernelHeight == 1 && kernelWidth == 1 && strideX == 1 && strideY == 1 && paddingTop == 0
      && paddingLeft == 0 && paddingBottom == 0 && paddingRight == 0
  }

  /// The window positions along one axis that lie inside the map.
  ///
  /// - Parameters:
  ///   - start: Where the window starts, in rows (or columns) of the map; negative in the padding.
  ///   - extent: Rows (or columns) of the map.
  ///   - kernel: Rows (or columns) of the window.
  /// - Returns: First and one past the last window position; equal when none lies inside.
  @inlinable @inline(__always)
  package func inside(from start: Int, extent: Int, kernel: Int) -> (first: Int, end: Int) {
    let first = start >= 0 ? 0 : (dilation &- 1 &- start) / dilation
    let reach = extent &- start
    let end = reach <= 0 ? 0 : min(kernel, (reach &+ dilation &- 1) / dilation)
    return first < end ? (first, end) : (0, 0)
  }
}
