[C;H1 carbon
