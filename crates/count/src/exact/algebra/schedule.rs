//! The order in which factors are evaluated, and when each is no longer needed.
//!
//! Every factor is evaluated once, just before it is first needed, and dropped after its last use.
//! So memory holds what is still needed, not all that was ever made; the most that is held at a
//! time is known before anything is evaluated.

use super::Sum;
use super::book::{BookEdge, BookNode, Ear, Vector};
use crate::cost::algebra::BYTES_WORTH_ANOTHER_ORDER;

/// Something to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    /// The product of the factors of a node.
    Node(u32),
    /// The product of the factors of an edge.
    Edge(u32),
    Ear(u32),
    /// A vector that is a leaf.
    Leaf(u32),
    /// The vectors of all blocks of a program.
    Blocks(u32),
    /// A term of the sum.
    Term(u32),
}

/// A value that is kept for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Factor {
    Node(u32),
    Edge(u32),
    Ear(u32),
    Vector(u32),
}

/// The tasks in order, each with the factors that are given up after it.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    pub(super) tasks: Vec<(Evaluation, Vec<Factor>)>,
    /// The most memory that factors take at a time.
    pub(super) most_bytes: usize,
}

/// When a factor was made and last needed, by the number of a task.
const NEVER: usize = usize::MAX;

struct Maker<'s, 'a> {
    sum: &'s Sum<'a>,
    tasks: Vec<Evaluation>,
    /// For all factors, which task needs them last.
    last: Vec<usize>,
    is_made: Vec<bool>,
}

impl Schedule {
    /// All programs are there; a message has at most `num_places` entries. Where much is held at a
    /// time, the terms are also tried from the last to the first.
    pub(super) fn of(sum: &Sum<'_>, num_places: usize) -> Self {
        let terms = 0..sum.num_terms() as u32;
        let forward = Self::in_order(sum, terms.clone(), num_places);
        if forward.most_bytes < BYTES_WORTH_ANOTHER_ORDER {
            return forward;
        }
        let backward = Self::in_order(sum, terms.rev(), num_places);
        if backward.most_bytes < forward.most_bytes { backward } else { forward }
    }

    fn in_order(sum: &Sum<'_>, terms: impl Iterator<Item = u32>, num_places: usize) -> Self {
        let book = &sum.book;
        let number = book.nodes.len() + book.edges.len() + book.ears.len() + book.vectors.len();
        let mut maker = Maker {
            sum,
            tasks: Vec::new(),
            last: vec![NEVER; number],
            is_made: vec![false; number],
        };
        for term in terms {
            maker.add(Evaluation::Term(term));
        }
        maker.finish(num_places)
    }
}

impl Maker<'_, '_> {
    fn index(&self, factor: Factor) -> usize {
        let book = &self.sum.book;
        match factor {
            Factor::Node(node) => node as usize,
            Factor::Edge(edge) => book.nodes.len() + edge as usize,
            Factor::Ear(ear) => book.nodes.len() + book.edges.len() + ear as usize,
            Factor::Vector(vector) => {
                book.nodes.len() + book.edges.len() + book.ears.len() + vector as usize
            }
        }
    }

    /// Adds a task after all those it waits for.
    fn add(&mut self, task: Evaluation) {
        for input in self.inputs(task) {
            let index = self.index(input);
            if !self.is_made[index] {
                self.add(self.maker_of(input));
            }
        }
        let now = self.tasks.len();
        for factor in self.needed(task) {
            let index = self.index(factor);
            self.last[index] = now;
        }
        for factor in self.outputs(task) {
            let index = self.index(factor);
            (self.is_made[index], self.last[index]) = (true, now);
        }
        self.tasks.push(task);
    }

    fn maker_of(&self, factor: Factor) -> Evaluation {
        match factor {
            Factor::Node(node) => Evaluation::Node(node),
            Factor::Edge(edge) => Evaluation::Edge(edge),
            Factor::Ear(ear) => Evaluation::Ear(ear),
            Factor::Vector(vector) => match self.sum.program_of[vector as usize] {
                Some(program) => Evaluation::Blocks(program),
                None => Evaluation::Leaf(vector),
            },
        }
    }

