"""DAIDE: the language and the protocol of programs that play Diplomacy."""
