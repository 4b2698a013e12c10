# A ring of six carbons with aromatic bonds.
graph [
  directed 0
  node [ id 0 label "C" ]
  node [ id 1 label "C" ]
  node [ id 2 label "C" ]
  node [ id 3 label "C" ]
  node [ id 4 label "C" ]
  node [ id 5 label "C" ]
  edge [ source 0 target 1 label "aromatic" ]
  edge [ source 1 target 2 label "aromatic" ]
  edge [ source 2 target 3 label "aromatic" ]
  edge [ source 3 target 4 label "aromatic" ]
  edge [ source 4 target 5 label "aromatic" ]
  edge [ source 5 target 0 label "aromatic" ]
]
