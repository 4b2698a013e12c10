graph [
  node [ id 0 label "C" ]
  node [ id 1 ]
]
