//! Heat: nodes or arcs coloured by a quantity.

use isocount_core::NodeId;

use crate::palette::Colour;

/// The positions of the legend's colours on the scale.
const STEPS: [f64; 5] = [0.0, 0.0625, 0.25, 0.5625, 1.0];

/// Non-negative numbers, one for each node or one for each arc in the order of
/// [`LabeledGraph::arcs`](isocount_core::LabeledGraph::arcs). Colours follow their square roots, so
/// that a few large numbers do not make all others look alike. Missing numbers are 0.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
/// use isocount_draw::{Heat, Names, Panel, Picture};
///
/// let mut builder = LabeledGraph::builder();
/// let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.undirected_edge(a, b, Label(0));
/// let graph = builder.build()?;
/// let panel = Panel::new("Edge", &graph).heated(Heat::of_nodes(vec![2.0, 8.0]));
/// assert!(Picture::new(Names::NUMBERS).with(panel).to_svg().contains("node 1: 0 (8)"));
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    values: Vec<f64>,
    is_of_arcs: bool,
    most: f64,
}

impl Heat {
    /// A number for each node.
    #[must_use]
    pub fn of_nodes(values: Vec<f64>) -> Self {
        Self::new(values, false)
    }

    /// A number for each arc. Of two arcs on one line, the larger one is shown.
    #[must_use]
    pub fn of_arcs(values: Vec<f64>) -> Self {
        Self::new(values, true)
    }

    fn new(mut values: Vec<f64>, is_of_arcs: bool) -> Self {
        for value in values.iter_mut().filter(|value| !value.is_finite() || **value < 0.0) {
            *value = 0.0;
        }
        let most = values.iter().copied().fold(0.0, f64::max);
        Self { values, is_of_arcs, most }
    }

    fn value(&self, place: usize) -> f64 {
        self.values.get(place).copied().unwrap_or(0.0)
    }

    /// The number of a node.
    pub(crate) fn of_node(&self, v: NodeId) -> Option<f64> {
        (!self.is_of_arcs).then(|| self.value(v.ix()))
    }

    /// The number of a line with these arcs.
    pub(crate) fn of_line(&self, arcs: &[usize]) -> Option<f64> {
        self.is_of_arcs.then(|| arcs.iter().map(|&ix| self.value(ix)).fold(0.0, f64::max))
    }

    /// The position of a number on the scale, from 0 to 1.
    pub(crate) fn share(&self, value: f64) -> f64 {
        if self.most > 0.0 { (value / self.most).clamp(0.0, 1.0).sqrt() } else { 0.0 }
    }

    pub(crate) fn colour(&self, value: f64) -> Colour {
        Colour::of_heat(self.share(value))
    }

    /// The colours and their labels.
    pub(crate) fn legend(&self) -> impl Iterator<Item = (Colour, String)> + '_ {
        let steps: &[f64] = if self.most > 0.0 { &STEPS } else { &STEPS[..1] };
        steps.iter().map(|step| (self.colour(step * self.most), shown(step * self.most)))
    }
}

/// Formats whole numbers as they are, and other or long numbers in short.
pub(crate) fn shown(value: f64) -> String {
    if value >= 1e9 {
        format!("{value:.2e}")
    } else if value.fract() == 0.0 || value >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_ends_at_the_largest_number_and_accepts_odd_numbers() {
        let heat = Heat::of_nodes(vec![f64::NAN, 4.0, 16.0, -1.0, f64::INFINITY]);
        for (v, expected) in [(0, 0.0), (1, 0.5), (2, 1.0), (3, 0.0), (9, 0.0)] {
            let share = heat.share(heat.of_node(NodeId(v)).unwrap());
            assert!((share - expected).abs() < 1e-12, "{v}: {share}");
        }
        let last = heat.legend().last().unwrap();
        assert_eq!(last, (Colour::of_heat(1.0), "16".to_owned()));
        assert_eq!(heat.of_line(&[0]), None);
        assert_eq!(Heat::of_arcs(vec![1.0, 2.0]).of_line(&[0, 1]), Some(2.0));
        assert_eq!(Heat::of_nodes(vec![0.0]).legend().count(), 1);
    }
}
