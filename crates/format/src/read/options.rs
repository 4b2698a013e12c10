//! Options for reading a file.

use isocount_core::Labels;

use super::kept_attributes::KeptAttributes;
use crate::{Format, MoleculeOptions, NodeTitles};

/// How to read a file. By default, the file name determines the format, and the attribute `label`
/// contains the labels.
///
/// ```
/// use isocount_format::{Format, ReadOptions};
///
/// let options = ReadOptions::new().with_format(Format::Gml).with_node_label_key("kind");
/// assert_eq!(options.node_label_key.as_deref(), Some("kind"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The format; by default determined by the file name.
    pub format: Option<Format>,
    /// The attribute (GML, `GraphML`) that contains the label of a node, or the column pair of an
    /// edge list: `kind` means the columns `tail_kind` and `head_kind`.
    pub node_label_key: Option<String>,
    /// The attribute (GML, `GraphML`) or column (edge list) that contains the label of an edge.
    pub edge_label_key: Option<String>,
    /// Whether the node labels of the file are used. Otherwise its nodes are unlabelled.
    pub node_labels: Labels,
    /// Whether the edge labels of the file are used; weights never are.
    pub edge_labels: Labels,
    /// The handling of repeated arcs.
    pub duplicates: Duplicates,
    /// How molecules (SMILES, SDF) become graphs.
    pub molecules: MoleculeOptions,
    /// The purpose of the graphs.
    pub role: Role,
    /// The attributes of nodes and edges that are kept for conditions.
    pub attributes: KeptAttributes,
    /// Whether the names of nodes are kept. They take memory, and counts do not need them.
    pub node_names: NodeNaming,
    /// Whether SMARTS may be read before the molecules.
    pub smarts: SmartsOrder,
    /// The limits.
    pub most: Most,
    /// The handling of files with an entry that cannot be read.
    pub faults: Faults,
}

/// Limits on the size of a graph, for programs that read untrusted files. By default, only memory
/// limits the size of a graph.
///
/// ```
/// use isocount_format::{Most, ReadOptions};
///
/// // What a public service may accept: a thousand nodes, ten thousand arcs, a megabyte.
/// let options = ReadOptions::new().with_most(1000, 10_000, 1_000_000);
/// assert_eq!((options.most.nodes, options.most.bytes), (1000, 1_000_000));
///
/// // Without such a limit: all that 32 bits can number.
/// assert_eq!(Most::default().nodes, u32::MAX as usize);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Most {
    /// The maximum number of nodes.
    pub nodes: usize,
    /// The maximum number of arcs.
    pub arcs: usize,
    /// The maximum size of the file in bytes, after decompression.
    pub bytes: u64,
}

impl Default for Most {
    fn default() -> Self {
        Self { nodes: u32::MAX as usize, arcs: u32::MAX as usize, bytes: u64::MAX }
    }
}

/// Whether molecules must be read before SMARTS, whose sets consist of labels of molecules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SmartsOrder {
    /// SMARTS are refused if no molecules were read.
    #[default]
    MoleculesFirst,
    /// The pattern accepts no atoms, and [`NamedPattern::smarts`](crate::NamedPattern::smarts)
    /// returns one that does.
    MoleculesLater,
}

/// Whether the names of nodes are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeNaming {
    /// Nodes are named by their numbers.
    #[default]
    Forget,
    /// Nodes are named as in the file.
    Keep,
}

/// The handling of an arc that occurs more than once in a file, label included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// The file is refused.
    #[default]
    Refuse,
    /// One copy is kept.
    Merge,
}

/// The handling of a file with many graphs if one of them cannot be read: a line of SMILES, SMARTS,
/// graph6 or JSON lines, a molecule of an SDF file, or a graph of a TU dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Faults {
    /// The file is refused.
    #[default]
    Refuse,
    /// The others are read, and the faulty one is kept as a [`FaultyEntry`](crate::FaultyEntry).
    Keep,
}

/// The purpose of a graph. What is ignored in a graph may be an error in a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Patterns are counted in it.
    #[default]
    Graph,
    /// It is counted in graphs. A molecule must then not have wildcards, nor hydrogen atoms that
    /// would be left out.
    Pattern,
}

impl ReadOptions {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads files in this format, whatever their names.
    #[must_use]
    pub fn with_format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Takes the labels of nodes from this attribute or pair of columns.
    #[must_use]
    pub fn with_node_label_key(mut self, key: impl Into<String>) -> Self {
        self.node_label_key = Some(key.into());
        self
    }

    /// Takes the labels of edges from this attribute or column.
    #[must_use]
    pub fn with_edge_label_key(mut self, key: impl Into<String>) -> Self {
        self.edge_label_key = Some(key.into());
        self
    }

    /// Reads nodes without their labels.
    #[must_use]
    pub fn without_node_labels(mut self) -> Self {
        self.node_labels = Labels::Ignore;
        self
    }

    /// Reads edges without their labels.
    #[must_use]
    pub fn without_edge_labels(mut self) -> Self {
        self.edge_labels = Labels::Ignore;
        self
    }

    /// Reads SMARTS even if no molecules were read.
    #[must_use]
    pub fn with_molecules_later(mut self) -> Self {
        self.smarts = SmartsOrder::MoleculesLater;
        self
    }

    /// Refuses graphs with more nodes or arcs than this, and files with more bytes, decompressed.
    #[must_use]
    pub fn with_most(mut self, nodes: usize, arcs: usize, bytes: u64) -> Self {
        let largest = Most::default();
        self.most = Most { nodes: nodes.min(largest.nodes), arcs: arcs.min(largest.arcs), bytes };
        self
    }

    /// Keeps one of several equal arcs, instead of refusing the file.
    #[must_use]
    pub fn with_duplicates_merged(mut self) -> Self {
        self.duplicates = Duplicates::Merge;
        self
    }

    /// Continues after a faulty entry of a file with many graphs, and keeps its name and its
    /// problem: see [`Member::read_entries`](crate::collection::Member::read_entries). Calls that
    /// return only graphs still refuse the file.
    #[must_use]
    pub fn with_faults_kept(mut self) -> Self {
        self.faults = Faults::Keep;
        self
    }

    /// Sets how molecules become graphs.
    #[must_use]
    pub fn with_molecules(mut self, molecules: MoleculeOptions) -> Self {
        self.molecules = molecules;
        self
    }

    /// Keeps these attributes of nodes and edges.
    #[must_use]
    pub fn with_attributes(mut self, attributes: KeptAttributes) -> Self {
        self.attributes = attributes;
        self
    }

    /// Reads for this purpose.
    #[must_use]
    pub fn with_role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Keeps the names of nodes.
    #[must_use]
    pub fn with_node_names(mut self) -> Self {
        self.node_names = NodeNaming::Keep;
        self
    }

    /// Returns the names, if they are kept.
    pub(crate) fn titles(&self, names: impl FnOnce() -> NodeTitles) -> NodeTitles {
        match self.node_names {
            NodeNaming::Forget => NodeTitles::default(),
            NodeNaming::Keep => names(),
        }
    }

    /// The attribute that contains node labels.
    pub(crate) fn node_key(&self) -> &str {
        self.node_label_key.as_deref().unwrap_or("label")
    }

    /// The attribute that contains edge labels.
    pub(crate) fn edge_key(&self) -> &str {
        self.edge_label_key.as_deref().unwrap_or("label")
    }
}
