# A carboxyl group: carbon with a double-bound oxygen and a hydroxyl.
graph [
  directed 0
  node [ id 0 label "C" ]
  node [ id 1 label "O" ]
  node [ id 2 label "O" ]
  node [ id 3 label "H" ]
  edge [ source 0 target 1 label "double" ]
  edge [ source 0 target 2 label "single" ]
  edge [ source 2 target 3 label "single" ]
]
