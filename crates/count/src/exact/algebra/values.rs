//! Evaluating factors, each once, by the schedule.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::Sum;
use super::book::{BookEdge, BookNode, Ear, Vector};
use super::forest::BlockProgram;
use super::pinned::{Factors, PinnedRun, Weighted};
use super::schedule::{Evaluation, Factor};
use super::table::skip_below;
use super::word::Word;
use crate::cost::algebra::ADDITIONS_PER_LOOK_UP;
use crate::cost::threads::{PIECES_PER_THREAD, PLACES_WORTH_THREADS};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Values that may be absent because they are one everywhere, or because they are those of the only
/// factor that hangs here.
enum Slot<W> {
    Unknown,
    Ones,
    Same(u32),
    Values(Vec<W>),
}

impl<W> Slot<W> {
    fn values(&self) -> Option<&[W]> {
        match self {
            Self::Values(values) => Some(values),
            Self::Unknown | Self::Ones | Self::Same(_) => None,
        }
    }
}

/// The values of all factors of a sum.
pub(crate) struct FactorValues<'a, W> {
    pub(super) sum: &'a Sum<'a>,
    pub(super) s: &'a Sieved,
    threads: usize,
    nodes: Vec<Slot<W>>,
    edges: Vec<Slot<W>>,
    vectors: Vec<Slot<W>>,
    ears: Vec<Slot<W>>,
}

impl<W: Word> FactorValues<'_, W> {
    pub(super) fn vector(&self, vector: u32) -> Option<&[W]> {
        self.vectors[vector as usize].values()
    }
}

impl<W: Word> Factors<W> for FactorValues<'_, W> {
    fn edge(&self, edge: u32) -> Weighted<'_, W> {
        let table = self.sum.relations.table(self.sum.book.edges.get(edge).relation);
        let weights = match self.edges[edge as usize] {
            Slot::Same(ear) => self.ears[ear as usize].values(),
            ref slot => slot.values(),
        };
        Weighted { table, weights }
    }

    fn reverse(&self, edge: u32) -> u32 {
        self.sum.book.reverse(edge)
    }

    fn node(&self, node: u32) -> Option<&[W]> {
        match self.nodes[node as usize] {
            Slot::Same(vector) => self.vectors[vector as usize].values(),
            ref slot => slot.values(),
        }
    }

    fn places(&self, node: u32) -> Range<u32> {
        let kind = self.sum.book.nodes.get(node).kind;
        self.sum.relations.homes().range(self.sum.kinds.list[kind as usize].home)
    }
}

impl<'a, W: Word> FactorValues<'a, W> {
    pub(crate) fn new(sum: &'a Sum<'a>, s: &'a Sieved, threads: usize) -> Self {
        let unknown = |n| std::iter::repeat_with(|| Slot::Unknown).take(n).collect();
        let book = &sum.book;
        Self {
            sum,
            s,
            threads,
            nodes: unknown(book.nodes.len()),
            edges: unknown(book.edges.len()),
            vectors: unknown(book.vectors.len()),
            ears: unknown(book.ears.len()),
        }
    }

    /// The whole sum. None if the budget ran out.
    pub(crate) fn total(&mut self, meter: &mut Meter<'_>) -> Option<W> {
        let mut total = W::default();
        self.each_term(meter, |values, term, _| {
            total = total.plus(values.term(term));
            Some(())
        })?;
        Some(total)
    }

