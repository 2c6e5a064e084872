"""Orders in DipWork's words and in the records of ``*.ORD``, step by step through a round."""
