graph [
  node [ id 0 label 1 ]
  node [ id 1
