"""Machine code: the parts that are all numbers, translated to C, and the library made of that."""
