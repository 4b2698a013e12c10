//! The attributes of a graph under construction: values by name, collected into rows.

use std::collections::{BTreeMap, BTreeSet};

use isocount_core::{
    AttributeRow, AttributeRows, AttributedGraph, Control, Edge, GraphError, Label, LabeledGraph,
    NodeId, Value, ValueKind,
};
use rustc_hash::FxHashMap;

use crate::{Duplicates, KeptAttributes};

/// How many names of attributes are remembered for messages.
const NAMES_THERE: usize = 64;

/// How a text spells a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As a number; anything else is missing.
    Number,
    /// As true or false; anything else is missing.
    Truth,
    /// It is a text.
    Text,
    /// If all texts of the column are numbers, as numbers.
    Any,
}

impl Spelling {
    /// By the type that `GraphML` and GEXF state.
    pub(crate) fn of_type(name: &str) -> Self {
        match name {
            "int" | "integer" | "long" | "short" | "byte" | "float" | "double" | "bigdecimal"
            | "biginteger" => Self::Number,
            "boolean" => Self::Truth,
            "" => Self::Any,
            _ => Self::Text,
        }
    }
}

/// The attributes of the nodes or of the edges of a graph.
pub(crate) struct AttributeColumns {
    /// Those to be kept; `None` if all are.
    wanted: Option<BTreeSet<String>>,
    /// The names of the columns in use.
    names: Vec<String>,
    places: FxHashMap<String, usize>,
    /// All names, for messages.
    there: BTreeSet<String>,
    /// The values of the current node or edge.
    current: Vec<Value>,
    /// The distinct combinations of values; the first one is empty.
    rows: Vec<Box<[Value]>>,
    numbers: FxHashMap<Box<[Value]>, u32>,
    /// Columns whose texts may be numbers or truth values, as in tables of text.
    spelled: BTreeSet<usize>,
}

impl AttributeColumns {
    fn new(wanted: Option<BTreeSet<String>>) -> Self {
        let mut columns = Self {
            wanted,
            names: Vec::new(),
            places: FxHashMap::default(),
            there: BTreeSet::new(),
            current: Vec::new(),
            rows: Vec::new(),
            numbers: FxHashMap::default(),
            spelled: BTreeSet::new(),
        };
        columns.row();
        columns
    }

    /// Records that there is an attribute; returns whether it is to be kept.
    pub(crate) fn is_wanted(&mut self, name: &str) -> bool {
        if self.there.len() < NAMES_THERE && !self.there.contains(name) {
            self.there.insert(name.to_owned());
        }
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(name))
    }

    /// The column of a name.
    pub(crate) fn column(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    /// Sets the value of an attribute of the current node or edge, if it is to be kept.
    pub(crate) fn put(&mut self, name: &str, value: impl FnOnce() -> Value) {
        if self.is_wanted(name) {
            let column = self.column(name);
            self.put_in(column, value());
        }
    }

    /// Like [`put`](Self::put), for a text that spells a value.
    pub(crate) fn put_text(&mut self, name: &str, spelling: Spelling, text: &str) {
        if !self.is_wanted(name) {
            return;
        }
        let column = self.column(name);
        let value = match spelling {
            Spelling::Number => Value::parse_number(text.trim()).unwrap_or_default(),
            Spelling::Truth => parse_truth(text.trim()).unwrap_or_default(),
            Spelling::Any if text.is_empty() => Value::Missing,
            Spelling::Any | Spelling::Text => Value::text(text),
        };
        if spelling == Spelling::Any {
            self.set_spelled(column);
        }
        self.put_in(column, value);
    }

    /// Marks a column as spelled.
    pub(crate) fn set_spelled(&mut self, column: usize) {
        self.spelled.insert(column);
    }

    fn put_in(&mut self, column: usize, value: Value) {
        if self.current.len() <= column {
            self.current.resize(column + 1, Value::Missing);
        }
        self.current[column] = value;
    }

    /// Ends the current node or edge, and returns the number of its values.
    pub(crate) fn row(&mut self) -> u32 {
        while self.current.last().is_some_and(Value::is_missing) {
            self.current.pop();
        }
        let values = std::mem::take(&mut self.current).into_boxed_slice();
        self.number(values)
    }

    /// The number of these values, without missing ones at the end.
    fn number(&mut self, values: Box<[Value]>) -> u32 {
        if let Some(&number) = self.numbers.get(&values) {
            return number;
        }
        let number = self.rows.len() as u32;
        self.rows.push(values.clone());
        self.numbers.insert(values, number);
        number
    }

    /// Numbers values that may be missing at the end.
    pub(crate) fn number_of(&mut self, values: &[Value]) -> u32 {
        self.current = values.to_vec();
        self.row()
    }

    /// The rows of nodes or edges with these labels and values.
    fn finish(mut self, of: impl Iterator<Item = (Label, u32)>) -> (AttributeRows, Vec<Label>) {
        self.read_spelling();
        let Self { names, there, rows, .. } = self;
        let rows: Vec<Box<[Value]>> = rows
            .into_iter()
            .map(|row| {
                let mut row = row.into_vec();
                row.resize(names.len(), Value::Missing);
                row.into_boxed_slice()
            })
            .collect();
        let mut known: FxHashMap<(Label, u32), Label> = FxHashMap::default();
        let mut distinct = Vec::new();
        let numbers = of
            .map(|(label, row)| {
                *known.entry((label, row)).or_insert_with(|| {
                    distinct.push(AttributeRow { label, values: rows[row as usize].clone() });
                    Label(distinct.len() as u32 - 1)
                })
            })
            .collect();
        (AttributeRows { names, rows: distinct, there }, numbers)
    }

    /// Converts the texts of columns that hold only numbers, or only true and false.
    fn read_spelling(&mut self) {
        for &column in &self.spelled {
            let cells = || self.rows.iter().filter_map(move |row| row.get(column));
            let read: BTreeMap<ValueKind, fn(&str) -> Option<Value>> = [
                (ValueKind::Number, Value::parse_number as fn(&str) -> Option<Value>),
                (ValueKind::Truth, parse_truth),
            ]
            .into();
            let reader = read.into_values().find(|read| {
                cells().all(|cell| match cell {
                    Value::Text(text) => read(text).is_some(),
                    _ => true,
                })
            });
            let Some(reader) = reader else { continue };
            for cell in self.rows.iter_mut().filter_map(|row| row.get_mut(column)) {
                if let Value::Text(text) = cell
                    && let Some(value) = reader(text)
                {
                    *cell = value;
                }
            }
        }
    }
}

