graph [
  node [ label "C" ]
]
