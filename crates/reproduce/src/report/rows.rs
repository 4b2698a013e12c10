//! The rows and their records.

use isocount_eval::TRIVIAL;

use super::Cell;
use crate::{
    EvaluationRecord, Experiment, Key, Plan, ReproduceError, RowSpec, Set, Store, TrainingRecord,
};

/// A row with the records of its steps.
pub(crate) struct Row<'a> {
    pub(crate) spec: &'a RowSpec,
    pub(crate) trainings: Vec<(Key, TrainingRecord)>,
    pub(crate) evaluations: Vec<(Key, EvaluationRecord)>,
}

pub(crate) fn read<'a>(plan: &'a Plan, store: &Store) -> Result<Vec<Row<'a>>, ReproduceError> {
    let mut rows = Vec::new();
    for spec in &plan.rows {
        let (mut trainings, mut evaluations) = (Vec::new(), Vec::new());
        for key in &spec.trainings {
            trainings.extend(store.read(key)?.map(|training| (key.clone(), training)));
        }
        for key in &spec.evaluations {
            evaluations.extend(store.read(key)?.map(|evaluation| (key.clone(), evaluation)));
        }
        rows.push(Row { spec, trainings, evaluations });
    }
    Ok(rows)
}

impl Row<'_> {
    /// Whether a model is trained for it.
    pub(crate) fn is_learned(&self) -> bool {
        !self.spec.trainings.is_empty()
    }

    /// Whether it is a trivial baseline.
    pub(crate) fn is_trivial(&self) -> bool {
        is_trivial(&self.spec.counter)
    }

    /// Its trainings with their keys.
    pub(crate) fn keyed_trainings(&self) -> impl Iterator<Item = (&Key, &TrainingRecord)> {
        self.trainings.iter().map(|(key, training)| (key, training))
    }

    /// Its evaluations, one per seed.
    pub(crate) fn records(&self) -> impl Iterator<Item = &EvaluationRecord> {
        self.evaluations.iter().map(|(_, record)| record)
    }

    /// What its counter ignored, if that changed the question.
    pub(crate) fn ignored(&self) -> &[String] {
        self.records().map(|it| it.ignored.as_slice()).find(|it| !it.is_empty()).unwrap_or(&[])
    }

    /// Whether its answers can be compared with the true counts; otherwise only its times are
    /// shown.
    pub(crate) fn is_comparable(&self) -> bool {
        self.ignored().is_empty()
    }

    /// An error over all evaluations; empty if the counter answered another question.
    pub(crate) fn error(&self, of: impl Fn(&EvaluationRecord) -> f64) -> Cell {
        if self.is_comparable() { Cell::of(&self.each(of)) } else { Cell::Empty }
    }

    /// A value of every evaluation.
    pub(crate) fn each(&self, of: impl Fn(&EvaluationRecord) -> f64) -> Vec<f64> {
        self.records().map(of).collect()
    }

    /// A value of every evaluation, with the index of its seed.
    pub(crate) fn by_seed(
        &self,
        of: impl Fn(&EvaluationRecord) -> f64,
    ) -> impl Iterator<Item = (usize, f64)> {
        let place = |key: &Key| self.spec.evaluations.iter().position(|other| other == key);
        self.evaluations.iter().filter_map(move |(key, it)| Some((place(key)?, of(it))))
    }

    pub(crate) fn mean(&self, of: impl Fn(&EvaluationRecord) -> f64) -> Option<f64> {
        let values = self.each(of);
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

/// The rows of Tables 2, 3 and 5 for a data set.
pub(crate) fn main_of<'a, 'b>(
    rows: &'a [Row<'b>],
    set: Set,
) -> impl Iterator<Item = &'a Row<'b>> + Clone {
    let is_main =
        move |row: &&Row<'_>| row.spec.set == set && row.spec.experiment == Experiment::Main;
    rows.iter().filter(is_main)
}

/// The row with the least measured value, and that value; the first of equal ones.
pub(crate) fn least<'a, 'b: 'a>(
    rows: impl Iterator<Item = &'a Row<'b>>,
    of: impl Fn(&EvaluationRecord) -> f64,
) -> Option<(&'a Row<'b>, f64)> {
    let measured = rows.filter_map(|row| Some((row, row.mean(&of)?)));
    measured.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The best trivial row of a data set, by MAE.
pub(crate) fn best_trivial<'a, 'b>(rows: &'a [Row<'b>], set: Set) -> Option<&'a Row<'b>> {
    let trivial = main_of(rows, set).filter(|row| row.is_trivial());
    least(trivial, |it| it.metrics.mae).map(|(row, _)| row)
}

/// Whether a counter is a trivial baseline.
pub(crate) fn is_trivial(counter: &str) -> bool {
    TRIVIAL.contains(&counter)
}

/// The name of a counter in tables and figures.
pub(crate) fn title(counter: &str) -> String {
    match counter {
        "count-gnn" => "Count-GNN",
        "count-gnn, index" => "Count-GNN, index (ours)",
        "count-gnn-e" => "Count-GNN\\E",
        "count-gnn-m" => "Count-GNN\\M",
        "count-gnn-as-run" => "Count-GNN, as run",
        "count-gnn-sum-head" => "Count-GNN, baselines' head",
        "count-gnn-sum-log" => "Count-GNN, sums and log loss",
        "gin-count-head" => "GIN, Count-GNN's head",
        "rgin-sum-count-head" => "RGIN-Sum, Count-GNN's head",
        "count-gnn-plus" => "Count-GNN+ (ours)",
        "gcn" => "GCN",
        "graphsage" => "GraphSAGE",
        "gat" => "GAT",
        "dpgcnn" => "DPGCNN",
        "diffpool" => "DiffPool",
        "gin" => "GIN",
        "rgcn-sum" => "RGCN-Sum",
        "rgcn-dn" => "RGCN-DN",
        "rgin-sum" => "RGIN-Sum",
        "rgin-dn" => "RGIN-DN",
        "lrp" => "LRP",
        "dmpnn-lrp" => "DMPNN-LRP",
        "exact" => "exact engine (ours)",
        "vf2" => "VF2",
        "peregrine" => "Peregrine",
        "zero" => "always 0",
        "train-mean" => "training mean",
        "train-median" => "training median",
        "pattern-median" => "pattern median",
        "pattern-rate" => "pattern rate",
        "smallest-tree" => "smallest spanning tree",
        other => other,
    }
    .to_owned()
}
