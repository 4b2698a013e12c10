//! Factors by name. Two factors with the same description have the same number, so quotients
//! share them, and each is evaluated once.
//!
//! ```text
//! leaf of u       U'(x)    = Σ over y in R(x)            W(x, y) · U(y)
//! ear of (a, b)   W'(x, z) = Σ over y in R(x) ∩ S(z)     V(x, y) · W(z, y) · U(y),   for related x, z only
//! block at c      U'(x)    = Σ over mappings of the block that send c to x
//! block at (a, b) P(x, z)  = Σ over mappings of the block that send a to x, b to z
//! ```

use rustc_hash::FxHashMap;

use super::canonical::QuotientShape;
use super::quotient::NodeKinds;
use super::relation::Relations;

/// A node with its factors: its kind, and the vectors that multiply there, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BookNode {
    pub(crate) kind: u32,
    pub(crate) vectors: Vec<u32>,
}

/// An edge with its factors: its relation, and the pair weights that multiply there, sorted; true
/// if they are seen from the other end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BookEdge {
    pub(crate) relation: u32,
    pub(crate) weights: Vec<(u32, bool)>,
}

/// A value for every graph node of a home.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Vector {
    /// The value of a neighbour of degree 1.
    Leaf { edge: u32, node: u32 },
    /// The value of a block attached to this node, which is the node `out` of the block.
    Block { shape: QuotientShape, out: usize },
    /// What a block is worth that has two adjacent nodes, with no regard to what hangs on them and
    /// between them: a value for every pair of their relation, seen from the first.
    PairBlock { shape: QuotientShape, ends: (usize, usize) },
}

/// What the values of a block belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The images of a node.
    Node(usize),
    /// The images of two adjacent nodes.
    Pair(usize, usize),
}

impl Vector {
    /// If it is a block: its shape, and what its values belong to.
    pub(crate) fn as_block(&self) -> Option<(&QuotientShape, Target)> {
        match self {
            Self::Leaf { .. } => None,
            Self::Block { shape, out } => Some((shape, Target::Node(*out))),
            Self::PairBlock { shape, ends: (first, second) } => {
                Some((shape, Target::Pair(*first, *second)))
            }
        }
    }
}

/// A value for every pair of a relation: the value of a common neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ear {
    pub(crate) relation: u32,
    /// The edges from both ends to the neighbour.
    pub(crate) from_first: u32,
    pub(crate) from_second: u32,
    pub(crate) node: u32,
}

/// A list without repetitions.
#[derive(Debug)]
pub(crate) struct Names<T> {
    list: Vec<T>,
    known: FxHashMap<T, u32>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { list: Vec::new(), known: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Names<T> {
    pub(crate) fn intern(&mut self, thing: T) -> u32 {
        if let Some(&known) = self.known.get(&thing) {
            return known;
        }
        self.list.push(thing.clone());
        self.known.insert(thing, self.list.len() as u32 - 1);
        self.list.len() as u32 - 1
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.list[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// All factors. Edge 0 stands for "no edge".
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) nodes: Names<BookNode>,
    pub(crate) edges: Names<BookEdge>,
    pub(crate) vectors: Names<Vector>,
    pub(crate) ears: Names<Ear>,
    edge_reverse: Vec<u32>,
}

impl Book {
    pub(crate) fn new() -> Self {
        let mut edges = Names::default();
        edges.intern(BookEdge { relation: 0, weights: Vec::new() });
        Self {
            nodes: Names::default(),
            edges,
            vectors: Names::default(),
            ears: Names::default(),
            edge_reverse: vec![0],
        }
    }

    pub(crate) fn node(&mut self, kind: u32, mut vectors: Vec<u32>) -> u32 {
        vectors.sort_unstable();
        self.nodes.intern(BookNode { kind, vectors })
    }

    /// The node with one more vector.
    pub(crate) fn node_with(&mut self, node: u32, vector: u32) -> u32 {
        let BookNode { kind, mut vectors } = self.nodes.get(node).clone();
        vectors.push(vector);
        self.node(kind, vectors)
    }

    /// The node without its vectors.
    pub(crate) fn bare(&mut self, node: u32) -> u32 {
        let kind = self.nodes.get(node).kind;
        self.node(kind, Vec::new())
    }

    pub(crate) fn edge(&mut self, edge: &BookEdge, relations: &Relations<'_>) -> u32 {
        let number = self.edges.intern(edge.clone());
        if number as usize == self.edge_reverse.len() {
            let turn = |&(ear, turned): &(u32, bool)| {
                (ear, if self.is_symmetric(ear, relations) { false } else { !turned })
            };
            let mut weights: Vec<_> = edge.weights.iter().map(turn).collect();
            weights.sort_unstable();
            let back = BookEdge { relation: relations.reverse(edge.relation), weights };
            let back = self.edges.intern(back);
            self.edge_reverse.push(back);
            if back != number {
                self.edge_reverse.push(number);
            }
        }
        number
    }

    /// The vector whose values are those of a node, if it alone hangs there and the node takes all
    /// graph nodes of its home.
    pub(crate) fn only_vector(&self, node: u32, kinds: &NodeKinds) -> Option<u32> {
        let BookNode { kind, vectors } = self.nodes.get(node);
        match vectors[..] {
            [vector] if kinds.list[*kind as usize].need == 0 => Some(vector),
            _ => None,
        }
    }

    /// The ear whose values are those of an edge, if it alone hangs there.
    pub(crate) fn only_ear(&self, edge: u32) -> Option<u32> {
        match self.edges.get(edge).weights[..] {
            [(ear, false)] => Some(ear),
            _ => None,
        }
    }

    pub(crate) fn reverse(&self, edge: u32) -> u32 {
        self.edge_reverse[edge as usize]
    }

    /// Whether the weights of an ear are the same from both ends.
    fn is_symmetric(&self, ear: u32, relations: &Relations<'_>) -> bool {
        let ear = self.ears.get(ear);
        relations.reverse(ear.relation) == ear.relation && ear.from_first == ear.from_second
    }

    /// The edge with one more ear, a common neighbour of both ends.
    pub(crate) fn edge_with(&mut self, edge: u32, ear: Ear, relations: &Relations<'_>) -> u32 {
        let Ear { relation, from_first, from_second, node } = ear;
        let back = Ear {
            relation: relations.reverse(relation),
            from_first: from_second,
            from_second: from_first,
            node,
        };
        let ear_number = self.ears.intern(ear.min(back));
        let BookEdge { relation, mut weights } = self.edges.get(edge).clone();
        weights.push((ear_number, back < ear));
        weights.sort_unstable();
        self.edge(&BookEdge { relation, weights }, relations)
    }
}
