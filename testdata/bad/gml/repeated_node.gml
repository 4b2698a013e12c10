graph [
  node [ id 4 ]
  node [ id 04 ]
]
