"""What a picture shows, and its parts as SVG: terrain, units, orders, legend."""
