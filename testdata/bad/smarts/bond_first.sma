=C bond
