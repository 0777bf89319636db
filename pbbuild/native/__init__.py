"""Compiling the rules with mypyc, and choosing between the build and the source."""
