//! Running the program of a block. Every value and every message is a dense vector that is zero
//! outside a list of places, so that a value of zero and no value come to the same; whether a place
//! is in the list is kept in flags of its own.

use super::forest::{Out, Program, Role};
use super::table::{Table, skip_below};
use super::word::Word;
use crate::meter::Meter;

/// Looking a value up in a list by doubling steps costs about this many plain additions.
pub(crate) const LOOK_UP: usize = 6;

/// Adding to a place that may be new costs about this many plain additions.
pub(crate) const PUSH: usize = 2;

/// A relation with its weights.
#[derive(Clone, Copy)]
pub(crate) struct Weighted<'a, W> {
    pub(crate) table: &'a Table,
    pub(crate) weights: Option<&'a [W]>,
}

impl<W: Word> Weighted<'_, W> {
    #[inline]
    fn weight(&self, place: usize) -> W {
        self.weights.map_or(W::ONE, |weights| weights[place])
    }
}

/// What a program refers to, by the numbers of the book.
pub(crate) trait Factors<W> {
    fn edge(&self, edge: u32) -> Weighted<'_, W>;

    fn reverse(&self, edge: u32) -> u32;

    /// The values of a node, if they are not all one, from the start of its home.
    fn node(&self, node: u32) -> Option<&[W]>;

    /// The graph nodes of the home of a node.
    fn places(&self, node: u32) -> std::ops::Range<u32>;
}

/// A vector that is zero outside its list.
#[derive(Default)]
struct Sparse<W> {
    first: u32,
    values: Vec<W>,
    listed: Vec<u32>,
    is_sorted: bool,
}

impl<W: Word> Sparse<W> {
    fn new(places: std::ops::Range<u32>) -> Self {
        let values = vec![W::default(); places.len()];
        Self { first: places.start, values, listed: Vec::new(), is_sorted: true }
    }

    fn clear(&mut self) {
        for &x in &self.listed {
            self.values[(x - self.first) as usize] = W::default();
        }
        self.listed.clear();
        self.is_sorted = true;
    }

    #[inline]
    fn at(&self, x: u32) -> W {
        self.values[(x - self.first) as usize]
    }
}

struct Message<W> {
    sums: Sparse<W>,
    is_listed: Vec<bool>,
    /// It was sent in full; otherwise its receiver fetches what it needs.
    is_sent: bool,
}

/// A program with the memory of its run.
pub(crate) struct Run<'a, 'm, W, F> {
    program: &'a Program,
    factors: &'a F,
    pub(crate) meter: Meter<'m>,
    images: Vec<u32>,
    values: Vec<Sparse<W>>,
    /// For each tree, for each child.
    messages: Vec<Vec<Message<W>>>,
    sums: Vec<W>,
    /// For each pin, its images and their weights; one more for the trees.
    chosen: Vec<Vec<(u32, W)>>,
    /// The trees to compute once each pin is placed.
    by_level: Vec<Vec<usize>>,
    out: Vec<W>,
    out_first: u32,
    /// Additions done so far.
    pub(crate) units: u64,
}

impl<'a, 'm, W: Word, F: Factors<W>> Run<'a, 'm, W, F> {
    pub(crate) fn new(program: &'a Program, factors: &'a F, meter: Meter<'m>) -> Self {
        let num_pins = program.pins.len();
        let mut by_level = vec![Vec::new(); num_pins];
        for (t, tree) in program.trees.iter().enumerate() {
            by_level[tree.level].push(t);
        }
        let out_node = match program.out {
            Out::Pin(pin) => program.pins[pin].node,
            Out::Tree(tree) => program.trees[tree].node,
        };
        let places = factors.places(out_node);
        let message = |range: std::ops::Range<u32>| Message {
            is_listed: vec![false; range.len()],
            sums: Sparse::new(range),
            is_sent: false,
        };
        let messages = program.trees.iter().map(|tree| {
            let own = || factors.places(tree.node);
            tree.children.iter().map(|_| message(own())).collect()
        });
        Self {
            images: vec![0; num_pins],
            values: program.trees.iter().map(|t| Sparse::new(factors.places(t.node))).collect(),
            messages: messages.collect(),
            sums: vec![W::ONE; program.trees.len()],
            chosen: vec![Vec::new(); num_pins + 1],
            by_level,
            out: vec![W::default(); places.len()],
            out_first: places.start,
            units: 0,
            program,
            factors,
            meter,
        }
    }

    /// Adds what the first pin is worth at this image to the values of the block.
    pub(crate) fn at(&mut self, x: u32) {
        let node = self.program.pins[0].node;
        let first = self.factors.places(node).start;
        let weight = self.factors.node(node).map_or(W::ONE, |values| values[(x - first) as usize]);
        self.images[0] = x;
        self.placed(0, weight, W::ONE);
    }

    /// The values of the block, from the start of the home of its node.
    pub(crate) fn into_values(self) -> Vec<W> {
        self.out
    }

    fn is_over(&self) -> bool {
        self.meter.is_spent()
    }

