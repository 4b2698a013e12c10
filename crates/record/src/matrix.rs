//! Answers as a matrix: a row for each graph, a column for each pattern.
//!
//! ```text
//! graph,path,triangle
//! k4,24,24
//! web,>=104882,NA          a lower bound, because a limit was reached; no answer
//! net,<=1200,7.5           unknown, with an upper bound, because a sampler found nothing; an estimate
//! ring,,0                  a pair that was not asked about
//! ```
//!
//! Estimates are numbers that are not rounded. Rows can be made one by one, for matrices that do
//! not fit in memory.

use isocount_core::Answer;

use crate::decimal::at_most;
use crate::{Said, csv};

/// One place of a matrix.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// The pair was not asked about.
    NotAsked,
    /// What was said.
    Said(Said),
}

impl Cell {
    /// What was said, if the pair was asked about.
    #[must_use]
    pub fn said(&self) -> Option<&Said> {
        match self {
            Self::NotAsked => None,
            Self::Said(said) => Some(said),
        }
    }

    /// `12`, `>=12` for a lower bound, `12.5` for an estimate, `<=12` where a sampler found
    /// nothing, `NA` for no answer, and nothing for a pair that was not asked about.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::NotAsked => String::new(),
            Self::Said(Said::Answer(Answer::Exact(count))) => count.to_string(),
            Self::Said(Said::Answer(Answer::AtLeast(count))) => format!(">={count}"),
            Self::Said(Said::Answer(Answer::Estimate(estimate))) if estimate.is_unknown() => {
                at_most(estimate).map_or_else(|| NO_ANSWER.to_owned(), |bound| format!("<={bound}"))
            }
            Self::Said(Said::Answer(Answer::Estimate(estimate))) => estimate.value.to_string(),
            Self::Said(Said::None { .. }) => NO_ANSWER.to_owned(),
        }
    }
}

/// What stands for no answer; pandas and R read it as a missing number.
const NO_ANSWER: &str = "NA";

/// The answers about one graph.
///
/// ```
/// use isocount_core::{Answer, Count};
/// use isocount_record::Said;
/// use isocount_record::matrix::{Cell, MatrixRow, heading};
///
/// // Two patterns, of which the second was not asked about in this molecule.
/// let mut row = MatrixRow::new("aspirin", 2);
/// row.cells[0] = Cell::Said(Said::Answer(Answer::Exact(Count(2))));
/// let table = heading(["carbonyl", "nitro"]) + &row.to_csv();
/// assert_eq!(table, "graph,carbonyl,nitro\naspirin,2,\n");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatrixRow {
    /// The graph.
    pub graph: String,
    /// One for each pattern.
    pub cells: Vec<Cell>,
}

impl MatrixRow {
    /// A row in which nothing was asked yet.
    #[must_use]
    pub fn new(graph: impl Into<String>, num_patterns: usize) -> Self {
        Self { graph: graph.into(), cells: vec![Cell::NotAsked; num_patterns] }
    }

    /// Comma-separated values, with the end of the line.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(Cell::to_text).collect();
        csv::line(std::iter::once(self.graph.as_str()).chain(cells.iter().map(String::as_str)))
    }
}

/// The heading of a matrix of these patterns as comma-separated values, with the end of the line.
#[must_use]
pub fn heading<'a>(patterns: impl IntoIterator<Item = &'a str>) -> String {
    csv::line(std::iter::once("graph").chain(patterns))
}

/// All answers of a batch.
///
/// ```
/// use isocount_core::{Answer, Count};
/// use isocount_record::{Said, matrix::{Cell, Matrix, MatrixRow}};
///
/// let mut row = MatrixRow::new("k4", 2);
/// row.cells[0] = Cell::Said(Said::Answer(Answer::AtLeast(Count(24))));
/// let matrix = Matrix::new(vec!["path".to_owned(), "a,b".to_owned()], vec![row]);
/// assert_eq!(matrix.to_csv(), "graph,path,\"a,b\"\nk4,>=24,\n");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Matrix {
    /// What the columns are about.
    pub patterns: Vec<String>,
    /// The rows.
    pub rows: Vec<MatrixRow>,
}

impl Matrix {
    /// A matrix of these rows, each with a cell for each pattern.
    ///
    /// # Panics
    /// If a row has more or fewer cells.
    #[must_use]
    pub fn new(patterns: Vec<String>, rows: Vec<MatrixRow>) -> Self {
        assert!(rows.iter().all(|row| row.cells.len() == patterns.len()));
        Self { patterns, rows }
    }

    /// Comma-separated values with a heading.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = heading(self.patterns.iter().map(String::as_str));
        text.extend(self.rows.iter().map(MatrixRow::to_csv));
        text
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Count, CountError, Estimate, Sampled};

    use super::*;

    #[test]
    fn what_is_no_exact_count_can_be_seen() {
        let said = |answer| Cell::Said(Said::Answer(answer));
        let unknown = Estimate::of(0.0).with_sampled(Sampled {
            relative_standard_error: f64::INFINITY,
            replicates: 12,
            at_least: 0.0,
            at_most: 1_200.0,
            reliable: false,
            precise: false,
        });
        for (cell, expected) in [
            (said(Answer::Exact(Count(u128::MAX))), u128::MAX.to_string()),
            (said(Answer::AtLeast(Count(0))), ">=0".to_owned()),
            (said(Answer::estimate(-0.125)), "-0.125".to_owned()),
            (said(Answer::Estimate(unknown)), "<=1200".to_owned()),
            (Cell::Said(Said::from(Err(CountError::Overflow))), "NA".to_owned()),
            (Cell::NotAsked, String::new()),
        ] {
            assert_eq!(cell.to_text(), expected);
        }
    }

    #[test]
    fn names_keep_to_their_cell() {
        let row = MatrixRow::new("two\nlines", 1);
        assert_eq!(row.to_csv(), "\"two\nlines\",\n");
        assert_eq!(heading(["say \"p\"", ""]), "graph,\"say \"\"p\"\"\",\n");
    }
}
