# A comment runs to the end of its line.
graph [
  directed 0
  node [ id 1 label "C" ]
  node [ id 2 label "O" ]
  edge [ source 1 target 2 label "double" ]
]
