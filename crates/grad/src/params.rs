//! The parameters of a model: named matrices in one flat vector.

use crate::init::Init;
use crate::matrix::{Shape, View};
use crate::random;
use crate::var::Var;

/// Named parameters, in the order in which they were added.
///
/// Names are paths, such as `graph_encoder.layer0.own.weight`. The initial values of a parameter
/// depend only on the seed and its name, so the others stay the same if a layer is added.
#[derive(Clone, Debug)]
pub struct Params {
    seed: u64,
    entries: Vec<Entry>,
    values: Vec<f32>,
}

/// The position of one parameter.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    shape: Shape,
    at: usize,
}

impl Params {
    /// An empty set of parameters. The seed is that of their initial values.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, entries: Vec::new(), values: Vec::new() }
    }

    /// Adds a parameter, and returns the variable that represents it on tapes.
    ///
    /// # Panics
    ///
    /// If the name exists already.
    pub fn add(&mut self, name: impl Into<String>, rows: usize, cols: usize, init: Init) -> Var {
        let name = name.into();
        assert!(self.find(&name).is_none(), "there are two parameters `{name}`");
        let shape = Shape { rows, cols };
        let first = init.values(shape, random::seed_of(self.seed, &name));
        self.entries.push(Entry { name, shape, at: self.values.len() });
        self.values.extend_from_slice(first.data());
        Var::param(self.entries.len() - 1)
    }

    /// A scope for parameters whose names begin with this part and a dot.
    pub fn at(&mut self, part: impl Into<String>) -> Scope<'_> {
        Scope { params: self, path: part.into() }
    }

    /// The parameter of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Var> {
        self.entries.iter().position(|entry| entry.name == name).map(Var::param)
    }

    /// One parameter.
    ///
    /// # Panics
    ///
    /// If it is not one of these parameters.
    #[must_use]
    pub fn get(&self, var: Var) -> View<'_> {
        let entry = &self.entries[var.expect_param()];
        View { shape: entry.shape, data: &self.values[entry.at..][..entry.shape.len()] }
    }

    /// The numbers of one parameter, mutably.
    ///
    /// # Panics
    ///
    /// If it is not one of these parameters.
    pub fn get_mut(&mut self, var: Var) -> &mut [f32] {
        let entry = &self.entries[var.expect_param()];
        &mut self.values[entry.at..][..entry.shape.len()]
    }

    /// Every parameter with its name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, View<'_>)> {
        let vars = (0..self.entries.len()).map(Var::param);
        self.entries.iter().zip(vars).map(|(entry, var)| (entry.name.as_str(), self.get(var)))
    }

    /// The number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The total number of scalars.
    #[must_use]
    pub fn num_scalars(&self) -> usize {
        self.values.len()
    }

    /// All numbers, one parameter after the other.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All numbers, mutably.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The range of one parameter among all numbers.
    pub(crate) fn range(&self, param: usize) -> std::ops::Range<usize> {
        let entry = &self.entries[param];
        entry.at..entry.at + entry.shape.len()
    }
}

/// A part of the path of names: `params.at("encoder")`, then `scope.at("layer0")`, and so on.
#[derive(Debug)]
pub struct Scope<'a> {
    params: &'a mut Params,
    path: String,
}

impl Scope<'_> {
    /// A nested scope.
    pub fn at(&mut self, part: impl std::fmt::Display) -> Scope<'_> {
        Scope { path: format!("{}.{part}", self.path), params: self.params }
    }

    /// Adds a parameter to this scope.
    ///
    /// # Panics
    ///
    /// If the name exists already.
    pub fn add(&mut self, name: &str, rows: usize, cols: usize, init: Init) -> Var {
        self.params.add(format!("{}.{name}", self.path), rows, cols, init)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paths_in_the_order_of_insertion() {
        let mut params = Params::new(0);
        let mut encoder = params.at("encoder");
        for layer in 0..2 {
            encoder.at(format!("layer{layer}")).add("weight", 2, 3, Init::FanIn);
        }
        params.add("bias", 1, 3, Init::Zeros);
        let names: Vec<&str> = params.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["encoder.layer0.weight", "encoder.layer1.weight", "bias"]);
        assert_eq!(params.num_scalars(), 15);
        assert_eq!(params.get(params.find("bias").unwrap()).shape(), Shape::new(1, 3));
    }

    #[test]
    fn first_values_depend_on_seed_and_name_alone() {
        let weight = |seed, also: &[&str]| {
            let mut params = Params::new(seed);
            for name in also {
                params.add(*name, 5, 5, Init::FanIn);
            }
            let weight = params.add("weight", 4, 4, Init::FanIn);
            params.get(weight).to_matrix()
        };
        assert_eq!(weight(1, &[]), weight(1, &["other", "another"]));
        assert_ne!(weight(1, &[]), weight(2, &[]));
    }

    #[test]
    #[should_panic(expected = "there are two parameters `a`")]
    fn names_are_unique() {
        let mut params = Params::new(0);
        params.add("a", 1, 1, Init::Zeros);
        params.add("a", 1, 1, Init::Zeros);
    }
}
