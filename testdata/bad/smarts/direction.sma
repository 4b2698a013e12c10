F/C=C/F trans
