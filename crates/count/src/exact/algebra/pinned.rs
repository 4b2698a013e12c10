//! Running the program of some blocks. Every value and every message is a dense vector that is zero
//! outside a list of places, so that a value of zero and no value come to the same; whether a place
//! is in the list is kept in flags of its own.

use std::ops::Range;

use super::forest::{BlockProgram, Out, OutPair, PairEnds, RowFrom, Variant};
use super::table::{RelationTable, skip_below};
use super::word::Word;
use crate::cost::algebra::{ADDITIONS_PER_IMAGE, ADDITIONS_PER_LOOK_UP, ADDITIONS_PER_PUSH};
use crate::meter::Meter;

/// A relation with its weights.
#[derive(Clone, Copy)]
pub(crate) struct Weighted<'a, W> {
    pub(crate) table: &'a RelationTable,
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
    fn places(&self, node: u32) -> Range<u32>;
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
    fn new(places: Range<u32>) -> Self {
        let values = vec![W::default(); places.len()];
        Self { first: places.start, values, listed: Vec::new(), is_sorted: true }
    }

    fn clear(&mut self) {
        if 4 * self.listed.len() > self.values.len() {
            self.values.fill(W::default());
        } else {
            for &x in &self.listed {
                self.values[(x - self.first) as usize] = W::default();
            }
        }
        self.listed.clear();
        self.is_sorted = true;
    }

    #[inline]
    fn at(&self, x: u32) -> W {
        self.values[(x - self.first) as usize]
    }
}

/// The value of a child at the places of its parents.
#[derive(Default)]
struct Mail<W> {
    sums: Sparse<W>,
    is_listed: Vec<bool>,
    /// It was sent in full; otherwise receivers fetch what they need, and what they fetched is
    /// listed.
    is_sent: bool,
}

impl<W: Word> Mail<W> {
    fn clear(&mut self) {
        if 4 * self.sums.listed.len() > self.is_listed.len() {
            self.is_listed.fill(false);
        } else {
            for &x in &self.sums.listed {
                self.is_listed[(x - self.sums.first) as usize] = false;
            }
        }
        self.sums.clear();
        self.is_sent = false;
    }
}

/// The images of a pin, and the values of each variant at it.
struct Level<W> {
    /// The images of the pin and, for each row, where they are in it; and which is tried now.
    images: Vec<u32>,
    places: Vec<Vec<u32>>,
    now: usize,
    /// For each variant: what the image weighs, the product of all before, and the sum over images.
    weights: Vec<W>,
    before: Vec<W>,
    products: Vec<W>,
    totals: Vec<W>,
}

/// A program with the memory of its run.
pub(crate) struct PinnedRun<'a, 'm, W, F> {
    program: &'a BlockProgram,
    factors: &'a F,
    pub(crate) meter: Meter<'m>,
    images: Vec<u32>,
    values: Vec<Sparse<W>>,
    mails: Vec<Mail<W>>,
    sums: Vec<W>,
    levels: Vec<Level<W>>,
    /// The images of a tree, with their weights.
    chosen: Vec<(u32, W)>,
    /// The trees to compute once each pin is placed.
    by_level: Vec<Vec<usize>>,
    /// The messages of each tree.
    messages_of: Vec<Vec<usize>>,
    /// The values of each variant, from the start of the home of its node.
    out: Vec<Vec<W>>,
    out_first: Vec<u32>,
    /// Additions done so far.
    pub(crate) units: u64,
}

