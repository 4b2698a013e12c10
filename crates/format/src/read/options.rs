//! What a user may say about a file.

use isocount_core::Labels;

use crate::{Format, MoleculeOptions, NodeTitles};

/// How to read a file. The default goes by the file's name and the usual attribute, `label`.
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
    /// The format; by the name of the file if not given.
    pub format: Option<Format>,
    /// Which attribute (GML, `GraphML`) holds the label of a node, or which column pair of an edge
    /// list: `kind` means the columns `tail_kind` and `head_kind`.
    pub node_label_key: Option<String>,
    /// Which attribute (GML, `GraphML`) or column (edge list) holds the label of an edge.
    pub edge_label_key: Option<String>,
    /// Whether the node labels of the file are labels. If not, its nodes are unlabelled.
    pub node_labels: Labels,
    /// Whether the edge labels of the file are labels; weights are not.
    pub edge_labels: Labels,
    /// What happens to an arc that the file gives twice.
    pub duplicates: Duplicates,
    /// How molecules (SMILES, SDF) become graphs.
    pub molecules: MoleculeOptions,
    /// What the graphs are for.
    pub role: Role,
    /// Whether the names of nodes are kept. They take memory, and counts do not need them.
    pub node_names: NodeNaming,
    /// Whether SMARTS may be read before the molecules.
    pub smarts: SmartsOrder,
    /// What is too large.
    pub most: Most,
    /// What happens to a file with an entry that cannot be read.
    pub faults: Faults,
}

/// How large a graph may be, for programs that read files from strangers. Without it, a graph is as
/// large as memory allows.
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
    /// Nodes.
    pub nodes: usize,
    /// Arcs.
    pub arcs: usize,
    /// Bytes of the file, once it is decompressed.
    pub bytes: u64,
}

impl Default for Most {
    fn default() -> Self {
        Self { nodes: u32::MAX as usize, arcs: u32::MAX as usize, bytes: u64::MAX }
    }
}

/// Whether molecules must be read before SMARTS, whose sets are made of the labels of molecules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SmartsOrder {
    /// SMARTS are refused if no molecules were read.
    #[default]
    MoleculesFirst,
    /// The pattern accepts no atoms, and [`NamedPattern::smarts`](crate::NamedPattern::smarts)
    /// gives one that does.
    MoleculesLater,
}

/// Whether the names of nodes are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeNaming {
    /// Nodes are called by their numbers.
    #[default]
    Forget,
    /// Nodes are called as in the file.
    Keep,
}

/// What happens to an arc that a file gives twice, label included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// The file is refused.
    #[default]
    Refuse,
    /// One of them stays.
    Merge,
}

/// What happens to a file that holds many graphs if one of them cannot be read: a line of SMILES,
/// SMARTS, graph6 or JSON lines, a molecule of an SDF file, or a graph of a TU dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Faults {
    /// The file is refused.
    #[default]
    Refuse,
    /// The others are read, and the faulty one is kept as a [`FaultyEntry`](crate::FaultyEntry).
    Keep,
}

/// What a graph is read for. What is ignored in a graph may be a mistake in a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// To look for patterns in it.
    #[default]
    Graph,
    /// To be looked for. A molecule must not have wildcards then, nor hydrogen atoms that would be
    /// left out.
    Pattern,
}

impl ReadOptions {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads files in this format, whatever they are called.
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

    /// Goes on after a faulty entry of a file that holds many graphs, and keeps its name and what
    /// is wrong with it: see [`Member::read_entries`](crate::collection::Member::read_entries).
    /// Calls that give graphs only still refuse the file.
    #[must_use]
    pub fn with_faults_kept(mut self) -> Self {
        self.faults = Faults::Keep;
        self
    }

    /// Makes graphs of molecules in this way.
    #[must_use]
    pub fn with_molecules(mut self, molecules: MoleculeOptions) -> Self {
        self.molecules = molecules;
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

    /// The names, if they are kept.
    pub(crate) fn titles(&self, names: impl FnOnce() -> NodeTitles) -> NodeTitles {
        match self.node_names {
            NodeNaming::Forget => NodeTitles::default(),
            NodeNaming::Keep => names(),
        }
    }

    /// The attribute that holds node labels.
    pub(crate) fn node_key(&self) -> &str {
        self.node_label_key.as_deref().unwrap_or("label")
    }

    /// The attribute that holds edge labels.
    pub(crate) fn edge_key(&self) -> &str {
        self.edge_label_key.as_deref().unwrap_or("label")
    }
}