    fn inputs(&self, task: Evaluation) -> Vec<Factor> {
        let Sum { book, programs, .. } = self.sum;
        match task {
            Evaluation::Node(node) => {
                let BookNode { vectors, .. } = book.nodes.get(node);
                vectors.iter().map(|&vector| Factor::Vector(vector)).collect()
            }
            Evaluation::Edge(edge) => {
                let BookEdge { weights, .. } = book.edges.get(edge);
                weights.iter().map(|&(ear, _)| Factor::Ear(ear)).collect()
            }
            Evaluation::Ear(ear) => {
                let Ear { from_first, from_second, node, .. } = *book.ears.get(ear);
                vec![Factor::Edge(from_first), Factor::Edge(from_second), Factor::Node(node)]
            }
            Evaluation::Leaf(vector) => match *book.vectors.get(vector) {
                Vector::Leaf { edge, node } => vec![Factor::Edge(edge), Factor::Node(node)],
                Vector::Block { .. } | Vector::PairBlock { .. } => Vec::new(),
            },
            Evaluation::Blocks(program) => {
                let (program, _) = &programs[program as usize];
                let mut inputs = Vec::new();
                for (node, edges) in program.variants.iter().flat_map(|variant| &variant.pins) {
                    inputs.push(Factor::Node(*node));
                    inputs.extend(edges.iter().map(|&edge| Factor::Edge(edge)));
                }
                for tree in &program.trees {
                    inputs.push(Factor::Node(tree.node));
                    inputs.extend(tree.rows.iter().map(|row| Factor::Edge(row.edge)));
                }
                for message in &program.messages {
                    inputs.push(Factor::Edge(message.down));
                    inputs.push(Factor::Edge(book.reverse(message.down)));
                }
                inputs
            }
            Evaluation::Term(term) => self.sum.inputs_of(term),
        }
    }

    /// The inputs of a task, and the factors whose values they are.
    fn needed(&self, task: Evaluation) -> Vec<Factor> {
        let mut needed = self.inputs(task);
        needed.extend(self.inputs(task).into_iter().filter_map(|factor| self.owner(factor)));
        needed
    }

    /// The factor whose values another one has, if it has none of its own.
    fn owner(&self, factor: Factor) -> Option<Factor> {
        let Sum { book, kinds, .. } = self.sum;
        match factor {
            Factor::Node(node) => book.only_vector(node, kinds).map(Factor::Vector),
            Factor::Edge(edge) => book.only_ear(edge).map(Factor::Ear),
            Factor::Ear(_) | Factor::Vector(_) => None,
        }
    }

    fn outputs(&self, task: Evaluation) -> Vec<Factor> {
        match task {
            Evaluation::Node(node) => vec![Factor::Node(node)],
            Evaluation::Edge(edge) => vec![Factor::Edge(edge)],
            Evaluation::Ear(ear) => vec![Factor::Ear(ear)],
            Evaluation::Leaf(vector) => vec![Factor::Vector(vector)],
            Evaluation::Blocks(program) => {
                let (_, vectors) = &self.sum.programs[program as usize];
                vectors.iter().map(|&vector| Factor::Vector(vector)).collect()
            }
            Evaluation::Term(_) => Vec::new(),
        }
    }

    /// How many numbers a factor holds.
    fn size(&self, factor: Factor) -> usize {
        let Sum { book, relations, kinds, .. } = self.sum;
        let places = |node: u32| {
            let kind = book.nodes.get(node).kind;
            relations.homes().range(kinds.list[kind as usize].home).len()
        };
        match factor {
            _ if self.owner(factor).is_some() => 0,
            Factor::Node(node) => {
                let BookNode { kind, vectors } = book.nodes.get(node);
                let is_one = vectors.is_empty() && kinds.list[*kind as usize].need == 0;
                if is_one { 0 } else { places(node) }
            }
            Factor::Edge(edge) => {
                let BookEdge { relation, weights } = book.edges.get(edge);
                if weights.is_empty() { 0 } else { relations.table(*relation).num_pairs() }
            }
            Factor::Ear(ear) => relations.table(book.ears.get(ear).relation).num_pairs(),
            Factor::Vector(vector) => match book.vectors.get(vector) {
                Vector::Leaf { edge, .. } => {
                    relations.table(book.edges.get(*edge).relation).num_rows()
                }
                Vector::Block { shape, out } => places(shape.nodes[*out]),
                Vector::PairBlock { shape, ends: (first, second) } => {
                    let BookEdge { relation, .. } = book.edges.get(shape.edge(*first, *second));
                    relations.table(*relation).num_pairs()
                }
            },
        }
    }

    fn finish(self, num_places: usize) -> Schedule {
        let (mut held, mut most) = (0, 0);
        let word = self.sum.bytes_per_number();
        let mut tasks = Vec::with_capacity(self.tasks.len());
        for (now, &task) in self.tasks.iter().enumerate() {
            for output in self.outputs(task) {
                held += self.size(output);
            }
            let running = match task {
                Evaluation::Blocks(program) => {
                    let (program, _) = &self.sum.programs[program as usize];
                    (2 * program.messages.len() + program.trees.len()) * num_places
                }
                _ => 0,
            };
            most = most.max(held + running);
            let mut done: Vec<Factor> = Vec::new();
            for factor in self.needed(task).into_iter().chain(self.outputs(task)) {
                if self.last[self.index(factor)] == now && !done.contains(&factor) {
                    held -= self.size(factor);
                    done.push(factor);
                }
            }
            tasks.push((task, done));
        }
        Schedule { tasks, most_bytes: most * word }
    }
}
