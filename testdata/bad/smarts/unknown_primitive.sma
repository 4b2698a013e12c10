[Cq] what
