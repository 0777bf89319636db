"""Counts of everything that can happen within a few steps, kept as text and recounted."""
