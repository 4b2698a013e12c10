C1CC ring