    /// Goes on once pin `level` has its image. Returns the sum over the images of later pins;
    /// `before` is the product of what was placed before.
    fn placed(&mut self, level: usize, weight: W, before: W) -> W {
        let program = self.program;
        if weight.to_u128() == 0 {
            return W::default();
        }
        self.units += 10;
        let mut product = weight;
        for i in 0..self.by_level[level].len() {
            let t = self.by_level[level][i];
            self.compute(t);
            if let Role::Root { power } = program.trees[t].role {
                product = product.times(self.sums[t].power(power));
            }
            if self.is_over() {
                return W::default();
            }
        }
        self.meter.work(10);
        if product.to_u128() == 0 || self.is_over() {
            return W::default();
        }
        let below = if level + 1 < program.pins.len() {
            self.place(level + 1, before.times(product))
        } else {
            W::ONE
        };
        let value = product.times(below);
        match program.out {
            Out::Pin(pin) if pin == level => {
                let place = (self.images[pin] - self.out_first) as usize;
                self.out[place] = self.out[place].plus(before.times(value));
            }
            Out::Tree(t) if program.trees[t].level == level => {
                let factor = before.times(value);
                let values = &self.values[t];
                self.units += values.listed.len() as u64;
                for &x in &values.listed {
                    let place = (x - self.out_first) as usize;
                    self.out[place] = self.out[place].plus(factor.times(values.at(x)));
                }
            }
            Out::Pin(_) | Out::Tree(_) => {}
        }
        value
    }

    /// Tries all images of pin `level`.
    fn place(&mut self, level: usize, before: W) -> W {
        let mut images = std::mem::take(&mut self.chosen[level]);
        let pin = &self.program.pins[level];
        self.choose(pin.node, &pin.rows, &mut images);
        let mut sum = W::default();
        for &(x, weight) in &images {
            self.images[level] = x;
            sum = sum.plus(self.placed(level, weight, before));
            if self.is_over() {
                break;
            }
        }
        self.chosen[level] = images;
        sum
    }

    /// The images of a node in the rows of pins, with their weights; all of its home if there
    /// are no rows.
    fn choose(&mut self, node: u32, rows: &[super::forest::RowFrom], images: &mut Vec<(u32, W)>) {
        images.clear();
        let own = self.factors.node(node);
        let places = self.factors.places(node);
        let own_weight = |x: u32| own.map_or(W::ONE, |values| values[(x - places.start) as usize]);
        match rows {
            [] => {
                self.units += places.len() as u64;
                images.extend(places.clone().map(|x| (x, own_weight(x))));
            }
            [row] => {
                let edge = self.factors.edge(row.edge);
                let span = edge.table.span(self.images[row.pin]);
                self.units += span.len() as u64;
                let row = edge.table.targets[span.clone()].iter().zip(span);
                images.extend(row.map(|(&x, place)| (x, own_weight(x).times(edge.weight(place)))));
            }
            rows => {
                let length = |i: &usize| {
                    let row = rows[*i];
                    self.factors.edge(row.edge).table.degree(self.images[row.pin])
                };
                let shortest = (0..rows.len()).min_by_key(length).unwrap_or(0);
                self.units += (length(&shortest) * LOOK_UP * (rows.len() - 1)) as u64;
                let row = rows[shortest];
                let edge = self.factors.edge(row.edge);
                let span = edge.table.span(self.images[row.pin]);
                let start = edge.table.targets[span.clone()].iter().zip(span);
                images.extend(start.map(|(&x, place)| (x, edge.weight(place))));
                for (_, row) in rows.iter().enumerate().filter(|&(i, _)| i != shortest) {
                    let edge = self.factors.edge(row.edge);
                    let span = edge.table.span(self.images[row.pin]);
                    let end = span.end;
                    let mut rest = &edge.table.targets[span];
                    images.retain_mut(|(x, weight)| {
                        rest = skip_below(rest, *x);
                        let there = rest.first() == Some(x);
                        if there && edge.weights.is_some() {
                            *weight = weight.times(edge.weight(end - rest.len()));
                        }
                        there
                    });
                }
                if own.is_some() {
                    for (x, weight) in images.iter_mut() {
                        *weight = weight.times(own_weight(*x));
                    }
                }
            }
        }
        if own.is_some() {
            images.retain(|(_, weight)| weight.to_u128() != 0);
        }
    }

