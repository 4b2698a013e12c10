//! What is counted. `docs/semantics.md` counts one example in every meaning.

use std::fmt;
use std::str::FromStr;

/// Count the mappings, or the subgraphs that they hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Every map from pattern nodes to graph nodes counts.
    Mappings,
    /// Mappings divided by the automorphisms of the pattern.
    Subgraphs,
}

/// Which maps from pattern nodes to graph nodes are counted. All of them keep node labels, and
/// send every pattern arc (u, v, l) to a graph arc (f(u), f(v), l); further parallel arcs of the
/// graph neither forbid a map nor multiply it.
///
/// There is no default, on purpose: the same word means different numbers in different tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// Any such map. Dividing by automorphisms means nothing here, so it cannot be said.
    Homomorphism,
    /// The injective ones.
    Monomorphism(Unit),
    /// The injective ones for which every arc of the graph between image nodes, loops and
    /// parallel labels included, is the image of a pattern arc.
    Induced(Unit),
}

impl Semantics {
    /// Every meaning there is.
    pub const ALL: [Self; 5] = [
        Self::Homomorphism,
        Self::Monomorphism(Unit::Mappings),
        Self::Monomorphism(Unit::Subgraphs),
        Self::Induced(Unit::Mappings),
        Self::Induced(Unit::Subgraphs),
    ];

    /// The name used on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Homomorphism => "homomorphism",
            Self::Monomorphism(_) => "monomorphism",
            Self::Induced(_) => "induced",
        }
    }

    /// What one unit of the count is.
    #[must_use]
    pub fn unit(self) -> Unit {
        match self {
            Self::Homomorphism => Unit::Mappings,
            Self::Monomorphism(unit) | Self::Induced(unit) => unit,
        }
    }

    /// Whether different pattern nodes must go to different graph nodes.
    #[must_use]
    pub fn is_injective(self) -> bool {
        self != Self::Homomorphism
    }

    /// Whether arcs that the pattern lacks are forbidden in the graph.
    #[must_use]
    pub fn is_induced(self) -> bool {
        matches!(self, Self::Induced(_))
    }
}

impl Unit {
    /// The name used on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mappings => "mappings",
            Self::Subgraphs => "subgraphs",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.unit())
    }
}

/// The text names no meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a meaning; one is a semantics and a unit, such as `monomorphism mappings`")]
pub struct ParseSemanticsError(String);

impl FromStr for Semantics {
    type Err = ParseSemanticsError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ParseSemanticsError> {
        let found = Self::ALL.into_iter().find(|meaning| meaning.to_string() == text);
        found.ok_or_else(|| ParseSemanticsError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for meaning in Semantics::ALL {
            assert_eq!(meaning.to_string().parse(), Ok(meaning));
        }
        assert!("homomorphism subgraphs".parse::<Semantics>().is_err());
    }
}
