//! Arranges components next to each other, in rows.

use crate::Point;
use crate::point::Frame;

/// The distance between the nodes of neighbouring components.
const MARGIN: f64 = 1.0;

/// The target ratio of width to height.
const ASPECT: f64 = 1.3;

/// Moves each piece to its position; the pieces keep their order and their shape.
pub(super) fn pack(pieces: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let frames: Vec<Frame> = pieces.iter().map(|p| Frame::around(p.iter().copied())).collect();
    let sizes: Vec<Point> =
        frames.iter().map(|f| Point::new(f.width() + MARGIN, f.height() + MARGIN)).collect();
    let corners = best_rows(&sizes);
    let placed = pieces.into_iter().zip(frames).zip(corners);
    let moved = |((piece, frame), corner): ((Vec<Point>, Frame), Point)| {
        piece.into_iter().map(|p| p - frame.low + corner).collect()
    };
    placed.map(moved).collect()
}

/// Tries row widths from the smallest possible to three times that of a square, and returns the
/// smallest arrangement with the right aspect ratio.
fn best_rows(sizes: &[Point]) -> Vec<Point> {
    let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
    let area: f64 = sizes.iter().map(|size| size.x * size.y).sum();
    let longest = (3.0 * area.sqrt()).max(widest);
    let tries = (0..24).map(|step| {
        let width = widest + (longest - widest) * f64::from(step) / 23.0;
        rows(sizes, width)
    });
    let best = tries.min_by(|(a, _), (b, _)| {
        let sheet = |size: &Point| size.x.max(size.y * ASPECT);
        sheet(a).total_cmp(&sheet(b))
    });
    best.map(|(_, corners)| corners).unwrap_or_default()
}

/// The corners for rows of at most this width, and the total size. Tall pieces come first, so that
/// the pieces of a row are about equally high.
fn rows(sizes: &[Point], width: f64) -> (Point, Vec<Point>) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&a, &b| sizes[b].y.total_cmp(&sizes[a].y));
    let mut corners = vec![Point::default(); sizes.len()];
    let (mut corner, mut row_height, mut used) = (Point::default(), 0.0, 0.0_f64);
    for ix in order {
        let size = sizes[ix];
        // A tolerance of a millionth: the widest piece must fit in a row of its own width.
        if corner.x + size.x > width * 1.000_001 {
            corner = Point::new(0.0, corner.y + row_height);
            row_height = 0.0;
        }
        row_height = f64::max(row_height, size.y);
        // Lower pieces are centred vertically in their row.
        corners[ix] = corner + Point::new(0.0, (row_height - size.y) * 0.5);
        corner.x += size.x;
        used = used.max(corner.x);
    }
    (Point::new(used, corner.y + row_height), corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap() {
        let bar = |n: u32| (0..n).map(|x| Point::new(f64::from(x), 0.0)).collect::<Vec<_>>();
        let packed = pack(vec![bar(3), bar(1), bar(5), bar(2)]);
        let frames: Vec<Frame> = packed.iter().map(|p| Frame::around(p.iter().copied())).collect();
        for (ix, a) in frames.iter().enumerate() {
            for b in &frames[..ix] {
                let aside = a.high.x + 0.9 < b.low.x || b.high.x + 0.9 < a.low.x;
                let apart = a.high.y + 0.9 < b.low.y || b.high.y + 0.9 < a.low.y;
                assert!(aside || apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn single_nodes_fill_a_rectangle() {
        let packed = pack(vec![vec![Point::default()]; 64]);
        let frame = Frame::around(packed.into_iter().flatten());
        assert!(frame.width() < 10.0 && frame.height() < 8.0, "{frame:?}");
    }

    #[test]
    fn nothing_packs_to_nothing() {
        assert!(pack(Vec::new()).is_empty());
    }
}
