[C@H](N)C chiral
