//! Cliques of five nodes and more, counted at their node of lowest degree.
//!
//! Let v be that node, and U its neighbours of higher degree: at most √(2m) in a graph of m edges. A
//! row of bits for each of them says which earlier ones of U it sees. A clique of k nodes is v and
//! k − 1 of U; the last two are never placed:
//!
//! ```text
//! cliques(M, 1) = |M|        cliques(M, j) = Σ over u in M   cliques(M ∩ row(u), j − 1)
//! ```
//!
//! Every step of a plan would go through a row of the graph; here it is a few words.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::host::{Host, RankedTable};
use super::ways::Way;
use crate::cost::threads::{ENTRIES_WORTH_THREADS, IMAGES_AT_ONCE_BY_DEGREE};
use crate::meter::Meter;

/// The state of a thread.
struct Above<'a, 'm> {
    table: &'a RankedTable,
    meter: Meter<'m>,
    /// For each place, its number in U plus one.
    number: Vec<u32>,
    /// The rows of U, and for each level of a clique the members that are left.
    rows: Vec<u64>,
    left: Vec<Vec<u64>>,
}

/// About how many entries of rows are looked at, without what follows in the rows of bits.
pub(super) fn expected_entries(host: &Host) -> f64 {
    let table = host.table(Way::Both);
    let before = |v: u32| table.num_before(v) as f64;
    let of = |v: u32| table.row_beyond(v, false).iter().map(|&u| before(u)).sum::<f64>();
    (0..host.num_places as u32).map(of).sum()
}

/// The number of mappings of a clique of `size` nodes; a bound if the budget ran out. Threads share
/// the nodes.
pub(super) fn cliques(host: &Host, size: usize, threads: usize, meter: &mut Meter<'_>) -> u128 {
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let threads = if host.num_pairs < ENTRIES_WORTH_THREADS { 1 } else { threads };
    let parts = on_threads(threads, |_| {
        let mut above = Above {
            table: host.table(Way::Both),
            meter: start.clone(),
            number: vec![0; host.num_places],
            rows: Vec::new(),
            left: vec![Vec::new(); size],
        };
        let mut sum = 0_u128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_BY_DEGREE, Ordering::Relaxed);
            if from >= host.num_places || above.meter.is_spent() {
                return (sum, above.meter.is_spent());
            }
            for v in from as u32..host.num_places.min(from + IMAGES_AT_ONCE_BY_DEGREE) as u32 {
                sum = sum.saturating_add(above.at(v, size - 1));
            }
        }
    });
    if parts.iter().any(|&(_, is_spent)| is_spent) {
        meter.spend();
    }
    let found = parts.iter().fold(0_u128, |total, &(sum, _)| total.saturating_add(sum));
    // Every order of the nodes is a mapping.
    (2..=size as u128).fold(found, u128::saturating_mul)
}

impl Above<'_, '_> {
    /// The cliques of v and `others` of U; some of them if the budget runs out.
    fn at(&mut self, v: u32, others: usize) -> u128 {
        let table = self.table;
        let members = table.row_beyond(v, false);
        if members.len() < others || !self.meter.work(1 + members.len()) {
            return 0;
        }
        for (number, &u) in members.iter().enumerate() {
            self.number[u as usize] = number as u32 + 1;
        }
        let words = members.len().div_ceil(64);
        self.rows.clear();
        self.rows.resize(words * members.len(), 0);
        for (i, &u) in members.iter().enumerate() {
            let row = table.row_beyond(u, false);
            for &w in row {
                if let Some(j) = self.number[w as usize].checked_sub(1) {
                    self.rows[i * words + (j >> 6) as usize] |= 1 << (j & 63);
                }
            }
            if !self.meter.work(row.len()) {
                break;
            }
        }
        for &u in members {
            self.number[u as usize] = 0;
        }
        let mut sum = 0_u128;
        let mut left = std::mem::take(&mut self.left);
        for i in 0..members.len() {
            let row = &self.rows[i * words..(i + 1) * words];
            sum =
                sum.saturating_add(within(&self.rows, row, others - 1, &mut left, &mut self.meter));
            if self.meter.is_spent() {
                break;
            }
        }
        self.left = left;
        sum
    }
}

/// The cliques of this many nodes among those of a row of bits.
fn within(
    rows: &[u64],
    among: &[u64],
    size: usize,
    left: &mut [Vec<u64>],
    meter: &mut Meter<'_>,
) -> u128 {
    let words = among.len();
    let numbers = || {
        among.iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|word| *word != 0)
                .map(move |word| 64 * place + word.trailing_zeros() as usize)
        })
    };
    match size {
        0 => 1,
        1 => among.iter().map(|word| u128::from(word.count_ones())).sum(),
        2 => {
            let mut sum = 0_u64;
            let mut seen = 0;
            for u in numbers() {
                let row = &rows[u * words..(u + 1) * words];
                let both = among.iter().zip(row).map(|(a, b)| u64::from((a & b).count_ones()));
                sum += both.sum::<u64>();
                seen += 1;
            }
            meter.work(1 + seen * words);
            sum.into()
        }
        _ => {
            let Some((own, deeper)) = left.split_last_mut() else { return 0 };
            let mut sum = 0_u128;
            for u in numbers() {
                let row = &rows[u * words..(u + 1) * words];
                own.clear();
                own.extend(among.iter().zip(row).map(|(a, b)| a & b));
                sum = sum.saturating_add(within(rows, own, size - 1, deeper, meter));
                if !meter.work(words) {
                    break;
                }
            }
            sum
        }
    }
}
