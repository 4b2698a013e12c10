//! Data sets that publish their labels as codes, and the meanings of these codes.
//!
//! Nothing is guessed: a data set is recognised by the checksum of all its graphs, because other
//! encodings of it exist under the same name.

use isocount_core::{Cancelled, Control, Label};
use isocount_format::{LabelNames, NamedGraph};
use sha2::{Digest, Sha256};

use crate::checksum;

/// A data set whose labels are published as codes.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownCodes {
    /// The name of the data set.
    pub name: &'static str,
    /// The meanings of the node label codes, from 0.
    pub nodes: &'static [&'static str],
    /// The meanings of the edge label codes, from 0.
    pub edges: &'static [&'static str],
    /// How many graphs there are.
    graphs: usize,
    /// The checksum of all graphs with their codes, independent of the names and order of the
    /// graphs.
    checksum: &'static str,
}

/// MUTAG of the TU collection, according to its README, without hydrogen. The GML files that were
/// released with the paper are the same graphs with the same codes.
pub const MUTAG_CODES: KnownCodes = KnownCodes {
    name: "MUTAG",
    nodes: &["C", "N", "O", "F", "I", "Cl", "Br"],
    edges: &["aromatic", "single", "double", "triple"],
    graphs: 188,
    checksum: "814130820102e938d819f118558e71646b1fff830a48349e98e8b7b7679cc12e",
};

/// All known data sets.
const KNOWN: &[&KnownCodes] = &[&MUTAG_CODES];

/// How the labels of a known data set are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As codes.
    Codes,
    /// As the meanings of the codes.
    Names,
}

/// Graphs of a known data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recognised {
    /// The data set.
    pub codes: &'static KnownCodes,
    /// How its labels are written.
    pub spelling: Spelling,
}

/// The known data set that these graphs are, if any.
pub(super) fn recognise(
    graphs: &[NamedGraph],
    names: &LabelNames,
    control: &Control,
) -> Result<Option<Recognised>, Cancelled> {
    for &codes in KNOWN {
        for spelling in [Spelling::Codes, Spelling::Names] {
            if codes.is_known(graphs, names, spelling, control)? {
                return Ok(Some(Recognised { codes, spelling }));
            }
        }
    }
    Ok(None)
}

impl KnownCodes {
    /// Whether these are the graphs of this data set, in this spelling.
    fn is_known(
        &self,
        graphs: &[NamedGraph],
        names: &LabelNames,
        spelling: Spelling,
        control: &Control,
    ) -> Result<bool, Cancelled> {
        if graphs.len() != self.graphs {
            return Ok(false);
        }
        let found = self.checksum_of(graphs, names, spelling, control)?;
        Ok(found.is_some_and(|found| found == self.checksum))
    }

    /// The checksum of graphs; `None` if a label does not belong to this data set.
    fn checksum_of(
        &self,
        graphs: &[NamedGraph],
        names: &LabelNames,
        spelling: Spelling,
        control: &Control,
    ) -> Result<Option<String>, Cancelled> {
        let node = |label: Label| code(names.node_text(label)?, self.nodes, spelling);
        let edge = |label: Label| code(names.edge_text(label)?, self.edges, spelling);
        let mut digests = Vec::with_capacity(graphs.len());
        for NamedGraph { graph, .. } in graphs {
            control.check()?;
            let mut numbers = vec![graph.num_nodes() as u32];
            let labels = graph.node_labels().iter().map(|label| node(*label));
            let Some(labels) = labels.collect::<Option<Vec<u32>>>() else { return Ok(None) };
            numbers.extend(labels);
            let arcs = graph.arcs().map(|arc| Some([arc.tail.0, arc.head.0, edge(arc.label)?]));
            let Some(mut arcs) = arcs.collect::<Option<Vec<[u32; 3]>>>() else { return Ok(None) };
            // Labels were numbered in order of appearance; the codes have their own order.
            arcs.sort_unstable();
            numbers.extend(arcs.into_iter().flatten());
            let bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
            digests.push(<[u8; checksum::LEN]>::from(Sha256::digest(bytes)));
        }
        digests.sort_unstable();
        Ok(Some(checksum::hex(&Sha256::digest(digests.concat()))))
    }

    /// A node label in another spelling; a label of another data set stays as it is.
    pub(crate) fn respell_node<'a>(&self, text: &'a str, to: Spelling) -> Respelled<'a> {
        Respelled::new(text, self.nodes, to)
    }

    /// An edge label in another spelling; a label of another data set stays as it is.
    pub(crate) fn respell_edge<'a>(&self, text: &'a str, to: Spelling) -> Respelled<'a> {
        Respelled::new(text, self.edges, to)
    }
}

/// The code of a label.
fn code(text: &str, meanings: &[&str], spelling: Spelling) -> Option<u32> {
    let place = match spelling {
        Spelling::Names => meanings.iter().position(|meaning| *meaning == text),
        Spelling::Codes => (0..meanings.len()).find(|code| code.to_string() == text),
    };
    place.map(|place| place as u32)
}

/// A label in its new spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Respelled<'a> {
    /// The code, by which known labels are sorted; `None` for an unknown label.
    pub(crate) code: Option<u32>,
    pub(crate) text: std::borrow::Cow<'a, str>,
}

