//! The images that a pin or a node of the forest may have, once earlier pins have theirs: what lies in
//! all their rows.

use super::forest::RowFrom;
use super::mail::Factors;
use super::pinned::{LOOK_UP, Level, Run};
use super::table::skip_below;
use super::word::Word;

impl<W: Word, F: Factors<W>> Run<'_, '_, W, F> {
    /// The images of a pin: what lies in all its rows, and where.
    pub(super) fn choose_pin(&mut self, pin: usize, level: &mut Level<W>) {
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
        let units = (LOOK_UP * (rows.len() - 1)).max(1) * first.len();
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
            for of_row in places.iter_mut() {
                of_row.truncate(kept);
            }
        }
    }

    /// The images of a tree's node in the rows of pins, with their weights; all of its home if there
    /// are no rows.
    pub(super) fn choose(&mut self, node: u32, rows: &[RowFrom], images: &mut Vec<(u32, W)>) {
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
            images.retain(|(_, weight)| !weight.is_zero());
        }
    }
}
