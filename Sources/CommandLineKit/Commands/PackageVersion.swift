/// The version that all programs of the package share.
package enum PackageVersion {
  /// The version of this source, by the rules of Semantic Versioning.
  package static let current = "0.1.0"
}
