graph [
  directed 0
  node [ id 10 ]
  node [ id 11 ]
  edge [ source 10 target 11 ]
  edge [ source 11 target 10 ]
]
