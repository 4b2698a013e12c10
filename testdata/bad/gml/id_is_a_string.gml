graph [
  node [ id "zero" label "C" ]
]
