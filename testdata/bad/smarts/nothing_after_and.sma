[C&] and
