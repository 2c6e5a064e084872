# Two middle provinces, West and East, next to each other, and weak paths into both.
North,  A nor
South,  B sou
West,   l wes
East,   l eas
Bog,    A bog
Fen,    B fen
Middle, x mid
-1
nor-mv: eas/mx
sou-mv: wes/mx
bog-mv: eas/hx
fen-mv: wes/hx
mid-mv: eas wes
wes-mv: sou/mx fen/hx eas mid
eas-mv: nor/mx bog/hx wes mid
-1
Center order for summary report:
  nor bog sou fen mid
#end of center ordering
-1
