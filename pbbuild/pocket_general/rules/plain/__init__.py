"""A second, slow and obvious reading of the rules, on plain documents with names."""
