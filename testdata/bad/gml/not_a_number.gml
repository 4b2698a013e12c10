graph [
  node [ id 1x ]
]
