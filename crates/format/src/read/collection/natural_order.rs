//! File names in natural order: `g2` before `g10`.

use std::cmp::Ordering;

/// Compares texts, with runs of digits compared as numbers.
pub(super) fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    while !rest_a.is_empty() && !rest_b.is_empty() {
        let (piece_a, piece_b) = (take_piece(&mut rest_a), take_piece(&mut rest_b));
        let order = compare_pieces(piece_a, piece_b);
        if order != Ordering::Equal {
            return order;
        }
    }
    // Names that differ only in leading zeros still need an order.
    rest_a.len().cmp(&rest_b.len()).then_with(|| a.cmp(b))
}

/// The leading run of digits or of other characters.
fn take_piece<'a>(rest: &mut &'a str) -> &'a str {
    let digits_first = rest.starts_with(|c: char| c.is_ascii_digit());
    let end = rest.find(|c: char| c.is_ascii_digit() != digits_first).unwrap_or(rest.len());
    let (piece, tail) = rest.split_at(end);
    *rest = tail;
    piece
}

fn compare_pieces(a: &str, b: &str) -> Ordering {
    let is_number = |piece: &str| piece.starts_with(|c: char| c.is_ascii_digit());
    if !is_number(a) || !is_number(b) {
        return a.cmp(b);
    }
    let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_by_value() {
        let mut names = ["g10", "g2", "g1a", "g", "g02", "h1", "10", "9"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["9", "10", "g", "g1a", "g02", "g2", "g10", "h1"]);
    }
}
