graph [
  multigraph 1
  name "R&amp;D"
  node [
    id 0
    label "Anna"
    kind "engineer"
    graphics [
      x 1.0
      y +INF
    ]
  ]
  node [
    id 1
    label "Ben &#34;B&#34; M&#252;ller"
    kind "engineer"
  ]
  edge [
    source 0
    target 1
    key 0
    label "knows"
    weight 1.0
  ]
  edge [
    source 0
    target 1
    key 1
    label "manages"
    weight NAN
  ]
]