impl<'a, 'm, W: Word, F: Factors<W>> PinnedRun<'a, 'm, W, F> {
    pub(crate) fn new(program: &'a BlockProgram, factors: &'a F, meter: Meter<'m>) -> Self {
        let (num_pins, num_variants) = (program.pins.len(), program.variants.len());
        let mut by_level = vec![Vec::new(); num_pins];
        for (t, tree) in program.trees.iter().enumerate() {
            by_level[tree.level].push(t);
        }
        let mut messages_of = vec![Vec::new(); program.trees.len()];
        for (m, message) in program.messages.iter().enumerate() {
            messages_of[message.tree].push(m);
        }
        let places_of_out = |out: Out| match out {
            Out::Pin(pin) => factors.places(program.pins[pin].node),
            Out::Tree(tree) => factors.places(program.trees[tree].node),
            Out::Pair(pair) => 0..factors.edge(pair.edge).table.num_pairs() as u32,
        };
        let outs: Vec<Range<u32>> =
            program.variants.iter().map(|variant| places_of_out(variant.out)).collect();
        let mail = |down: u32| {
            let first = factors.edge(down).table.sources();
            Mail { is_listed: vec![false; first.len()], sums: Sparse::new(first), is_sent: false }
        };
        let level = |pin: usize| Level {
            images: Vec::new(),
            places: vec![Vec::new(); program.pins[pin].rows.len()],
            now: 0,
            weights: vec![W::ONE; num_variants],
            before: vec![W::ONE; num_variants],
            products: vec![W::ONE; num_variants],
            totals: vec![W::default(); num_variants],
        };
        let values = |(t, tree): (usize, &super::forest::Tree)| {
            let places = factors.places(tree.node);
            // A tree that is only summed needs no memory.
            Sparse::new(if program.has_values[t] { places } else { places.start..places.start })
        };
        Self {
            images: vec![0; num_pins],
            values: program.trees.iter().enumerate().map(values).collect(),
            mails: program.messages.iter().map(|message| mail(message.down)).collect(),
            sums: vec![W::ONE; program.trees.len()],
            levels: (0..num_pins).map(level).collect(),
            chosen: Vec::new(),
            by_level,
            messages_of,
            out: outs.iter().map(|places| vec![W::default(); places.len()]).collect(),
            out_first: outs.iter().map(|places| places.start).collect(),
            units: 0,
            program,
            factors,
            meter,
        }
    }

    /// Adds what the first pin is worth at this image to the values of the blocks.
    pub(crate) fn at(&mut self, x: u32) {
        self.images[0] = x;
        let mut level = std::mem::replace(&mut self.levels[0], Level::empty());
        self.weigh(0, 0, &mut level);
        level.totals.fill(W::default());
        self.placed(0, &mut level);
        self.levels[0] = level;
    }

    /// The values of each block: from the start of the home of its node, or pair by pair.
    pub(crate) fn into_values(self) -> Vec<Vec<W>> {
        let Self { out, program, factors, .. } = self;
        let turned = |(variant, values): (&Variant, Vec<W>)| match variant.out {
            Out::Pair(OutPair { edge, is_turned: true, .. }) => {
                let back = factors.edge(factors.reverse(edge)).table;
                factors.edge(edge).table.turn_values(&values, back)
            }
            Out::Pair(_) | Out::Pin(_) | Out::Tree(_) => values,
        };
        program.variants.iter().zip(out).map(turned).collect()
    }

    fn is_over(&self) -> bool {
        self.meter.is_spent()
    }

    /// What the image of a pin weighs in each variant, the `i`-th image of its level.
    fn weigh(&self, pin: usize, i: usize, level: &mut Level<W>) {
        let x = self.images[pin];
        for (variant, weight) in self.program.variants.iter().zip(&mut level.weights) {
            let (node, edges) = &variant.pins[pin];
            *weight = W::ONE;
            if let Some(values) = self.factors.node(*node) {
                *weight = values[(x - self.factors.places(*node).start) as usize];
            }
            for (&edge, places) in edges.iter().zip(&level.places) {
                if let Some(weights) = self.factors.edge(edge).weights {
                    *weight = weight.times(weights[places[i] as usize]);
                }
            }
        }
    }

