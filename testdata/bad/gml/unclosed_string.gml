graph [
  node [ id 0 label "C ]
]
