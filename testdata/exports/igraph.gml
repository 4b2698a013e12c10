Creator "igraph"
Version 1
graph
[
  directed 0
  name "Zachary's Karate Club"
  node
  [
    id 0
    igraphnxname 0
    club "Mr. Hi"
  ]
  node
  [
    id 1
    igraphnxname 1
    club "Mr. Hi"
  ]
  node
  [
    id 2
    igraphnxname 2
    club "Mr. Hi"
  ]
  node
  [
    id 3
    igraphnxname 3
    club "Mr. Hi"
  ]
  node
  [
    id 4
    igraphnxname 4
    club "Mr. Hi"
  ]
  node
  [
    id 5
    igraphnxname 5
    club "Mr. Hi"
  ]
  node
  [
    id 6
    igraphnxname 6
    club "Mr. Hi"
  ]
  node
  [
    id 7
    igraphnxname 7
    club "Mr. Hi"
  ]
  node
  [
    id 8
    igraphnxname 8
    club "Mr. Hi"
  ]
  node
  [
    id 9
    igraphnxname 9
    club "Officer"
  ]
  node
  [
    id 10
    igraphnxname 10
    club "Mr. Hi"
  ]
  node
  [
    id 11
    igraphnxname 11
    club "Mr. Hi"
  ]
  node
  [
    id 12
    igraphnxname 12
    club "Mr. Hi"
  ]
  node
  [
    id 13
    igraphnxname 13
    club "Mr. Hi"
  ]
  node
  [
    id 14
    igraphnxname 14
    club "Officer"
  ]
  node
  [
    id 15
    igraphnxname 15
    club "Officer"
  ]
  node
  [
    id 16
    igraphnxname 16
    club "Mr. Hi"
  ]
  node
  [
    id 17
    igraphnxname 17
    club "Mr. Hi"
  ]
  node
  [
    id 18
    igraphnxname 18
    club "Officer"
  ]
  node
  [
    id 19
    igraphnxname 19
    club "Mr. Hi"
  ]
  node
  [
    id 20
    igraphnxname 20
    club "Officer"
  ]
  node
  [
    id 21
    igraphnxname 21
    club "Mr. Hi"
  ]
  node
  [
    id 22
    igraphnxname 22
    club "Officer"
  ]
  node
  [
    id 23
    igraphnxname 23
    club "Officer"
  ]
  node
  [
    id 24
    igraphnxname 24
    club "Officer"
  ]
  node
  [
    id 25
    igraphnxname 25
    club "Officer"
  ]
  node
  [
    id 26
    igraphnxname 26
    club "Officer"
  ]
  node
  [
    id 27
    igraphnxname 27
    club "Officer"
  ]
  node
  [
    id 28
    igraphnxname 28
    club "Officer"
  ]
  node
  [
    id 29
    igraphnxname 29
    club "Officer"
  ]
  node
  [
    id 30
    igraphnxname 30
    club "Officer"
  ]
  node
  [
    id 31
    igraphnxname 31
    club "Officer"
  ]
  node
  [
    id 32
    igraphnxname 32
    club "Officer"
  ]
  node
  [
    id 33
    igraphnxname 33
    club "Officer"
  ]
  edge
  [
    source 1
    target 0
    weight 4
  ]
  edge
  [
    source 2
    target 0
    weight 5
  ]
  edge
  [
    source 3
    target 0
    weight 3
  ]
  edge
  [
    source 4
    target 0
    weight 3
  ]
  edge
  [
    source 5
    target 0
    weight 3
  ]
  edge
  [
    source 6
    target 0
    weight 3
  ]
  edge
  [
    source 7
    target 0
    weight 2
  ]
  edge
  [
    source 8
    target 0
    weight 2
  ]
  edge
  [
    source 10
    target 0
    weight 2
  ]
  edge
  [
    source 11
    target 0
    weight 3
  ]
  edge
  [
    source 12
    target 0
    weight 1
  ]
  edge
  [
    source 13
    target 0
    weight 3
  ]
  edge
  [
    source 17
    target 0
    weight 2
  ]
  edge
  [
    source 19
    target 0
    weight 2
  ]
  edge
  [
    source 21
    target 0
    weight 2
  ]
  edge
  [
    source 31
    target 0
    weight 2
  ]
  edge
  [
    source 2
    target 1
    weight 6
  ]
  edge
  [
    source 3
    target 1
    weight 3
  ]
  edge
  [
    source 7
    target 1
    weight 4
  ]
  edge
  [
    source 13
    target 1
    weight 5
  ]
  edge
  [
    source 17
    target 1
    weight 1
  ]
  edge
  [
    source 19
    target 1
    weight 2
  ]
  edge
  [
    source 21
    target 1
    weight 2
  ]
  edge
  [
    source 30
    target 1
    weight 2
  ]
  edge
  [
    source 3
    target 2
    weight 3
  ]
  edge
  [
    source 7
    target 2
    weight 4
  ]
  edge
  [
    source 8
    target 2
    weight 5
  ]
  edge
  [
    source 9
    target 2
    weight 1
  ]
  edge
  [
    source 13
    target 2
    weight 3
  ]
  edge
  [
    source 27
    target 2
    weight 2
  ]
  edge
  [
    source 28
    target 2
    weight 2
  ]
  edge
  [
    source 32
    target 2
    weight 2
  ]
  edge
  [
    source 7
    target 3
    weight 3
  ]
  edge
  [
    source 12
    target 3
    weight 3
  ]
  edge
  [
    source 13
    target 3
    weight 3
  ]
  edge
  [
    source 6
    target 4
    weight 2
  ]
  edge
  [
    source 10
    target 4
    weight 3
  ]
  edge
  [
    source 6
    target 5
    weight 5
  ]
  edge
  [
    source 10
    target 5
    weight 3
  ]
  edge
  [
    source 16
    target 5
    weight 3
  ]
  edge
  [
    source 16
    target 6
    weight 3
  ]
  edge
  [
    source 30
    target 8
    weight 3
  ]
  edge
  [
    source 32
    target 8
    weight 3
  ]
  edge
  [
    source 33
    target 8
    weight 4
  ]
  edge
  [
    source 33
    target 9
    weight 2
  ]
  edge
  [
    source 33
    target 13
    weight 3
  ]
  edge
  [
    source 32
    target 14
    weight 3
  ]
  edge
  [
    source 33
    target 14
    weight 2
  ]
  edge
  [
    source 32
    target 15
    weight 3
  ]
  edge
  [
    source 33
    target 15
    weight 4
  ]
  edge
  [
    source 32
    target 18
    weight 1
  ]
  edge
  [
    source 33
    target 18
    weight 2
  ]
  edge
  [
    source 33
    target 19
    weight 1
  ]
  edge
  [
    source 32
    target 20
    weight 3
  ]
  edge
  [
    source 33
    target 20
    weight 1
  ]
  edge
  [
    source 32
    target 22
    weight 2
  ]
  edge
  [
    source 33
    target 22
    weight 3
  ]
  edge
  [
    source 25
    target 23
    weight 5
  ]
  edge
  [
    source 27
    target 23
    weight 4
  ]
  edge
  [
    source 29
    target 23
    weight 3
  ]
  edge
  [
    source 32
    target 23
    weight 5
  ]
  edge
  [
    source 33
    target 23
    weight 4
  ]
  edge
  [
    source 25
    target 24
    weight 2
  ]
  edge
  [
    source 27
    target 24
    weight 3
  ]
  edge
  [
    source 31
    target 24
    weight 2
  ]
  edge
  [
    source 31
    target 25
    weight 7
  ]
  edge
  [
    source 29
    target 26
    weight 4
  ]
  edge
  [
    source 33
    target 26
    weight 2
  ]
  edge
  [
    source 33
    target 27
    weight 4
  ]
  edge
  [
    source 31
    target 28
    weight 2
  ]
  edge
  [
    source 33
    target 28
    weight 2
  ]
  edge
  [
    source 32
    target 29
    weight 4
  ]
  edge
  [
    source 33
    target 29
    weight 2
  ]
  edge
  [
    source 32
    target 30
    weight 3
  ]
  edge
  [
    source 33
    target 30
    weight 3
  ]
  edge
  [
    source 32
    target 31
    weight 4
  ]
  edge
  [
    source 33
    target 31
    weight 4
  ]
  edge
  [
    source 33
    target 32
    weight 5
  ]
]