impl<'a> Respelled<'a> {
    fn new(text: &'a str, meanings: &[&'static str], to: Spelling) -> Self {
        let found = [Spelling::Codes, Spelling::Names].map(|from| code(text, meanings, from));
        let Some(code) = found.into_iter().flatten().next() else {
            return Self { code: None, text: text.into() };
        };
        let text = match to {
            Spelling::Names => meanings[code as usize].into(),
            Spelling::Codes => code.to_string().into(),
        };
        Self { code: Some(code), text }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use isocount_format::{ReadOptions, read_collection};

    use super::*;
    use crate::import::Collecting;
    use crate::{DataError, LabelTable};

    /// Two graphs, as if they were a whole data set.
    const TOY: [&str; 2] = [
        r#"{"name":"a","nodes":[0,1,2],"edges":[[0,1,0],[1,0,0],[1,2,1],[2,1,1]]}"#,
        r#"{"name":"b","nodes":[6,5,4,3],"edges":[[0,1,3],[0,1,2]]}"#,
    ];

    fn read(text: &str) -> (Vec<NamedGraph>, LabelNames) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.jsonl");
        fs::write(&path, text).unwrap();
        let mut names = LabelNames::new();
        let graphs = read_collection(&path, &ReadOptions::default(), &mut names, &Control::NONE);
        (graphs.unwrap(), names)
    }

    fn checksum(text: &str, spelling: Spelling) -> Option<String> {
        let (graphs, names) = read(text);
        MUTAG_CODES.checksum_of(&graphs, &names, spelling, &Control::NONE).unwrap()
    }

    #[test]
    fn order_and_names_of_graphs_do_not_matter_and_everything_else_does() {
        let whole = TOY.join("\n");
        let sum = checksum(&whole, Spelling::Codes).unwrap();
        let other = format!("{}\n{}", TOY[1].replace("\"b\"", "\"x\""), TOY[0]);
        assert_eq!(checksum(&other, Spelling::Codes), Some(sum.clone()));
        for (from, to) in [("[0,1,2]", "[0,1,1]"), ("[0,1,3]", "[1,0,3]"), ("[0,1,3]", "[0,1,1]")] {
            let changed = whole.replacen(from, to, 1);
            assert_ne!(changed, whole);
            assert_ne!(checksum(&changed, Spelling::Codes), Some(sum.clone()), "{to}");
        }
        assert_eq!(checksum(&whole, Spelling::Names), None);
        assert_eq!(checksum(&whole.replace("[0,1,2]", "[0,1,7]"), Spelling::Codes), None);
        let named = r#"{"nodes":["C","N","O"],"edges":[[0,1,"aromatic"],[1,0,"aromatic"],[1,2,"single"],[2,1,"single"]]}
{"nodes":["Br","Cl","I","F"],"edges":[[0,1,"triple"],[0,1,"double"]]}"#;
        assert_eq!(checksum(named, Spelling::Names), Some(sum));
    }

    fn collecting(graphs: &str, patterns: &str) -> Collecting {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let (graphs, patterns) = (write("g.jsonl", graphs), write("p.jsonl", patterns));
        let mut collecting = Collecting::new();
        collecting.read_graphs(&graphs, &ReadOptions::default(), &Control::NONE).unwrap();
        collecting.read_patterns(&patterns, &ReadOptions::default(), &Control::NONE).unwrap();
        collecting
    }

    fn table(nodes: &[&str], edges: &[&str]) -> LabelTable {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        LabelTable { nodes: texts(nodes), edges: texts(edges) }
    }

    #[test]
    fn names_keep_the_numbers_of_their_codes() {
        let graphs = TOY.join("\n");
        // One pattern is written in codes, one in names, one with a label that MUTAG does not have.
        let patterns = r#"{"name":"p","nodes":[0,1],"edges":[[0,1,0]]}
{"name":"q","nodes":["C","N"],"edges":[[0,1,"aromatic"]]}
{"name":"r","nodes":["Xe"],"edges":[]}"#;
        let named = collecting(&graphs, patterns).respelled(&MUTAG_CODES, Spelling::Names);
        let named = named.finish(&Control::NONE).unwrap();
        let expected = table(
            &["C", "N", "O", "F", "I", "Cl", "Br", "Xe"],
            &["aromatic", "single", "double", "triple"],
        );
        assert_eq!(named.labels, expected);
        assert_eq!(named.patterns[0].pattern, named.patterns[1].pattern);

        let plain = collecting(&graphs, &patterns.replace("\"Xe\"", "7"));
        let plain = plain.finish(&Control::NONE).unwrap();
        assert_eq!(plain.graphs, named.graphs, "the same bytes");
        assert_eq!(plain.patterns[0], named.patterns[0]);

        let back = collecting(&graphs, patterns).respelled(&MUTAG_CODES, Spelling::Codes);
        let back = back.finish(&Control::NONE).unwrap();
        assert_eq!(back.labels.nodes, ["0", "1", "2", "3", "4", "5", "6", "Xe"]);
        assert_eq!(back.graphs, named.graphs);
    }

    #[test]
    fn arcs_that_would_become_one_are_refused() {
        let graphs = TOY.join("\n");
        let pattern = r#"{"name":"p","nodes":[0,1],"edges":[[0,1,0],[0,1,"aromatic"]]}"#;
        let named = collecting(&graphs, pattern).respelled(&MUTAG_CODES, Spelling::Names);
        let error: DataError = named.finish(&Control::NONE).unwrap_err();
        let expected =
            "p: two arcs from node 0 to node 1 have the label `aromatic`, once as its code";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn two_graphs_are_not_mutag() {
        let (graphs, names) = read(&TOY.join("\n"));
        assert_eq!(recognise(&graphs, &names, &Control::NONE), Ok(None));
    }
}
