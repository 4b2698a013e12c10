//! Answers as a matrix: one row per graph, one column per pattern.
//!
//! ```text
//! graph,path,triangle
//! k4,24,24
//! web,>=104882,NA          a lower bound, because a limit was reached; no answer
//! net,<=1200,7.5           unknown, with an upper bound, because a sampler found nothing; an estimate
//! ring,,0                  a pair that was not requested
//! ```
//!
//! Estimates are not rounded. Rows can be made one by one, for matrices that do not fit in memory.

use isocount_core::Answer;

use crate::decimal::at_most;
use crate::{Said, csv};

/// One cell of a matrix.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// The pair was not requested.
    NotAsked,
    /// The answer, or why there is none.
    Said(Said),
}

impl Cell {
    /// The answer, or why there is none, if the pair was requested.
    #[must_use]
    pub fn said(&self) -> Option<&Said> {
        match self {
            Self::NotAsked => None,
            Self::Said(said) => Some(said),
        }
    }

    /// `12`, `>=12` for a lower bound, `12.5` for an estimate, `<=12` where a sampler found
    /// nothing, `NA` for no answer, and empty for a pair that was not requested.
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

/// The text for no answer; pandas and R read it as a missing number.
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
    /// One cell per pattern.
    pub cells: Vec<Cell>,
}

impl MatrixRow {
    /// A row of pairs that were not requested.
    #[must_use]
    pub fn new(graph: impl Into<String>, num_patterns: usize) -> Self {
        Self { graph: graph.into(), cells: vec![Cell::NotAsked; num_patterns] }
    }

    /// Comma-separated values, including the end of the line.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(Cell::to_text).collect();
        csv::line(std::iter::once(self.graph.as_str()).chain(cells.iter().map(String::as_str)))
    }
}

/// The header of a matrix of these patterns as comma-separated values, including the end of the
/// line.
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
    /// The patterns, one per column.
    pub patterns: Vec<String>,
    /// The rows.
    pub rows: Vec<MatrixRow>,
}

impl Matrix {
    /// A matrix of these rows, each with one cell per pattern.
    ///
    /// # Panics
    /// If a row has more or fewer cells.
    #[must_use]
    pub fn new(patterns: Vec<String>, rows: Vec<MatrixRow>) -> Self {
        assert!(rows.iter().all(|row| row.cells.len() == patterns.len()));
        Self { patterns, rows }
    }

    /// Comma-separated values with a header.
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
    fn inexact_counts_are_marked() {
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
    fn names_stay_in_their_cell() {
        let row = MatrixRow::new("two\nlines", 1);
        assert_eq!(row.to_csv(), "\"two\nlines\",\n");
        assert_eq!(heading(["say \"p\"", ""]), "graph,\"say \"\"p\"\"\",\n");
    }
}
