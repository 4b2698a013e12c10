//! The numbers of the paper's Tables 2 to 5, as published.
//!
//! Mean ± standard deviation of five runs. Seconds are for all test triples, on hardware that the
//! paper does not name.

use std::fmt;

/// A cell of Table 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PublishedRow {
    /// Mean absolute error and its deviation.
    pub(crate) mae: Option<Spread>,
    /// Q-error and its deviation.
    pub(crate) q_error: Option<Spread>,
    /// Seconds for all test triples.
    pub(crate) seconds: Option<Spread>,
}

/// A mean and, if published, a standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The mean.
    pub(crate) mean: f64,
    /// The deviation.
    pub(crate) deviation: Option<f64>,
    /// Both as printed: the number of digits indicates the precision.
    printed: [&'static str; 2],
}

impl Spread {
    fn of(mean: &'static str, deviation: &'static str) -> Option<Self> {
        let printed = [mean, deviation];
        Some(Self { mean: mean.parse().ok()?, deviation: deviation.parse().ok(), printed })
    }

    /// The mean without the deviation.
    #[must_use]
    pub(crate) fn without_deviation(self) -> Self {
        Self { deviation: None, ..self }
    }
}

/// Formats it with the digits of the paper.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, deviation] = self.printed;
        f.write_str(mean)?;
        if self.deviation.is_some() { write!(f, " ± {deviation}") } else { Ok(()) }
    }
}

/// Table 2: a counter on a data set, by their names in this project.
#[must_use]
pub(crate) fn table2(set: &str, counter: &str) -> Option<PublishedRow> {
    let line = find(include_str!("published/table2.csv"), &[set, counter])?;
    let spread = |at: usize| Spread::of(line[at], line[at + 1]);
    Some(PublishedRow { mae: spread(2), q_error: spread(4), seconds: spread(6) })
}

/// The counters of Table 2, in its order.
#[must_use]
#[cfg(test)]
pub(crate) fn table2_counters() -> Vec<&'static str> {
    let lines = include_str!("published/table2.csv").lines().skip(1);
    let of_small = lines.filter_map(|line| line.strip_prefix("SMALL,"));
    of_small.filter_map(|line| line.split(',').next()).collect()
}

/// Table 3: the training time per epoch, in seconds.
#[must_use]
pub(crate) fn table3(set: &str, counter: &str) -> Option<Spread> {
    let line = find(include_str!("published/table3.csv"), &[set, counter])?;
    Spread::of(line[2], "")
}

/// Table 4: MAE, Q-error and seconds of a counter that was trained for a single pattern, the first,
/// second or third.
#[must_use]
pub(crate) fn table4(set: &str, pattern: usize, counter: &str) -> Option<[Spread; 3]> {
    let pattern = pattern.to_string();
    let line = find(include_str!("published/table4.csv"), &[set, &pattern, counter])?;
    let alone = |at: usize| Spread::of(line[at], "");
    Some([alone(3)?, alone(4)?, alone(5)?])
}

/// Table 5: MAE and Q-error of the ablations.
#[must_use]
pub(crate) fn table5(set: &str, counter: &str) -> Option<[Spread; 2]> {
    let line = find(include_str!("published/table5.csv"), &[set, counter])?;
    Some([Spread::of(line[2], "")?, Spread::of(line[3], "")?])
}

/// The line that begins with these cells.
fn find(table: &'static str, cells: &[&str]) -> Option<Vec<&'static str>> {
    let lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    lines.into_iter().find(|line| line.starts_with(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_the_paper() {
        let row = table2("SMALL", "count-gnn").unwrap();
        assert_eq!(row.mae.map(|it| (it.mean, it.deviation)), Some((8.5, Some(0.0))));
        assert_eq!(row.q_error.unwrap().mean.to_bits(), 1.4_f64.to_bits());
        assert_eq!(table2("OGB-PPA", "vf2").unwrap().seconds.unwrap().deviation, Some(4.8));
        assert_eq!(table2("LARGE", "peregrine").unwrap().mae, None);
        assert_eq!(table2("MUTAG", "exact"), None);
        assert_eq!(table3("LARGE", "rgin-dn").map(|it| it.mean), Some(2.9));
        assert_eq!(table3("LARGE", "dmpnn-lrp"), None);
        let means = table4("LARGE", 1, "lrp").map(|cells| cells.map(|it| it.mean));
        assert_eq!(means, Some([126.1, 38.3, 0.04]));
        let means = table5("MUTAG", "count-gnn-e").map(|cells| cells.map(|it| it.mean));
        assert_eq!(means, Some([18.63, 5.92]));
        assert_eq!(table2_counters().len(), 14);
    }

    #[test]
    fn digits_are_those_of_the_paper() {
        let small = |counter| table2("SMALL", counter).unwrap();
        assert_eq!(small("count-gnn").mae.unwrap().to_string(), "8.5 ± 0.0");
        assert_eq!(small("vf2").mae.unwrap().to_string(), "0");
        let seconds = small("vf2").seconds.unwrap();
        assert_eq!(seconds.to_string(), "1049.2 ± 2.7");
        assert_eq!(seconds.without_deviation().to_string(), "1049.2");
        assert_eq!(table2("MUTAG", "vf2").unwrap().seconds.unwrap().to_string(), "1.30 ± 0.04");
        assert_eq!(table3("SMALL", "count-gnn").unwrap().to_string(), "0.4");
        let of_lrp = table4("LARGE", 1, "lrp").unwrap().map(|it| it.to_string());
        assert_eq!(of_lrp, ["126.1", "38.3", "0.04"]);
    }

    #[test]
    fn every_line_is_whole() {
        for (table, cells) in [
            (include_str!("published/table2.csv"), 8),
            (include_str!("published/table3.csv"), 3),
            (include_str!("published/table4.csv"), 6),
            (include_str!("published/table5.csv"), 4),
        ] {
            assert!(table.lines().all(|line| line.split(',').count() == cells), "{table}");
        }
    }
}
