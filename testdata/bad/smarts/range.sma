[D{2-3}] range
