[CX3](=O)[OX2H1] carboxylic acid
c[F,Cl,Br,I] aryl halide
[#6]-!@[#7] carbon beside nitrogen, outside rings