    /// Computes the values of a tree's root, from the values of its children.
    fn compute(&mut self, t: usize) {
        let program = self.program;
        let tree = &program.trees[t];
        let mut images = std::mem::take(self.chosen.last_mut().expect("there is one more"));
        let mut messages = std::mem::take(&mut self.messages[t]);
        let is_sorted = !tree.rows.is_empty() || tree.children.is_empty();
        if is_sorted {
            self.choose(tree.node, &tree.rows, &mut images);
        } else {
            // Only what the children reach can have a value.
            for (child, message) in tree.children.iter().zip(&mut messages) {
                if program.trees[child.tree].level == tree.level {
                    self.send(child.tree, child.down, message);
                }
            }
            let shortest = messages.iter().min_by_key(|message| message.sums.listed.len());
            let listed = shortest.map_or(&[][..], |message| &message.sums.listed);
            let own = self.factors.node(tree.node);
            let first = self.factors.places(tree.node).start;
            let own_weight = |x: u32| own.map_or(W::ONE, |values| values[(x - first) as usize]);
            images.clear();
            images.extend(listed.iter().map(|&x| (x, own_weight(x))));
            self.units += images.len() as u64;
        }
        for (child, message) in tree.children.iter().zip(&mut messages) {
            let hoisted = program.trees[child.tree].level < tree.level;
            if !hoisted && !tree.rows.is_empty() {
                self.fetch_or_send(child.tree, child.down, message, &mut images, child.power);
            }
            if hoisted || tree.rows.is_empty() || message.is_sent {
                let sums = &message.sums;
                self.units += images.len() as u64;
                for (x, weight) in &mut images {
                    *weight = weight.times(sums.at(*x).power(child.power));
                }
            }
        }
        self.messages[t] = messages;
        match tree.role {
            Role::Root { .. } => {
                let sum = images.iter().fold(W::default(), |sum, &(_, w)| sum.plus(w));
                self.sums[t] = sum;
            }
            Role::Inner | Role::Out => {
                let values = &mut self.values[t];
                values.clear();
                values.is_sorted = is_sorted;
                for &(x, weight) in images.iter().filter(|(_, weight)| weight.to_u128() != 0) {
                    values.values[(x - values.first) as usize] = weight;
                    values.listed.push(x);
                }
                self.send_ahead(t);
            }
        }
        *self.chosen.last_mut().expect("there is one more") = images;
    }

    /// Sends the values of a tree to the parents that are computed for several images of a later pin.
    fn send_ahead(&mut self, t: usize) {
        let program = self.program;
        for (parent, tree) in program.trees.iter().enumerate().skip(t + 1) {
            if tree.level == program.trees[t].level {
                continue;
            }
            for (i, child) in tree.children.iter().enumerate().filter(|(_, c)| c.tree == t) {
                let mut messages = std::mem::take(&mut self.messages[parent]);
                self.send(t, child.down, &mut messages[i]);
                self.messages[parent] = messages;
            }
        }
    }

    /// Adds the values of a child to all places of its parent.
    fn send(&mut self, child: usize, down: u32, message: &mut Message<W>) {
        for &x in &message.sums.listed {
            message.is_listed[(x - message.sums.first) as usize] = false;
        }
        message.sums.clear();
        message.is_sent = true;
        let edge = self.factors.edge(self.factors.reverse(down));
        let values = &self.values[child];
        let Sparse { first, values: sums, listed, .. } = &mut message.sums;
        for &y in &values.listed {
            let value = values.at(y);
            let span = edge.table.span(y);
            self.units += (PUSH * span.len()) as u64;
            if !self.meter.work(span.len()) {
                return;
            }
            for (&x, place) in edge.table.targets[span.clone()].iter().zip(span) {
                let i = (x - *first) as usize;
                if !message.is_listed[i] {
                    message.is_listed[i] = true;
                    listed.push(x);
                }
                sums[i] = sums[i].plus(value.times(edge.weight(place)));
            }
        }
    }

    /// Multiplies the weights of a parent's images with what the child is worth there: fetched for
    /// each, or sent to all, whichever is shorter. If sent, the product is left to the caller.
    fn fetch_or_send(
        &mut self,
        child: usize,
        down: u32,
        message: &mut Message<W>,
        images: &mut [(u32, W)],
        power: u32,
    ) {
        let edge = self.factors.edge(down);
        let back = self.factors.edge(self.factors.reverse(down));
        let values = &self.values[child];
        let look_up = if values.is_sorted { LOOK_UP * values.listed.len() } else { usize::MAX };
        let fetching: usize = images.iter().map(|(x, _)| edge.table.degree(*x).min(look_up)).sum();
        let degrees = values.listed.iter().map(|&y| PUSH * back.table.degree(y));
        let sending: usize = degrees.sum();
        self.units += (images.len() + values.listed.len()) as u64;
        message.is_sent = false;
        if sending < fetching {
            self.send(child, down, message);
            return;
        }
        self.units += fetching as u64;
        for (x, weight) in images {
            let span = edge.table.span(*x);
            let row = &edge.table.targets[span.clone()];
            if !self.meter.work(row.len()) {
                return;
            }
            let mut sum = W::default();
            if row.len() <= look_up {
                match edge.weights {
                    None => row.iter().for_each(|&y| sum = sum.plus(values.at(y))),
                    Some(weights) => {
                        for (&y, &w) in row.iter().zip(&weights[span]) {
                            sum = sum.plus(values.at(y).times(w));
                        }
                    }
                }
            } else {
                let mut rest = row;
                for &y in &values.listed {
                    rest = skip_below(rest, y);
                    match rest.first() {
                        None => break,
                        Some(&found) if found == y => {
                            let w = edge.weight(span.end - rest.len());
                            sum = sum.plus(values.at(y).times(w));
                        }
                        Some(_) => {}
                    }
                }
            }
            *weight = weight.times(sum.power(power));
        }
    }
}
