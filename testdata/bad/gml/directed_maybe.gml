graph [
  directed 2
]