fn parse_truth(text: &str) -> Option<Value> {
    ["false", "true"]
        .iter()
        .position(|word| text.eq_ignore_ascii_case(word))
        .map(|it| (it == 1).into())
}

/// The attributes of a graph, and its nodes and arcs with their values.
pub(crate) struct AttributeParts {
    pub(crate) nodes: AttributeColumns,
    pub(crate) edges: AttributeColumns,
    node_labels: Vec<Label>,
    /// The values of each node. Nodes at the end may lack theirs: they have none.
    node_rows: Vec<u32>,
    arcs: Vec<(Edge, u32)>,
    /// The values of the arcs that are added next.
    pub(crate) edge_row: u32,
}

impl AttributeParts {
    /// `None` if no attributes are kept.
    pub(crate) fn new(kept: &KeptAttributes) -> Option<Box<Self>> {
        let [nodes, edges] = match kept {
            KeptAttributes::None => return None,
            KeptAttributes::All => [None, None],
            KeptAttributes::Named { nodes, edges } => [Some(nodes.clone()), Some(edges.clone())],
        };
        Some(Box::new(Self {
            nodes: AttributeColumns::new(nodes),
            edges: AttributeColumns::new(edges),
            node_labels: Vec::new(),
            node_rows: Vec::new(),
            arcs: Vec::new(),
            edge_row: 0,
        }))
    }

    pub(super) fn add_node(&mut self, label: Label) {
        self.node_labels.push(label);
    }

    /// Sets the values of a node.
    pub(crate) fn set_node(&mut self, node: NodeId, row: u32) {
        if self.node_rows.len() <= node.ix() {
            self.node_rows.resize(node.ix() + 1, 0);
        }
        self.node_rows[node.ix()] = row;
    }

    pub(super) fn add_arc(&mut self, arc: Edge) {
        self.arcs.push((arc, self.edge_row));
    }

    /// Builds the graph. Arcs with equal labels and equal attributes are duplicates.
    pub(super) fn build(
        self,
        duplicates: Duplicates,
        control: &Control,
    ) -> Result<AttributedGraph, GraphError> {
        let Self { nodes, edges, node_labels, mut node_rows, arcs, .. } = self;
        node_rows.resize(node_labels.len(), 0);
        let (nodes, node_numbers) = nodes.finish(node_labels.into_iter().zip(node_rows));
        let (rows, arc_numbers) = edges.finish(arcs.iter().map(|(arc, row)| (arc.label, *row)));
        let mut builder = LabeledGraph::builder();
        builder.reserve(node_numbers.len(), arcs.len());
        for number in node_numbers {
            builder.node(number);
        }
        for ((arc, _), number) in arcs.iter().zip(arc_numbers) {
            builder.edge(arc.tail, arc.head, number);
        }
        let graph = match duplicates {
            Duplicates::Refuse => builder.build_with(control),
            Duplicates::Merge => builder.build_merged_with(control),
        };
        Ok(AttributedGraph { graph: graph?, nodes, arcs: rows })
    }
}