    /// Goes on once a pin has its image; adds to the totals of its level.
    fn placed(&mut self, pin: usize, level: &mut Level<W>) {
        let program = self.program;
        self.units += (ADDITIONS_PER_IMAGE + program.variants.len()) as u64;
        self.meter.work(ADDITIONS_PER_IMAGE + program.variants.len());
        if level.weights.iter().all(|weight| weight.is_zero()) {
            return;
        }
        for i in 0..self.by_level[pin].len() {
            self.compute(self.by_level[pin][i]);
            if self.is_over() {
                return;
            }
        }
        let mut is_zero = true;
        let variants = program.variants.iter().zip(&level.weights).zip(&mut level.products);
        for ((variant, &weight), product) in variants {
            *product = weight;
            for &(tree, power) in &variant.roots {
                if program.trees[tree].level == pin {
                    *product = product.times(self.sums[tree].power(power));
                }
            }
            is_zero &= product.is_zero();
        }
        if is_zero {
            return;
        }
        if pin + 1 < program.pins.len() {
            let mut next = std::mem::replace(&mut self.levels[pin + 1], Level::empty());
            for (v, before) in next.before.iter_mut().enumerate() {
                *before = level.before[v].times(level.products[v]);
            }
            next.totals.fill(W::default());
            self.place(pin + 1, &mut next);
            for (product, &below) in level.products.iter_mut().zip(&next.totals) {
                *product = product.times(below);
            }
            self.levels[pin + 1] = next;
        }
        for (v, variant) in program.variants.iter().enumerate() {
            let value = level.products[v];
            level.totals[v] = level.totals[v].plus(value);
            let first = self.out_first[v];
            match variant.out {
                Out::Pin(p) if p == pin => {
                    let place = (self.images[p] - first) as usize;
                    self.out[v][place] = self.out[v][place].plus(level.before[v].times(value));
                }
                Out::Tree(t) if program.trees[t].level == pin && !value.is_zero() => {
                    let factor = level.before[v].times(value);
                    let values = &self.values[t];
                    self.units += values.listed.len() as u64;
                    for &x in &values.listed {
                        let place = (x - first) as usize;
                        self.out[v][place] = self.out[v][place].plus(factor.times(values.at(x)));
                    }
                }
                Out::Pair(pair) if !value.is_zero() && self.is_complete_at(pair, pin) => {
                    let factor = level.before[v].times(value);
                    match pair.ends {
                        PairEnds::Pins { row, .. } => {
                            let place = level.places[row][level.now] as usize;
                            self.out[v][place] = self.out[v][place].plus(factor);
                        }
                        PairEnds::PinAndTree { .. } | PairEnds::Trees { .. } => {
                            self.add_pairs(v, pair, factor);
                        }
                    }
                }
                Out::Pin(_) | Out::Tree(_) | Out::Pair(_) => {}
            }
        }
    }

    /// Whether both ends of a pair are known once this pin is placed, and were not before.
    fn is_complete_at(&self, pair: OutPair, pin: usize) -> bool {
        let level = |tree: usize| self.program.trees[tree].level;
        pin == match pair.ends {
            PairEnds::Pins { late, .. } => late,
            PairEnds::PinAndTree { tree, .. } => level(tree),
            PairEnds::Trees { above, below } => level(above).max(level(below)),
        }
    }

    /// Adds the pairs of a pin and a tree, or of two trees, to the values of a variant.
    fn add_pairs(&mut self, v: usize, pair: OutPair, factor: W) {
        let table = self.factors.edge(pair.edge).table;
        let out = &mut self.out[v];
        let mut units = 0;
        let mut add_row = |x: u32, factor: W, below: &Sparse<W>| {
            let span = table.span(x);
            units += span.len();
            let row = &table.targets[span.clone()];
            for (place, &y) in out[span].iter_mut().zip(row) {
                *place = place.plus(factor.times(below.at(y)));
            }
        };
        match pair.ends {
            PairEnds::Pins { .. } => {}
            PairEnds::PinAndTree { pin, tree } => {
                add_row(self.images[pin], factor, &self.values[tree]);
            }
            PairEnds::Trees { above, below } => {
                let above = &self.values[above];
                for &x in &above.listed {
                    add_row(x, factor.times(above.at(x)), &self.values[below]);
                }
            }
        }
        self.units += units as u64;
        self.meter.work(units);
    }

    /// Tries all images of a pin.
    fn place(&mut self, pin: usize, level: &mut Level<W>) {
        self.choose_pin(pin, level);
        for i in 0..level.images.len() {
            (self.images[pin], level.now) = (level.images[i], i);
            self.weigh(pin, i, level);
            self.placed(pin, level);
            if self.is_over() {
                break;
            }
        }
    }