    /// Calls back for each term once its factors are there. None if the budget ran out.
    pub(super) fn each_term(
        &mut self,
        meter: &mut Meter<'_>,
        mut each: impl FnMut(&Self, u32, &mut Meter<'_>) -> Option<()>,
    ) -> Option<()> {
        let sum = self.sum;
        for (task, done) in &sum.schedule.tasks {
            match *task {
                Evaluation::Node(node) => self.make_node(node, meter)?,
                Evaluation::Edge(edge) => self.make_edge(edge, meter)?,
                Evaluation::Ear(ear) => self.make_ear(ear, meter)?,
                Evaluation::Leaf(vector) => self.make_leaf(vector, meter)?,
                Evaluation::Blocks(program) => self.make_blocks(program, meter)?,
                Evaluation::Term(term) => each(self, term, meter)?,
            }
            for factor in done {
                match *factor {
                    Factor::Node(node) => self.nodes[node as usize] = Slot::Unknown,
                    Factor::Edge(edge) => self.edges[edge as usize] = Slot::Unknown,
                    Factor::Ear(ear) => self.ears[ear as usize] = Slot::Unknown,
                    Factor::Vector(vector) => self.vectors[vector as usize] = Slot::Unknown,
                }
            }
        }
        Some(())
    }

    fn term(&self, term: u32) -> W {
        let (coefficient, nodes) = &self.sum.terms[term as usize];
        W::from_signed(*coefficient).times(self.product_of_sums(nodes))
    }

    /// The sums over nodes that do not see each other, multiplied.
    pub(super) fn product_of_sums(&self, nodes: &[u32]) -> W {
        nodes.iter().fold(W::ONE, |product, &node| {
            let one = match self.node(node) {
                None => W::from_signed(self.places(node).len() as i128),
                Some(values) => values.iter().fold(W::default(), |sum, &v| sum.plus(v)),
            };
            product.times(one)
        })
    }

    fn make_node(&mut self, node: u32, meter: &mut Meter<'_>) -> Option<()> {
        let sum = self.sum;
        if let Some(vector) = sum.book.only_vector(node, &sum.kinds) {
            self.nodes[node as usize] = Slot::Same(vector);
            return Some(());
        }
        let BookNode { kind, vectors } = sum.book.nodes.get(node);
        let places = self.places(node);
        meter.work((1 + vectors.len()) * places.len()).then_some(())?;
        let need = sum.kinds.list[*kind as usize].need;
        let mut product: Option<Vec<W>> = None;
        if need != 0 {
            let stands_for = &self.s.stands_for[places.start as usize..places.end as usize];
            let fits = |mask: &u64| W::from_signed(i128::from(mask & need == need));
            product = Some(stands_for.iter().map(fits).collect());
        }
        for &vector in vectors {
            let Some(values) = self.vectors[vector as usize].values() else { continue };
            match &mut product {
                None => product = Some(values.to_vec()),
                Some(product) => {
                    product.iter_mut().zip(values).for_each(|(p, &v)| *p = p.times(v));
                }
            }
        }
        self.nodes[node as usize] = product.map_or(Slot::Ones, Slot::Values);
        Some(())
    }

    fn make_edge(&mut self, edge: u32, meter: &mut Meter<'_>) -> Option<()> {
        let sum = self.sum;
        if let Some(ear) = sum.book.only_ear(edge) {
            self.edges[edge as usize] = Slot::Same(ear);
            return Some(());
        }
        let BookEdge { relation, weights } = sum.book.edges.get(edge);
        let table = sum.relations.table(*relation);
        let mut product: Option<Vec<W>> = None;
        for &(ear, turned) in weights {
            meter.work(table.num_pairs()).then_some(())?;
            let values = self.ears[ear as usize].values()?;
            let turned = turned.then(|| {
                let back = sum.relations.table(sum.relations.reverse(*relation));
                back.turn_values(values, table)
            });
            let values = turned.as_deref().unwrap_or(values);
            match &mut product {
                None => product = Some(values.to_vec()),
                Some(product) => {
                    product.iter_mut().zip(values).for_each(|(p, &v)| *p = p.times(v));
                }
            }
        }
        self.edges[edge as usize] = product.map_or(Slot::Ones, Slot::Values);
        Some(())
    }

    fn make_leaf(&mut self, vector: u32, meter: &mut Meter<'_>) -> Option<()> {
        if let Vector::Leaf { edge, node } = *self.sum.book.vectors.get(vector) {
            self.vectors[vector as usize] = Slot::Values(self.leaf(edge, node, meter)?);
        }
        Some(())
    }

    fn make_blocks(&mut self, program: u32, meter: &mut Meter<'_>) -> Option<()> {
        let (program, vectors) = &self.sum.programs[program as usize];
        let values = self.blocks(program, meter)?;
        for (&vector, values) in vectors.iter().zip(values) {
            self.vectors[vector as usize] = Slot::Values(values);
        }
        Some(())
    }

    fn leaf(&self, edge: u32, node: u32, meter: &mut Meter<'_>) -> Option<Vec<W>> {
        let (edge, values) = (self.edge(edge), self.node(node));
        let first = self.places(node).start;
        let one = |x: u32| {
            let span = edge.table.span(x);
            let row = &edge.table.targets[span.clone()];
            let value = |y: u32| values.map_or(W::ONE, |values| values[(y - first) as usize]);
            match edge.weights {
                None if values.is_none() => W::from_signed(row.len() as i128),
                None => row.iter().fold(W::default(), |sum, &y| sum.plus(value(y))),
                Some(weights) => {
                    let pairs = row.iter().zip(&weights[span]);
                    pairs.fold(W::default(), |sum, (&y, w)| sum.plus(value(y).times(*w)))
                }
            }
        };
        let mut sums = Vec::with_capacity(edge.table.num_rows());
        for x in edge.table.sources() {
            meter.work(1 + edge.table.degree(x)).then_some(())?;
            sums.push(one(x));
        }
        Some(sums)
    }

    fn make_ear(&mut self, ear: u32, meter: &mut Meter<'_>) -> Option<()> {
        let Ear { relation, from_first, from_second, node } = *self.sum.book.ears.get(ear);
        let pairs = self.sum.relations.table(relation);
        let (first, second) = (self.edge(from_first), self.edge(from_second));
        let (values, places) = (self.node(node), self.places(node));
        let value = |y: u32| values.map_or(W::ONE, |values| values[(y - places.start) as usize]);
        // The row of x is spread out, and those of all z are added up over it.
        let rows_of = |sources: Range<u32>, meter: &mut Meter<'_>| {
            let mut spread = vec![W::default(); places.len()];
            let mut sums = Vec::new();
            for x in sources {
                let span = first.table.span(x);
                let row = &first.table.targets[span.clone()];
                for (&y, place) in row.iter().zip(span.clone()) {
                    let weight = first.weights.map_or(W::ONE, |weights| weights[place]);
                    spread[(y - places.start) as usize] = value(y).times(weight);
                }
                for &z in pairs.row(x) {
                    let across = second.table.span(z);
                    let other = &second.table.targets[across.clone()];
                    let mut sum = W::default();
                    if other.len() <= ADDITIONS_PER_LOOK_UP * row.len() {
                        meter.work(other.len());
                        match second.weights {
                            None => other
                                .iter()
                                .for_each(|&y| sum = sum.plus(spread[(y - places.start) as usize])),
                            Some(weights) => {
                                for (&y, &w) in other.iter().zip(&weights[across]) {
                                    sum = sum.plus(spread[(y - places.start) as usize].times(w));
                                }
                            }
                        }
                    } else {
                        meter.work(ADDITIONS_PER_LOOK_UP * row.len());
                        let mut rest = other;
                        for &y in row {
                            rest = skip_below(rest, y);
                            if rest.first() == Some(&y) {
                                let place = across.end - rest.len();
                                let w = second.weights.map_or(W::ONE, |weights| weights[place]);
                                sum = sum.plus(spread[(y - places.start) as usize].times(w));
                            }
                        }
                    }
                    sums.push(sum);
                }
                if !meter.work(2 * row.len() + 1) {
                    return None;
                }
                for &y in row {
                    spread[(y - places.start) as usize] = W::default();
                }
            }
            Some(sums)
        };
        let pieces =
            self.in_pieces(pairs.sources(), meter, |sources, meter| rows_of(sources, meter))?;
        self.ears[ear as usize] = Slot::Values(pieces.concat());
        Some(())
    }

