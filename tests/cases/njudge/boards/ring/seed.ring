S1901M
A: A North
A: A Bog
B: A South
B: A Fen
-1
-1