    /// The images of a pin: what lies in all its rows, and where.
    fn choose_pin(&mut self, pin: usize, level: &mut Level<W>) {
        let Level { images, places, .. } = level;
        let rows = &self.program.pins[pin].rows;
        images.clear();
        places.iter_mut().for_each(Vec::clear);
        let span = |row: &RowFrom| self.factors.edge(row.edge).table.span(self.images[row.pin]);
        let Some(shortest) = (0..rows.len()).min_by_key(|&r| span(&rows[r]).len()) else {
            images.extend(self.factors.places(self.program.pins[pin].node));
            self.units += images.len() as u64;
            return;
        };
        let first = span(&rows[shortest]);
        images.extend(&self.factors.edge(rows[shortest].edge).table.targets[first.clone()]);
        let units = (ADDITIONS_PER_LOOK_UP * (rows.len() - 1)).max(1) * first.len();
        places[shortest].extend(first.map(|place| place as u32));
        self.units += units as u64;
        self.meter.work(units);
        for r in (0..rows.len()).filter(|&r| r != shortest) {
            let here = span(&rows[r]);
            let end = here.end;
            let mut rest = &self.factors.edge(rows[r].edge).table.targets[here];
            let mut kept = 0;
            places[r].resize(images.len(), 0);
            for i in 0..images.len() {
                rest = skip_below(rest, images[i]);
                if rest.first() == Some(&images[i]) {
                    images[kept] = images[i];
                    places.iter_mut().filter(|p| p.len() > i).for_each(|p| p[kept] = p[i]);
                    places[r][kept] = (end - rest.len()) as u32;
                    kept += 1;
                }
            }
            images.truncate(kept);
            for p in places.iter_mut() {
                p.truncate(kept);
            }
        }
    }

