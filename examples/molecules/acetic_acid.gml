# Acetic acid, CH3-COOH.
graph [
  directed 0
  node [ id 0 label "C" ]
  node [ id 1 label "C" ]
  node [ id 2 label "O" ]
  node [ id 3 label "O" ]
  node [ id 4 label "H" ]
  node [ id 5 label "H" ]
  node [ id 6 label "H" ]
  node [ id 7 label "H" ]
  edge [ source 0 target 1 label "single" ]
  edge [ source 1 target 2 label "double" ]
  edge [ source 1 target 3 label "single" ]
  edge [ source 0 target 4 label "single" ]
  edge [ source 0 target 5 label "single" ]
  edge [ source 0 target 6 label "single" ]
  edge [ source 3 target 7 label "single" ]
]
