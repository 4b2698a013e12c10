//! Rows with their records.

use crate::{EvaluationRecord, Key, Plan, ReproduceError, RowSpec, Store, TrainingRecord};

/// A row and what is known of it.
pub(crate) struct Row<'a> {
    pub(crate) spec: &'a RowSpec,
    pub(crate) trainings: Vec<(Key, TrainingRecord)>,
    pub(crate) evaluations: Vec<EvaluationRecord>,
}

pub(crate) fn read<'a>(plan: &'a Plan, store: &Store) -> Result<Vec<Row<'a>>, ReproduceError> {
    let mut rows = Vec::new();
    for spec in &plan.rows {
        let (mut trainings, mut evaluations) = (Vec::new(), Vec::new());
        for key in &spec.trainings {
            trainings.extend(store.read(key)?.map(|training| (key.clone(), training)));
        }
        for key in &spec.evaluations {
            evaluations.extend(store.read(key)?);
        }
        rows.push(Row { spec, trainings, evaluations });
    }
    Ok(rows)
}

impl Row<'_> {
    /// Its trainings with their keys.
    pub(crate) fn keyed_trainings(&self) -> impl Iterator<Item = (&Key, &TrainingRecord)> {
        self.trainings.iter().map(|(key, training)| (key, training))
    }

    /// A number of every evaluation.
    pub(crate) fn each(&self, of: impl Fn(&EvaluationRecord) -> f64) -> Vec<f64> {
        self.evaluations.iter().map(of).collect()
    }

    pub(crate) fn mean(&self, of: impl Fn(&EvaluationRecord) -> f64) -> Option<f64> {
        let values = self.each(of);
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
}

/// What a reader calls a counter.
pub(crate) fn title(counter: &str) -> String {
    match counter {
        "count-gnn" => "Count-GNN",
        "count-gnn, index" => "Count-GNN, index (ours)",
        "count-gnn-e" => "Count-GNN\\E",
        "count-gnn-m" => "Count-GNN\\M",
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
        "zero" => "always 0",
        "train-mean" => "mean of training",
        "train-median" => "median of training",
        "pattern-median" => "median of the pattern",
        "pattern-rate" => "rate of the pattern",
        "smallest-tree" => "smallest spanning tree",
        other => other,
    }
    .to_owned()
}
