"""The Python API, a module for each subject; `import pbbuild` offers all of it."""
