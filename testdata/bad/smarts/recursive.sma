[$([CX3]=O)]N amide nitrogen
