# Water, H2O.
graph [
  directed 0
  node [ id 0 label "O" ]
  node [ id 1 label "H" ]
  node [ id 2 label "H" ]
  edge [ source 0 target 1 label "single" ]
  edge [ source 0 target 2 label "single" ]
]
