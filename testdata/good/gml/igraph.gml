Creator "igraph version 0.10.4"
Version 1
graph
[
  directed 1
  node
  [
    id 0
    label 6
  ]
  node
  [
    id 1
    label 8
  ]
  edge
  [
    source 0
    target 1
    key 0
    label 2
  ]
  edge
  [
    source 1
    target 0
    key 0
    label 2
  ]
]
