//! Who takes part: a sum over quotients, each as it depends on the image of one of its nodes, or of
//! two that are adjacent.
//!
//! ```text
//! n(u, x)         = Σ over partitions π   μ(π) · hom(P / π, the block of u ↦ x)
//! n(u, v; x, y)   = Σ over partitions π   μ(π) · hom(P / π, the blocks of u and v ↦ x, y)
//! ```
//!
//! The terms of equal quotients with equal roots come together, whichever pattern nodes and links
//! they are for: how often a term counts is a number for each column. The root is left alone while
//! the others become factors, so a term ends as the product of what hangs on its root. These factors
//! are shared among roots, too: a tree with a root at each node has twice the leaves of a tree, and
//! the blocks of one quotient that belong to different nodes share their pins.
//!
//! Numbers are modulo 2^64 or 2^128. Those of a column are at most the mappings times the nodes of
//! the pattern, or its links, and the bound that decides is that much larger.

use rustc_hash::FxHashMap;

use super::Sum;
use super::book::Book;
use super::pinned::Factors;
use super::quotient::Quotient;
use super::reduce::{Kept, Root, Rooted, reduce_to};
use super::relation::Relations;
use super::schedule::Factor;
use super::table::{RelationTable, skip_below};
use super::values::FactorValues;
use super::word::Word;
use crate::exact::compiling::Compiled;
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Where something is added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Column {
    /// By graph node.
    Nodes(u8),
    /// By pair of a relation of the sum: where links go that have this relation in the pattern,
    /// seen from their first node, or from their second.
    Pairs { relation: u32, link: u16, is_turned: bool },
}

/// A root, and the nodes whose sums multiply.
type RootedTerm = (Root, Vec<u32>);

/// The terms of all quotients with all their roots.
#[derive(Debug, Default)]
pub(super) struct RootedTerms {
    /// Each with how often it counts in which columns.
    terms: Vec<(RootedTerm, Vec<(Column, i128)>)>,
    places: FxHashMap<RootedTerm, usize>,
    /// For each relation of the pattern, that of the sum.
    links: Vec<u32>,
}

