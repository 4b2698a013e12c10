N->[Cu] dative
