# Two carbons with a single bond.
graph [
  directed 0
  node [ id 0 label "C" ]
  node [ id 1 label "C" ]
  edge [ source 0 target 1 label "single" ]
]
