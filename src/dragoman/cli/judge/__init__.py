"""``dragoman judge``: what whoever runs a judge needs."""