impl RootedTerms {
    pub(super) fn of_links(links: Vec<u32>) -> Self {
        Self { links, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Adds the terms of a quotient. None if the budget ran out.
    pub(super) fn add(
        &mut self,
        quotient: &Quotient,
        p: &Compiled,
        book: &mut Book,
        relations: &Relations<'_>,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let n = quotient.shape.num_nodes();
        for u in 0..n {
            let own = quotient.parts.nodes.iter().filter(|((v, _), _)| *v as usize == u);
            let columns: Vec<_> =
                own.map(|&((_, column), times)| (Column::Nodes(column), times)).collect();
            self.add_root(quotient, Kept::Node(u), &columns, p, (book, relations, meter))?;
        }
        for (u, v) in (0..n).flat_map(|v| (0..v).map(move |u| (u, v))) {
            let mut columns = Vec::new();
            for &((a, b, link), times) in &quotient.parts.pairs {
                let is_turned = match (a as usize, b as usize) {
                    ends if ends == (u, v) => false,
                    ends if ends == (v, u) => true,
                    _ => continue,
                };
                columns.push((Column::Pairs { relation: 0, link, is_turned }, times));
            }
            self.add_root(quotient, Kept::Pair(u, v), &columns, p, (book, relations, meter))?;
        }
        Some(())
    }

    fn add_root(
        &mut self,
        quotient: &Quotient,
        kept: Kept,
        columns: &[(Column, i128)],
        p: &Compiled,
        (book, relations, meter): (&mut Book, &Relations<'_>, &mut Meter<'_>),
    ) -> Option<()> {
        if columns.iter().all(|(_, times)| *times == 0) {
            return Some(());
        }
        meter.work(64).then_some(())?;
        let Rooted { others, root, is_turned: is_seen_turned } =
            reduce_to(quotient, kept, book, relations);
        let term = (root, others);
        let place = *self.places.entry(term).or_insert_with_key(|term| {
            self.terms.push((term.clone(), Vec::new()));
            self.terms.len() - 1
        });
        let sums = &mut self.terms[place].1;
        for &(column, times) in columns {
            let column = match (column, root) {
                (Column::Pairs { link, is_turned, .. }, Root::Pair { edge, .. }) => {
                    let relation = book.edges.get(edge).relation;
                    // The other view may have been taken; what looks the same from both ends need
                    // not be kept apart.
                    let is_turned = is_turned != is_seen_turned;
                    let is_turned = is_turned && !p.relations[link as usize].symmetric;
                    Column::Pairs { relation, link, is_turned }
                }
                (column, _) => column,
            };
            match sums.iter_mut().find(|(known, _)| *known == column) {
                Some((_, sum)) => *sum += times,
                None => sums.push((column, times)),
            }
        }
        Some(())
    }

    /// What a term is made of.
    pub(super) fn inputs_of(&self, term: u32) -> Vec<Factor> {
        let ((root, others), _) = &self.terms[term as usize];
        let mut inputs: Vec<Factor> = others.iter().map(|&node| Factor::Node(node)).collect();
        match *root {
            Root::Node(node) => inputs.push(Factor::Node(node)),
            Root::Pair { ends: (first, second), edge, block } => {
                inputs.extend([Factor::Node(first), Factor::Node(second), Factor::Edge(edge)]);
                inputs.extend(block.map(Factor::Vector));
            }
        }
        inputs
    }

    /// How many additions putting the terms together takes, not counting their factors.
    pub(super) fn additions(&self, sum: &Sum<'_>) -> f64 {
        let of_term = |((root, _), columns): &(RootedTerm, Vec<(Column, i128)>)| {
            (1 + columns.len()) * size_of(sum, root)
        };
        self.terms.iter().map(of_term).sum::<usize>() as f64
    }

    /// How many numbers all columns have together.
    pub(super) fn num_sums(&self, sum: &Sum<'_>, s: &Sieved) -> usize {
        let size = |column: &Column| match column {
            Column::Nodes(_) => s.num_nodes(),
            Column::Pairs { relation, .. } => sum.relations.table(*relation).num_pairs(),
        };
        self.columns().iter().map(size).sum()
    }

    /// All columns, each once.
    fn columns(&self) -> Vec<Column> {
        let all = self.terms.iter().flat_map(|(_, columns)| columns);
        let mut columns: Vec<Column> = all.map(|(column, _)| *column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

/// How many numbers the values of a root are.
fn size_of(sum: &Sum<'_>, root: &Root) -> usize {
    match *root {
        Root::Node(node) => {
            let kind = sum.book.nodes.get(node).kind;
            sum.relations.homes().range(sum.kinds.list[kind as usize].home).len()
        }
        Root::Pair { edge, .. } => {
            sum.relations.table(sum.book.edges.get(edge).relation).num_pairs()
        }
    }
}

/// Two places, and the mappings that go there.
pub(crate) type CountedPair = (u32, u32, u128);

/// Who takes part in how many mappings, by the places of the sieve.
#[derive(Debug, Default)]
pub(crate) struct SumOfParts {
    /// For each column of nodes, the mappings at each place.
    pub(crate) nodes: Vec<(u8, Vec<u128>)>,
    /// For each relation of the pattern, the mappings that send its links to two places.
    pub(crate) pairs: Vec<(u16, Vec<CountedPair>)>,
}

impl<W: Word> FactorValues<'_, W> {
    /// All columns. None if the budget ran out.
    pub(super) fn parts(&mut self, meter: &mut Meter<'_>) -> Option<SumOfParts> {
        let (sum, s) = (self.sum, self.s);
        let rooted = sum.rooted.as_ref()?;
        let columns = rooted.columns();
        let size = |column: &Column| match *column {
            Column::Nodes(_) => s.num_nodes(),
            Column::Pairs { relation, .. } => sum.relations.table(relation).num_pairs(),
        };
        let mut sums: Vec<Vec<W>> =
            columns.iter().map(|column| vec![W::default(); size(column)]).collect();
        self.each_term(meter, |values, term, meter| {
            let ((root, others), times) = &rooted.terms[term as usize];
            meter.work((1 + times.len()) * size_of(sum, root)).then_some(())?;
            let factor = values.product_of_sums(others);
            let (first, of_root) = values.of_root(root);
            for (column, times) in times {
                let Ok(place) = columns.binary_search(column) else { continue };
                let factor = factor.times(W::from_signed(*times));
                let column = sums[place][first..].iter_mut();
                column.zip(&of_root).for_each(|(sum, &v)| *sum = sum.plus(v.times(factor)));
            }
            Some(())
        })?;
        let mut parts = SumOfParts::default();
        let mut links: Vec<Option<Vec<W>>> = vec![None; rooted.links.len()];
        for (column, values) in columns.into_iter().zip(sums) {
            meter.work(1 + values.len()).then_some(())?;
            match column {
                Column::Nodes(column) => {
                    parts.nodes.push((column, values.into_iter().map(Word::to_u128).collect()));
                }
                Column::Pairs { relation, link, is_turned } => {
                    let of_link = sum.relations.table(rooted.links[link as usize]);
                    let all = links[link as usize]
                        .get_or_insert_with(|| vec![W::default(); of_link.num_pairs()]);
                    self.add_to_link((relation, is_turned), values, of_link, all);
                }
            }
        }
        for (link, values) in links.into_iter().enumerate() {
            let Some(values) = values else { continue };
            meter.work(values.len()).then_some(())?;
            let relation = rooted.links[link];
            let table = sum.relations.table(relation);
            let is_symmetric = sum.relations.reverse(relation) == relation;
            // Some terms have a pair from one end, some from the other.
            let turned = is_symmetric.then(|| table.turn_values(&values, table));
            let rows = table.sources().map(|x| (x, table.span(x)));
            let pairs = rows.flat_map(|(x, span)| span.map(move |place| (x, place)));
            let some = pairs.filter_map(|(x, place)| {
                let (y, sum) = (table.targets[place], values[place]);
                let sum = match &turned {
                    Some(_) if y < x => return None,
                    Some(turned) if x < y => sum.plus(turned[place]),
                    _ => sum,
                };
                (!sum.is_zero()).then_some((x, y, sum.to_u128()))
            });
            parts.pairs.push((link as u16, some.collect()));
        }
        Some(parts)
    }

    /// Adds the pairs of a relation to those of the relation of a link, which are among them all.
    /// Only these sums are numbers of mappings: the numbers of one relation may be negative.
    fn add_to_link(
        &self,
        (relation, is_turned): (u32, bool),
        values: Vec<W>,
        of_link: &RelationTable,
        all: &mut [W],
    ) {
        let relations = &self.sum.relations;
        let (mut table, mut values) = (relations.table(relation), values);
        if is_turned {
            let back = relations.table(relations.reverse(relation));
            values = table.turn_values(&values, back);
            table = back;
        }
        for x in table.sources() {
            let span = of_link.span(x);
            let mut rest = &of_link.targets[span.clone()];
            for (&y, &value) in table.row(x).iter().zip(&values[table.span(x)]) {
                rest = skip_below(rest, y);
                if rest.first() == Some(&y) {
                    let sum = &mut all[span.end - rest.len()];
                    *sum = sum.plus(value);
                }
            }
        }
    }

    /// The values of a root, and where they begin in its column.
    fn of_root(&self, root: &Root) -> (usize, Vec<W>) {
        let (ends, edge, block) = match *root {
            Root::Node(node) => {
                let places = self.places(node);
                let values = self.node(node);
                let values = values.map_or_else(|| vec![W::ONE; places.len()], <[W]>::to_vec);
                return (places.start as usize, values);
            }
            Root::Pair { ends, edge, block } => (ends, edge, block),
        };
        let weighted = self.edge(edge);
        let mut values = weighted
            .weights
            .map_or_else(|| vec![W::ONE; weighted.table.num_pairs()], <[W]>::to_vec);
        if let Some(block) = block.and_then(|block| self.vector(block)) {
            values.iter_mut().zip(block).for_each(|(value, &more)| *value = value.times(more));
        }
        let [first, second] =
            [ends.0, ends.1].map(|node| (self.node(node), self.places(node).start));
        for x in weighted.table.sources() {
            let span = weighted.table.span(x);
            let row = values[span.clone()].iter_mut().zip(&weighted.table.targets[span]);
            if let (Some(of_first), start) = first {
                let own = of_first[(x - start) as usize];
                row.for_each(|(value, &y)| {
                    let across = second.0.map_or(W::ONE, |of| of[(y - second.1) as usize]);
                    *value = value.times(own).times(across);
                });
            } else if let (Some(of_second), start) = second {
                row.for_each(|(value, &y)| *value = value.times(of_second[(y - start) as usize]));
            }
        }
        (0, values)
    }
}
