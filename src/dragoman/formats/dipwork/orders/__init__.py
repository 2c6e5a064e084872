"""Orders in DipWork's words, and in the ``*.ORD`` records of each step of a round."""
