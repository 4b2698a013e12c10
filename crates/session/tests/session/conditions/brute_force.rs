//! The specification: all maps are tried, and conditions are evaluated for each.

use super::*;

/// All maps from `from` things to `to` things.
pub(super) fn maps(from: usize, to: usize) -> Vec<Vec<usize>> {
    (0..from).fold(vec![Vec::new()], |all, _| {
        let longer = |map: Vec<usize>| {
            (0..to).map(move |image| [map.clone(), vec![image]].concat()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(longer).collect()
    })
}

impl Graph {
    pub(super) fn json(&self) -> String {
        let column = |of: &[&Attributes], name: &str| {
            let values = of.iter().map(|it| it.get(name).map_or("null".to_owned(), Val::text));
            format!("\"{name}\": [{}]", values.collect::<Vec<_>>().join(", "))
        };
        let of_nodes: Vec<&Attributes> = self.nodes.iter().map(|(_, it)| it).collect();
        let of_arcs: Vec<&Attributes> = self.arcs.iter().map(|arc| &arc.attributes).collect();
        let nodes: Vec<String> =
            self.nodes.iter().map(|(label, _)| format!("\"{label}\"")).collect();
        let mut arcs = String::new();
        for (place, arc) in self.arcs.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            let _ = write!(arcs, "{comma}[{}, {}, \"{}\"]", arc.tail, arc.head, arc.label);
        }
        let columns =
            |of: &[&Attributes], names: [&str; 2]| names.map(|it| column(of, it)).join(", ");
        format!(
            "{{\"nodes\": [{}], \"edges\": [{arcs}], \"node_attributes\": {{{}}}, \
             \"edge_attributes\": {{{}}}}}",
            nodes.join(", "),
            columns(&of_nodes, NODE),
            columns(&of_arcs, EDGE)
        )
    }

    /// The graph as the pattern sees it: arcs have only the attributes that its present arcs ask
    /// about.
    pub(super) fn seen_by(&self, pattern: &Pattern, view: View) -> Self {
        let mut names = BTreeSet::new();
        pattern.arcs.iter().filter_map(|arc| arc.test.as_ref()).for_each(|it| it.names(&mut names));
        self.seen_with(&names, view)
    }

    /// The graph with these attributes of arcs.
    pub(super) fn seen_with(&self, names: &BTreeSet<&str>, view: View) -> Self {
        let mut arcs = BTreeSet::new();
        for arc in &self.arcs {
            let mut arc = arc.clone();
            arc.attributes.retain(|name, _| names.contains(name));
            if view.edge_labels == isocount_core::Labels::Ignore {
                arc.label = "any";
            }
            if view.directions == isocount_core::Directions::Ignore {
                arcs.insert(Arc { tail: arc.head, head: arc.tail, ..arc.clone() });
            }
            arcs.insert(arc);
        }
        Self { nodes: self.nodes.clone(), arcs }
    }
}

/// Whether each pattern arc can have a graph arc of its own.
fn match_up(fits: &[Vec<usize>], used: &mut Vec<usize>) -> bool {
    let Some((first, rest)) = fits.split_first() else { return true };
    first.iter().any(|&arc| {
        if used.contains(&arc) {
            return false;
        }
        used.push(arc);
        let done = match_up(rest, used);
        used.pop();
        done
    })
}

/// `all_arcs` are the arcs with all their attributes, for the absent arcs.
pub(super) fn brute_force(
    pattern: &Pattern,
    graph: &Graph,
    all_arcs: &BTreeSet<Arc>,
    semantics: Semantics,
) -> u128 {
    let fits = |map: &Vec<usize>| {
        let is_injective = map.iter().collect::<BTreeSet<_>>().len() == map.len();
        let nodes_fit = pattern.nodes.iter().zip(map).all(|((labels, test), &image)| {
            let (label, attributes) = &graph.nodes[image];
            accepts(labels, label) && satisfies(test.as_ref(), attributes)
        });
        let wheres_hold = pattern.wheres.iter().all(|&(a, operator, b)| {
            let age = |node: usize| graph.nodes[map[node]].1.get("age");
            compare(age(a), operator, age(b)) == Some(true)
        });
        let pairs = (0..map.len()).flat_map(|u| (0..map.len()).map(move |v| (u, v)));
        let arcs_fit = |(u, v): (usize, usize)| {
            let there: Vec<&Arc> =
                graph.arcs.iter().filter(|arc| (arc.tail, arc.head) == (map[u], map[v])).collect();
            let wanted: Vec<Vec<usize>> = pattern
                .arcs
                .iter()
                .filter(|arc| (arc.tail, arc.head) == (u, v))
                .map(|wanted| {
                    let fits = |arc: &&Arc| {
                        accepts(&wanted.labels, arc.label)
                            && satisfies(wanted.test.as_ref(), &arc.attributes)
                    };
                    (0..there.len()).filter(|&place| fits(&there[place])).collect()
                })
                .collect();
            let is_forbidden = |arc: &&Arc| {
                let absent = pattern.absent.iter().filter(|it| (it.tail, it.head) == (u, v));
                absent.into_iter().any(|absent| {
                    accepts(&absent.labels, arc.label)
                        && satisfies(absent.test.as_ref(), &arc.attributes)
                })
            };
            let all = all_arcs.iter().filter(|arc| (arc.tail, arc.head) == (map[u], map[v]));
            if all.into_iter().any(|arc| is_forbidden(&arc)) {
                return false;
            }
            match semantics {
                Semantics::Homomorphism => wanted.iter().all(|fits| !fits.is_empty()),
                Semantics::Monomorphism(_) => match_up(&wanted, &mut Vec::new()),
                Semantics::Induced(_) => {
                    wanted.len() == there.len() && match_up(&wanted, &mut Vec::new())
                }
            }
        };
        nodes_fit
            && wheres_hold
            && (is_injective || semantics == Semantics::Homomorphism)
            && pairs.into_iter().all(arcs_fit)
    };
    let count = maps(pattern.nodes.len(), graph.nodes.len()).iter().filter(|map| fits(map)).count();
    let unit = match semantics {
        Semantics::Homomorphism => 1,
        Semantics::Monomorphism(unit) | Semantics::Induced(unit) => match unit {
            Unit::Mappings => 1,
            Unit::Subgraphs => pattern.symmetries(),
        },
    };
    count as u128 / unit
}

pub(super) const MEANINGS: [Semantics; 5] = [
    Semantics::Homomorphism,
    Semantics::Monomorphism(Unit::Mappings),
    Semantics::Monomorphism(Unit::Subgraphs),
    Semantics::Induced(Unit::Mappings),
    Semantics::Induced(Unit::Subgraphs),
];
