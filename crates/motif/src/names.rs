//! Names of motifs, and the order of the undirected ones.
//!
//! Undirected motifs of up to five nodes are listed in the order G0 to G29 of Pržulj (2007,
//! "Biological network comparison using graphlet degree distribution"), which ORCA and others use.
//! Triads of directed graphs have the codes of Holland and Leinhardt (1970): the numbers of mutual,
//! one-way and missing pairs, and a letter where these are ambiguous.

use crate::shape::Shape;

/// A motif in the customary order: its name, its number of nodes, and its edges.
pub(crate) struct Graphlet {
    pub(crate) name: &'static str,
    pub(crate) nodes: usize,
    pub(crate) edges: &'static [(usize, usize)],
}

const fn graphlet(name: &'static str, nodes: usize, edges: &'static [(usize, usize)]) -> Graphlet {
    Graphlet { name, nodes, edges }
}

/// G0 to G29.
pub(crate) const GRAPHLETS: [Graphlet; 30] = [
    graphlet("edge", 2, &[(0, 1)]),
    graphlet("path of 3", 3, &[(0, 1), (1, 2)]),
    graphlet("triangle", 3, &[(0, 1), (1, 2), (2, 0)]),
    graphlet("path of 4", 4, &[(0, 1), (1, 2), (2, 3)]),
    graphlet("claw", 4, &[(0, 1), (0, 2), (0, 3)]),
    graphlet("cycle of 4", 4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
    graphlet("paw", 4, &[(0, 1), (1, 2), (2, 0), (0, 3)]),
    graphlet("diamond", 4, &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)]),
    graphlet("clique of 4", 4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    graphlet("path of 5", 5, &[(0, 1), (1, 2), (2, 3), (3, 4)]),
    graphlet("fork", 5, &[(0, 1), (0, 2), (0, 3), (3, 4)]),
    graphlet("star of 5", 5, &[(0, 1), (0, 2), (0, 3), (0, 4)]),
    graphlet("bull", 5, &[(0, 1), (1, 2), (2, 0), (0, 3), (1, 4)]),
    graphlet("lollipop", 5, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4)]),
    graphlet("cricket", 5, &[(0, 1), (1, 2), (2, 0), (0, 3), (0, 4)]),
    graphlet("cycle of 5", 5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
    graphlet("banner", 5, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]),
    graphlet("dart", 5, &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4)]),
    graphlet("butterfly", 5, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]),
    graphlet("kite", 5, &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 4)]),
    graphlet("K2,3", 5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]),
    graphlet("house", 5, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)]),
    graphlet("book of 3", 5, &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)]),
    graphlet("K4 + pendant", 5, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 4)]),
    graphlet("gem", 5, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4)]),
    graphlet("K2,3 + edge", 5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3)]),
    graphlet("K5 - path", 5, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 4), (1, 4)]),
    graphlet("wheel of 5", 5, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1)]),
    graphlet(
        "K5 - edge",
        5,
        &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4)],
    ),
    graphlet(
        "clique of 5",
        5,
        &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)],
    ),
];

/// The name of an undirected motif: that of its graphlet, or of a family.
pub(crate) fn undirected_name(shape: Shape) -> Option<String> {
    let is = |g: &&Graphlet| {
        g.nodes == shape.num_nodes()
            && Shape::undirected(g.nodes, g.edges).canonical().0 == shape.canonical().0
    };
    if let Some(known) = GRAPHLETS.iter().find(is) {
        return Some(known.name.to_owned());
    }
    let nodes = shape.num_nodes();
    let degrees: Vec<usize> = (0..nodes).map(|i| shape.degree(i)).collect();
    let count = |degree| degrees.iter().filter(|&&d| d == degree).count();
    let edges = shape.num_arcs() / 2;
    let family = match edges {
        _ if !shape.is_connected() => return None,
        e if e + 1 == nodes && count(1) == 2 => "path",
        e if e + 1 == nodes && count(nodes - 1) == 1 => "star",
        e if e == nodes && count(2) == nodes => "cycle",
        e if e == nodes * (nodes - 1) / 2 => "clique",
        e if e == 2 * (nodes - 1) && count(nodes - 1) == 1 && count(3) == nodes - 1 => "wheel",
        _ => return None,
    };
    Some(format!("{family} of {nodes}"))
}

/// The code of a triad, such as `030T`; `None` for other sizes.
pub(crate) fn triad_code(shape: Shape) -> Option<String> {
    if shape.num_nodes() != 3 {
        return None;
    }
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let arcs_of = |&(i, j): &(usize, usize)| {
        usize::from(shape.has_arc(i, j)) + usize::from(shape.has_arc(j, i))
    };
    let count = |arcs| pairs.iter().filter(|pair| arcs_of(pair) == arcs).count();
    let (mutual, one_way, missing) = (count(2), count(1), count(0));
    // The one-way arcs of a node.
    let one_way_at = |i: usize, leaving: bool| {
        let is = |&j: &usize| {
            let (there, back) = (shape.has_arc(i, j), shape.has_arc(j, i));
            j != i && there != back && there == leaving
        };
        (0..3).filter(is).count()
    };
    let most_leaving = (0..3).map(|i| one_way_at(i, true)).max();
    let most_entering = (0..3).map(|i| one_way_at(i, false)).max();
    let letter = match (mutual, one_way, missing) {
        (0, 2, 1) | (1, 2, 0) => match (most_leaving, most_entering) {
            (Some(2), _) => "D",
            (_, Some(2)) => "U",
            _ => "C",
        },
        (0, 3, 0) => {
            if most_leaving == Some(2) {
                "T"
            } else {
                "C"
            }
        }
        // Whether the one-way arc points at the mutual pair or away from it.
        (1, 1, 1) => {
            let in_pair = |i: usize| (0..3).any(|j| shape.has_arc(i, j) && shape.has_arc(j, i));
            let points_at = (0..3).any(|i| in_pair(i) && one_way_at(i, false) == 1);
            if points_at { "D" } else { "U" }
        }
        _ => "",
    };
    Some(format!("{mutual}{one_way}{missing}{letter}"))
}
