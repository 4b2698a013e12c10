//! A motif as a small picture for terminals: its nodes on a circle, drawn with the dots of Braille
//! characters.

use std::f64::consts::TAU;

use isocount::motif::Shape;

/// Characters per line, and lines; each character has two by four dots.
const WIDTH: usize = 8;
pub(super) const HEIGHT: usize = 4;
const DOTS: f64 = 4.0 * HEIGHT as f64;

/// The bit of each dot of a character, by row and column.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The lines of the picture. Arcs that have no reverse are drawn thicker at their head.
pub(super) fn lines(shape: Shape) -> [String; HEIGHT] {
    let mut cells = [[0_u8; WIDTH]; HEIGHT];
    let mut dot = |x: f64, y: f64| {
        let [x, y] = [x, y].map(|value| value.round().clamp(0.0, DOTS - 1.0));
        #[expect(clippy::cast_sign_loss, reason = "clamped")]
        let (x, y) = (x as usize, y as usize);
        cells[y / 4][x / 2] |= BITS[y % 4][x % 2];
    };
    let nodes = shape.num_nodes();
    let middle = (DOTS - 1.0) / 2.0;
    let at = |i: usize| {
        let angle = TAU * i as f64 / nodes as f64 - TAU / 4.0;
        (middle + (middle - 0.6) * angle.cos(), middle + (middle - 0.6) * angle.sin())
    };
    for (i, j) in shape.pairs() {
        let (tail, head) = if shape.has_arc(i, j) { (i, j) } else { (j, i) };
        let ((x, y), (to_x, to_y)) = (at(tail), at(head));
        let steps = (to_x - x).abs().max((to_y - y).abs()).ceil().max(1.0);
        let is_one_way = !shape.has_arc(head, tail);
        let mut step = 0.0;
        while step <= steps {
            let part = step / steps;
            let (x, y) = (x + part * (to_x - x), y + part * (to_y - y));
            dot(x, y);
            if is_one_way && (0.6..0.9).contains(&part) {
                dot(x + 1.0, y);
                dot(x, y + 1.0);
            }
            step += 1.0;
        }
    }
    for i in 0..nodes {
        let (x, y) = at(i);
        for (dx, dy) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            dot(x + dx, y + dy);
        }
    }
    cells.map(|row| {
        row.iter().filter_map(|&bits| char::from_u32(0x2800 + u32::from(bits))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_a_block_of_braille() {
        let triangle = lines(Shape::undirected(3, &[(0, 1), (1, 2), (2, 0)]));
        assert!(triangle.iter().all(|line| line.chars().count() == WIDTH));
        let path = lines(Shape::undirected(3, &[(0, 1), (1, 2)]));
        assert_ne!(triangle, path);
        assert_ne!(lines(Shape::empty(2).with_arc(0, 1)), lines(Shape::empty(2).with_arc(1, 0)));
    }
}
