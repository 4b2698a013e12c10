//! A file of weights and questions, as `testdata/golden/nn.py` writes it.

use std::path::Path;

use isocount_core::{Label, LabeledGraph, NodeId};
use isocount_grad::{Matrix, Params};
use isocount_nn::{Prepared, Vocabulary};
use safetensors::SafeTensors;

pub(crate) struct File {
    bytes: Vec<u8>,
    vocabulary: Vocabulary,
}

/// The questions: pattern and graph of each, and the true counts.
pub(crate) struct Questions {
    pub(crate) patterns: Vec<Prepared>,
    pub(crate) graphs: Vec<Prepared>,
    pub(crate) asked: Vec<(usize, usize)>,
    pub(crate) counts: Vec<f32>,
}

impl File {
    pub(crate) fn read(path: &Path, vocabulary: Vocabulary) -> Self {
        Self { bytes: std::fs::read(path).unwrap(), vocabulary }
    }

    pub(crate) fn get(&self, name: &str) -> Matrix {
        let file = SafeTensors::deserialize(&self.bytes).unwrap();
        let tensor = file.tensor(name).unwrap_or_else(|_| panic!("no golden value `{name}`"));
        let numbers = tensor.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let &[rows, cols] = tensor.shape() else { panic!("`{name}` is not a matrix") };
        Matrix::new(rows, cols, numbers.collect())
    }

    /// Sets every parameter to its value in the file.
    pub(crate) fn load(&self, params: &mut Params) {
        let names: Vec<String> = params.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            let var = params.find(&name).unwrap();
            let value = self.get(&format!("weight.{name}"));
            assert_eq!(params.get(var).shape(), value.shape(), "{name}");
            params.get_mut(var).copy_from_slice(value.data());
        }
    }

    pub(crate) fn questions(&self) -> Questions {
        let questions = self.list::<3>("questions");
        Questions {
            patterns: self.graphs("patterns"),
            graphs: self.graphs("graphs"),
            asked: questions.iter().map(|row| (row[0] as usize, row[1] as usize)).collect(),
            counts: questions.iter().map(|row| row[2] as f32).collect(),
        }
    }

    /// Rows of whole numbers.
    fn list<const N: usize>(&self, name: &str) -> Vec<[u32; N]> {
        let matrix = self.get(name);
        let rows = matrix.data().as_chunks::<N>().0.iter();
        rows.map(|row| row.map(|number| number as u32)).collect()
    }

    fn graphs(&self, side: &str) -> Vec<Prepared> {
        let labels = self.list::<1>(&format!("{side}.labels"));
        let arcs = self.list::<3>(&format!("{side}.arcs"));
        let (mut labels, mut arcs) = (labels.iter(), arcs.iter());
        let graph = |&[num_nodes, num_arcs]: &[u32; 2]| {
            let mut builder = LabeledGraph::builder();
            for &[label] in labels.by_ref().take(num_nodes as usize) {
                builder.node(Label(label));
            }
            for &[tail, head, label] in arcs.by_ref().take(num_arcs as usize) {
                builder.edge(NodeId(tail), NodeId(head), Label(label));
            }
            Prepared::new(&builder.build().unwrap(), self.vocabulary).unwrap()
        };
        self.list(&format!("{side}.sizes")).iter().map(graph).collect()
    }
}

/// A graph and its identifying number.
type Numbered<'a> = (usize, &'a Prepared);

impl Questions {
    /// Numbered patterns and graphs, as batches need them.
    pub(crate) fn numbered(&self) -> Vec<(Numbered<'_>, Numbered<'_>)> {
        let question = |&(p, g): &(usize, usize)| ((p, &self.patterns[p]), (g, &self.graphs[g]));
        self.asked.iter().map(question).collect()
    }
}
