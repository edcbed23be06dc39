"""The games, each a face (.pxd) and a body (.pyx)."""
