"""The contents of a picture, and its parts as SVG: terrain, units, orders, legend."""
