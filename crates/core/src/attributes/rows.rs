//! The attributes of a graph, stored by distinct combinations of label and values.
//!
//! Many nodes and arcs share their label and values, and what they share is stored once: a row. A
//! graph with attributes is an ordinary graph whose labels are numbers of rows, so arcs keep their
//! attributes whatever order they are stored in.

use std::collections::{BTreeMap, BTreeSet};

use super::value::{Value, ValueKind};
use crate::{Cancelled, Control, Directions, Label, LabeledGraph, View};

/// A label together with the values of some attributes.
///
/// ```
/// use isocount_core::{AttributeRow, Label, Value};
///
/// let row = AttributeRow { label: Label(0), values: Box::new([Value::from(true)]) };
/// assert_eq!(row.values.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttributeRow {
    /// The label.
    pub label: Label,
    /// The values, in the order of [`AttributeRows::names`].
    pub values: Box<[Value]>,
}

/// The rows of the nodes or of the arcs of a graph.
///
/// ```
/// use isocount_core::AttributeRows;
///
/// let rows = AttributeRows { names: vec!["age".to_owned()], ..AttributeRows::default() };
/// assert_eq!(rows.column("age"), Some(0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeRows {
    /// The names of the attributes that were kept.
    pub names: Vec<String>,
    /// The rows. A label of the graph is an index into them.
    pub rows: Vec<AttributeRow>,
    /// The names of the attributes that the source has, kept or not, for messages; not all of them
    /// if they are many.
    pub there: BTreeSet<String>,
}

impl AttributeRows {
    /// The position of an attribute among the values; `None` if it was not kept.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The kinds of the values of an attribute.
    #[must_use]
    pub fn kinds(&self, column: usize) -> BTreeSet<ValueKind> {
        self.rows.iter().filter_map(|row| row.values.get(column)?.kind()).collect()
    }
}

/// A graph that knows attributes of its nodes and arcs.
///
/// ```
/// use isocount_core::{AttributeRow, AttributeRows, AttributedGraph, Label, LabeledGraph, Value};
///
/// // Ann is 30, Bob is of unknown age, and Ann pays Bob twice.
/// let row = |value| AttributeRow { label: Label(0), values: [value].into() };
/// let rows = |name: &str, values: [Value; 2]| AttributeRows {
///     names: vec![name.to_owned()],
///     rows: values.map(row).into(),
///     there: [name.to_owned()].into(),
/// };
/// let mut builder = LabeledGraph::builder();
/// let (ann, bob) = (builder.node(Label(0)), builder.node(Label(1)));
/// builder.edge(ann, bob, Label(0)).edge(ann, bob, Label(1));
/// let graph = AttributedGraph {
///     graph: builder.build()?,
///     nodes: rows("age", [Value::Integer(30), Value::Missing]),
///     arcs: rows("amount", [Value::Integer(5), Value::Real(7.5)]),
/// };
/// // Without attributes, the two arcs are one.
/// assert_eq!(graph.without_attributes().num_arcs(), 1);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributedGraph {
    /// The graph. Its labels are indices of rows.
    pub graph: LabeledGraph,
    /// The rows of the nodes.
    pub nodes: AttributeRows,
    /// The rows of the arcs.
    pub arcs: AttributeRows,
}

impl AttributedGraph {
    /// The graph with labels only. Arcs that differ only in attributes become one.
    ///
    /// # Panics
    /// If a label of the graph is not the index of a row.
    #[must_use]
    pub fn without_attributes(&self) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        builder.reserve(self.graph.num_nodes(), self.graph.num_arcs());
        for row in self.graph.node_labels() {
            builder.node(self.nodes.rows[row.0 as usize].label);
        }
        for arc in self.graph.arcs() {
            builder.edge(arc.tail, arc.head, self.arcs.rows[arc.label.0 as usize].label);
        }
        builder.build_merged().expect("the ends of all arcs exist")
    }

    /// Adds the reverse of every arc, with its label and its attributes.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn undirected(&self, control: &Control) -> Result<Self, Cancelled> {
        let view = View { directions: Directions::Ignore, ..View::PLAIN };
        Ok(Self { graph: view.apply_with(&self.graph, control)?, ..self.clone() })
    }

    /// Numbers rows by their contents, for those who build a graph.
    #[must_use]
    pub fn number_rows(
        rows: impl IntoIterator<Item = AttributeRow>,
    ) -> (Vec<AttributeRow>, Vec<Label>) {
        let (mut distinct, mut numbers) = (Vec::new(), Vec::new());
        let mut known: std::collections::HashMap<AttributeRow, Label> =
            std::collections::HashMap::default();
        for row in rows {
            let next = Label(distinct.len() as u32);
            let number = *known.entry(row).or_insert_with_key(|row| {
                distinct.push(row.clone());
                next
            });
            numbers.push(number);
        }
        (distinct, numbers)
    }

    /// The names of attributes, with the kinds of their values.
    #[must_use]
    pub fn kinds(rows: &AttributeRows) -> BTreeMap<&str, BTreeSet<ValueKind>> {
        let columns = rows.names.iter().enumerate();
        columns.map(|(column, name)| (name.as_str(), rows.kinds(column))).collect()
    }
}