    /// Shares a range out among threads. The results come in order; None if the budget ran out.
    fn in_pieces<R: Send>(
        &self,
        range: Range<u32>,
        meter: &mut Meter<'_>,
        work: impl Fn(Range<u32>, &mut Meter<'_>) -> Option<R> + Sync,
    ) -> Option<Vec<R>> {
        if self.threads <= 1 || range.len() < PLACES_WORTH_THREADS {
            return Some(vec![work(range, meter)?]);
        }
        let num_pieces = self.threads * PIECES_PER_THREAD;
        let size = range.len().div_ceil(num_pieces).max(1);
        let next = AtomicUsize::new(0);
        let start = &*meter;
        let parts = on_threads(self.threads, |_| {
            let mut meter = start.clone();
            let mut done = Vec::new();
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                let from = range.start as usize + piece * size;
                if from >= range.end as usize {
                    return Some(done);
                }
                let to = (from + size).min(range.end as usize);
                done.push((piece, work(from as u32..to as u32, &mut meter)?));
            }
        });
        let mut all = Vec::with_capacity(num_pieces);
        for part in parts {
            if part.is_none() {
                meter.spend();
            }
            all.extend(part?);
        }
        all.sort_by_key(|(piece, _)| *piece);
        Some(all.into_iter().map(|(_, result)| result).collect())
    }

    /// Runs the program of some blocks; the images of its first pin are shared among threads.
    fn blocks(&self, program: &BlockProgram, meter: &mut Meter<'_>) -> Option<Vec<Vec<W>>> {
        let images = self.places(program.pins[0].node);
        let next = AtomicUsize::new(images.start as usize);
        let start = &*meter;
        let threads = if images.len() < PLACES_WORTH_THREADS { 1 } else { self.threads };
        let parts = on_threads(threads, |_| {
            let mut run = PinnedRun::new(program, self, start.clone());
            loop {
                let x = next.fetch_add(1, Ordering::Relaxed);
                if x >= images.end as usize || run.meter.is_spent() {
                    break;
                }
                run.at(x as u32);
            }
            let spent = run.meter.is_spent();
            (run.into_values(), spent)
        });
        let mut total: Option<Vec<Vec<W>>> = None;
        for (values, spent) in parts {
            if spent {
                meter.spend();
                return None;
            }
            match &mut total {
                None => total = Some(values),
                Some(total) => {
                    for (total, values) in total.iter_mut().zip(values) {
                        total.iter_mut().zip(values).for_each(|(t, v)| *t = t.plus(v));
                    }
                }
            }
        }
        total
    }
}
