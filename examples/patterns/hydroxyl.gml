# A hydroxyl group: oxygen that carries a hydrogen.
graph [
  directed 0
  node [ id 0 label "O" ]
  node [ id 1 label "H" ]
  edge [ source 0 target 1 label "single" ]
]
