# Functional groups and fragments as SMARTS, one per line with its name.
[CX3](=O)[OX2H1] carboxylic acid
[CX3](=O)[OX1-] carboxylate
[CX3](=O)[OX1-,OX2H1] carboxylic acid or carboxylate
[#6][CX3](=O)[OX2H0][#6] ester
[CX3](=O)[OX2][CX3](=O) anhydride
[CX3](=[OX1])[F,Cl,Br,I] acyl halide
[CX3;H1](=O)[#6] aldehyde
[#6][CX3](=O)[#6] ketone
[NX3][CX3](=[OX1]) amide
[NX3;H2][CX3](=[OX1]) primary amide
[NX3;H1][CX3](=[OX1])[#6] secondary amide
[NX3;H0][CX3](=[OX1])[#6] tertiary amide
[NX3][CX3](=[OX1])[NX3] urea
[NX3][CX3](=[SX1])[NX3] thiourea
[NX3][CX3](=[OX1])[OX2] carbamate
[CX3](=O)[NX3][CX3](=O) imide
[NX3][CX3]=[NX2] amidine
[NX3][CX3](=[NX2])[NX3] guanidine
[CX4][NX3;H2] primary aliphatic amine
[CX4][NX3;H1][CX4] secondary aliphatic amine
[CX4][NX3;H0]([CX4])[CX4] tertiary aliphatic amine
c[NX3;H2] aniline
[NX4+] quaternary nitrogen
[#7;+] positive nitrogen
[NX3+](=O)[O-] nitro, separated charges
[NX2]=[OX1] nitroso
[NX2]=[NX2] azo
[CX3]=[NX2] imine
[CX3]=[NX2][OX2H] oxime
[CX3]=[NX2][NX3] hydrazone
[NX3][NX3] hydrazine
[CX2]#[NX1] nitrile
[NX2]=[CX2]=[OX1,SX1] isocyanate or isothiocyanate
[NX2]=[NX2+]=[NX1-] azide
[CX4][OX2H] alcohol
[CX4;H2][OX2H] primary alcohol
[CX4;H1][OX2H] secondary alcohol
[CX4;H0][OX2H] tertiary alcohol
c[OX2H] phenol
[CX3]=[CX3][OX2H] enol
[CX4][OX2][CX4] dialkyl ether
c[OX2][#6] aryl ether
C1OC1 epoxide
[OX2][OX2] peroxide
[CX4]([OX2])[OX2] acetal-like carbon
[#6][SX2H] thiol
[#6][SX2][#6] sulfide
[SX2][SX2] disulfide
[#6][SX3](=O)[#6] sulfoxide
[#6][SX4](=O)(=O)[#6] sulfone
[SX4](=O)(=O)[NX3] sulfonamide
[SX4](=O)(=O)[OX2H,OX1-] sulfonic acid
[PX4](=O)([OX2,OX1-])[OX2,OX1-] phosphate or phosphonate
[CX4][F,Cl,Br,I] alkyl halide
c[F,Cl,Br,I] aryl halide
[CX4](F)(F)F trifluoromethyl
[CX3]=[CX3] alkene
[CX2]#[CX2] alkyne
[CX3]=[CX3][CX3]=[OX1] alpha,beta-unsaturated carbonyl
[CX3]=[CX3]-[CX3]=[CX3] diene
a1aaaaa1 six-membered aromatic ring
a1aaaa1 five-membered aromatic ring
c1ccccc1-c1ccccc1 biphenyl
[nX3;H1] pyrrole-like nitrogen
[nX2] pyridine-like nitrogen
[o,s;r5] furan or thiophene atom
[#6;R2] carbon of two rings
[R]@[R]!@[R]@[R] bond between ring systems
[C;R0;D2;H2][C;R0;D2;H2][C;R0;D2;H2] flexible chain
[!#6;!#1;R] heteroatom in a ring
[!#6;!#1]~[!#6;!#1] bonded heteroatoms
[#6]~[#7,#8] carbon bonded to nitrogen or oxygen
[D3;R]@[D3;R] bond between branched ring atoms
[*;r3] atom of a three-membered ring
[r6;!a] non-aromatic atom of a six-membered ring
[v5,v6] high valence
[+1,-1] charged atom
[F,Cl,Br,I;D1;v1] halogen
[x3] atom of three ring bonds
[CH3]-[!#6] methyl on a heteroatom
[CH2]1[CH2][CH2][NX3][CH2][CH2]1 piperidine
[NX3]1[CH2][CH2][O,S][CH2][CH2]1 morpholine or thiomorpholine
[c;H1]:[c;H1]:[c;H1] three unsubstituted aromatic carbons
[#7]~[#6](~[#7])~[#7] guanidine-like, any bonds
[#6]=,:[#7] carbon doubly bound to nitrogen, or aromatic
[C,c;!H0]-,:[O,S,N] carbon with a hydrogen, beside a heteroatom
