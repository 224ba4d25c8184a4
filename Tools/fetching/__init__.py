"""What Tools/fetch-weights is made of: the manifest, and the places that files come from."""
