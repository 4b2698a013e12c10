//! Places names next to points without covering anything.

/// A point that should be labelled.
pub(crate) struct Point<'a> {
    pub(crate) place: [f64; 2],
    pub(crate) radius: f64,
    pub(crate) name: &'a str,
}

/// Left, top, right, bottom.
pub(crate) type Area = [f64; 4];

/// An upper estimate of the width of a text, from average letters of a wide font.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| if letter.is_uppercase() { 0.72 } else { 0.58 };
    text.chars().map(letter).sum::<f64>() * size
}

/// The positions of names around their points, in order of priority; `None` for those without
/// enough space.
pub(crate) fn place(points: &[Point<'_>], frame: Area, size: f64) -> Vec<Option<Area>> {
    let mut taken: Vec<Area> = points
        .iter()
        .map(|&Point { place: [x, y], radius, .. }| {
            [x - radius, y - radius, x + radius, y + radius]
        })
        .collect();
    let find = |point: &Point<'_>| {
        let found = candidates(point, size)
            .into_iter()
            .find(|&area| is_inside(area, frame) && !taken.iter().any(|&other| meet(area, other)));
        taken.extend(found);
        found
    };
    points.iter().map(find).collect()
}

/// Right, left, above, below, and the corners.
fn candidates(point: &Point<'_>, size: f64) -> [Area; 8] {
    let [x, y] = point.place;
    let (wide, high, gap) = (width(point.name, size), size * 1.05, point.radius + 3.0);
    let (right, left, centre) = (x + gap, x - gap - wide, x - wide / 2.0);
    let (level, above, below) = (y - high / 2.0, y - gap - high, y + gap);
    [
        [right, level],
        [left, level],
        [centre, above],
        [centre, below],
        [right - 4.0, above],
        [right - 4.0, below],
        [left + 4.0, above],
        [left + 4.0, below],
    ]
    .map(|[left, top]| [left, top, left + wide, top + high])
}

fn is_inside(area: Area, frame: Area) -> bool {
    area[0] >= frame[0] && area[1] >= frame[1] && area[2] <= frame[2] && area[3] <= frame[3]
}

fn meet(a: Area, b: Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Area = [0.0, 0.0, 400.0, 300.0];

    fn points(places: &[[f64; 2]]) -> Vec<Point<'static>> {
        places.iter().map(|&place| Point { place, radius: 4.0, name: "counter" }).collect()
    }

    #[test]
    fn a_name_is_placed_to_the_right_or_wherever_there_is_space() {
        let found = place(&points(&[[100.0, 100.0]]), FRAME, 13.0);
        assert!(found[0].unwrap()[0] > 100.0);
        let found = place(&points(&[[390.0, 100.0]]), FRAME, 13.0);
        assert!(found[0].unwrap()[0] < 390.0 - width("counter", 13.0));
    }

    #[test]
    fn names_cover_neither_points_nor_each_other() {
        // A cluster, as of counters with similar accuracy and speed.
        let places: Vec<[f64; 2]> = (0..20)
            .map(|at| [200.0 + f64::from(at % 5) * 9.0, 150.0 + f64::from(at / 5) * 7.0])
            .collect();
        let points = points(&places);
        let labels: Vec<Area> = place(&points, FRAME, 13.0).into_iter().flatten().collect();
        assert!(labels.len() > 2 && labels.len() < 20, "{}", labels.len());
        for (at, &label) in labels.iter().enumerate() {
            assert!(is_inside(label, FRAME));
            assert!(labels[..at].iter().all(|&other| !meet(label, other)));
            for [x, y] in &places {
                let is_free = !meet(label, [x - 4.0, y - 4.0, x + 4.0, y + 4.0]);
                assert!(is_free, "{label:?} covers {x}, {y}");
            }
        }
    }
}
