//! What is counted. `docs/semantics.md` counts one example in every meaning.

use std::fmt;
use std::str::FromStr;

use crate::printable;

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
    /// All meanings.
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

/// Words that do not name a meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SemanticsError {
    /// No semantics has this name.
    #[error("`{}` is not a semantics", printable(.0))]
    UnknownSemantics(String),
    /// No unit has this name.
    #[error("`{}` is not a unit", printable(.0))]
    UnknownUnit(String),
    /// A semantics without a unit.
    #[error("`{}` needs a unit", printable(.0))]
    NoUnit(String),
    /// Homomorphisms may send several pattern nodes to one graph node, so automorphisms do not
    /// divide them evenly.
    #[error("homomorphisms cannot be counted as subgraphs: pattern nodes may share a graph node")]
    HomomorphicSubgraphs,
}

impl SemanticsError {
    /// What to ask for instead.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::UnknownSemantics(_) => "choose `monomorphism`, `induced` or `homomorphism`",
            Self::UnknownUnit(_) | Self::NoUnit(_) => "choose `mappings` or `subgraphs`",
            Self::HomomorphicSubgraphs => "count mappings, or monomorphisms",
        }
    }
}

impl Semantics {
    /// The semantics of this name, counted in the unit of that name. Every interface that takes
    /// words calls this.
    ///
    /// ```
    /// use isocount_core::{Semantics, SemanticsError, Unit};
    ///
    /// assert_eq!(Semantics::named("induced", "subgraphs")?, Semantics::Induced(Unit::Subgraphs));
    /// let refused = Semantics::named("homomorphism", "subgraphs");
    /// assert_eq!(refused, Err(SemanticsError::HomomorphicSubgraphs));
    /// # Ok::<(), SemanticsError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such semantics or unit, or the two do not go together.
    pub fn named(semantics: &str, unit: &str) -> Result<Self, SemanticsError> {
        let Some(named) = Self::ALL.into_iter().find(|it| it.name() == semantics) else {
            return Err(SemanticsError::UnknownSemantics(semantics.to_owned()));
        };
        let unit = match unit {
            "mappings" => Unit::Mappings,
            "subgraphs" => Unit::Subgraphs,
            other => return Err(SemanticsError::UnknownUnit(other.to_owned())),
        };
        match (named, unit) {
            (Self::Homomorphism, Unit::Mappings) => Ok(Self::Homomorphism),
            (Self::Homomorphism, Unit::Subgraphs) => Err(SemanticsError::HomomorphicSubgraphs),
            (Self::Monomorphism(_), unit) => Ok(Self::Monomorphism(unit)),
            (Self::Induced(_), unit) => Ok(Self::Induced(unit)),
        }
    }
}

impl FromStr for Semantics {
    type Err = SemanticsError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, SemanticsError> {
        match text.split_once(' ') {
            Some((semantics, unit)) => Self::named(semantics, unit),
            None => Err(SemanticsError::NoUnit(text.to_owned())),
        }
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
    }

    #[test]
    fn words_that_mean_nothing_are_refused() {
        let refused = |text: &str| text.parse::<Semantics>().unwrap_err();
        assert_eq!(refused("homomorphism subgraphs"), SemanticsError::HomomorphicSubgraphs);
        assert_eq!(refused("iso mappings"), SemanticsError::UnknownSemantics("iso".to_owned()));
        assert_eq!(refused("induced"), SemanticsError::NoUnit("induced".to_owned()));
        assert_eq!(refused("induced maps"), SemanticsError::UnknownUnit("maps".to_owned()));
    }
}