    /// The images of a tree's node in the rows of pins, with their weights; all of its home if
    /// there are no rows.
    fn choose(&mut self, node: u32, rows: &[RowFrom], images: &mut Vec<(u32, W)>) {
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
                self.units += (length(&shortest) * ADDITIONS_PER_LOOK_UP * (rows.len() - 1)) as u64;
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
            images.retain(|(_, weight)| !weight.is_zero());
        }
    }

    /// Computes the values of a tree's root, from the values of its children.
    fn compute(&mut self, t: usize) {
        let program = self.program;
        let tree = &program.trees[t];
        let mut images = std::mem::take(&mut self.chosen);
        let mut is_sorted = true;
        if tree.rows.is_empty() && !tree.children.is_empty() {
            // Only what the children reach can have a value.
            for child in &tree.children {
                if !self.mails[child.message].is_sent {
                    self.send(child.message);
                }
            }
            let mails = tree.children.iter().map(|child| &self.mails[child.message].sums);
            let shortest = mails.min_by_key(|sums| sums.listed.len());
            let own = self.factors.node(tree.node);
            let first = self.factors.places(tree.node).start;
            let own_weight = |x: u32| own.map_or(W::ONE, |values| values[(x - first) as usize]);
            images.clear();
            if let Some(sums) = shortest {
                images.extend(sums.listed.iter().map(|&x| (x, own_weight(x))));
                is_sorted = sums.is_sorted;
            }
            self.units += images.len() as u64;
        } else {
            self.choose(tree.node, &tree.rows, &mut images);
        }
        for child in &tree.children {
            if !self.mails[child.message].is_sent {
                self.fetch_or_send(child.message, &images);
            }
            let sums = &self.mails[child.message].sums;
            self.units += images.len() as u64;
            if child.power == 1 {
                for (x, weight) in &mut images {
                    *weight = weight.times(sums.at(*x));
                }
            } else {
                for (x, weight) in &mut images {
                    *weight = weight.times(sums.at(*x).power(child.power));
                }
            }
        }
        if program.has_sum[t] {
            self.sums[t] = images.iter().fold(W::default(), |sum, &(_, w)| sum.plus(w));
        }
        if program.has_values[t] {
            let values = &mut self.values[t];
            values.clear();
            values.is_sorted = is_sorted;
            for &(x, weight) in images.iter().filter(|(_, weight)| !weight.is_zero()) {
                values.values[(x - values.first) as usize] = weight;
                values.listed.push(x);
            }
            for i in 0..self.messages_of[t].len() {
                let m = self.messages_of[t][i];
                self.mails[m].clear();
                if program.is_ahead[m] {
                    self.send(m);
                }
            }
        }
        self.chosen = images;
    }

    /// Adds the values of a child to all places of its parents.
    fn send(&mut self, m: usize) {
        let message = self.program.messages[m];
        let edge = self.factors.edge(self.factors.reverse(message.down));
        let values = &self.values[message.tree];
        let mail = &mut self.mails[m];
        mail.clear();
        mail.is_sent = true;
        let Mail { sums: Sparse { first, values: sums, listed, is_sorted }, is_listed, .. } = mail;
        let total: usize = values.listed.iter().map(|&y| edge.table.degree(y)).sum();
        // A list would contain most of the places, so it is made afterwards.
        let is_dense = 2 * total > sums.len();
        self.units += (total + if is_dense { sums.len() } else { total }) as u64;
        for &y in &values.listed {
            let value = values.at(y);
            let span = edge.table.span(y);
            if !self.meter.work(span.len()) {
                return;
            }
            let targets = &edge.table.targets[span.clone()];
            if !is_dense {
                for &x in targets {
                    let i = (x - *first) as usize;
                    if !is_listed[i] {
                        is_listed[i] = true;
                        listed.push(x);
                    }
                }
            }
            match edge.weights {
                None => {
                    for &x in targets {
                        let sum = &mut sums[(x - *first) as usize];
                        *sum = sum.plus(value);
                    }
                }
                Some(weights) => {
                    for (&x, &weight) in targets.iter().zip(&weights[span]) {
                        let sum = &mut sums[(x - *first) as usize];
                        *sum = sum.plus(value.times(weight));
                    }
                }
            }
        }
        if is_dense {
            let some = sums.iter().zip(*first..).filter(|(sum, _)| !sum.is_zero());
            listed.extend(some.map(|(_, x)| x));
        }
        *is_sorted = is_dense;
    }

    /// Makes a message known at the images of a parent: fetched for each, or sent to all, whichever
    /// is shorter. What another parent fetched is there.
    fn fetch_or_send(&mut self, m: usize, images: &[(u32, W)]) {
        let message = self.program.messages[m];
        let edge = self.factors.edge(message.down);
        let back = self.factors.edge(self.factors.reverse(message.down));
        let values = &self.values[message.tree];
        let mail = &mut self.mails[m];
        let first = mail.sums.first;
        let look_up =
            if values.is_sorted { ADDITIONS_PER_LOOK_UP * values.listed.len() } else { usize::MAX };
        let unknown = images.iter().filter(|(x, _)| !mail.is_listed[(x - first) as usize]);
        let fetching: usize = unknown.map(|(x, _)| edge.table.degree(*x).min(look_up)).sum();
        let sending: usize =
            values.listed.iter().map(|&y| ADDITIONS_PER_PUSH * back.table.degree(y)).sum();
        self.units += (images.len() + values.listed.len()) as u64;
        if sending < fetching {
            self.send(m);
            return;
        }
        self.units += fetching as u64;
        for &(x, _) in images {
            let place = (x - first) as usize;
            if mail.is_listed[place] {
                continue;
            }
            let span = edge.table.span(x);
            let row = &edge.table.targets[span.clone()];
            if !self.meter.work(1 + row.len().min(look_up)) {
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
            mail.is_listed[place] = true;
            mail.sums.listed.push(x);
            mail.sums.values[place] = sum;
        }
    }
}

impl<W> Level<W> {
    /// Stands in while a level is at work.
    fn empty() -> Self {
        Self {
            images: Vec::new(),
            places: Vec::new(),
            now: 0,
            weights: Vec::new(),
            before: Vec::new(),
            products: Vec::new(),
            totals: Vec::new(),
        }
    }
}
