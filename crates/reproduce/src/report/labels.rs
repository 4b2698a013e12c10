//! Names beside points, where they cover nothing.

/// A point that wants its name beside it.
pub(crate) struct Point<'a> {
    pub(crate) place: [f64; 2],
    pub(crate) radius: f64,
    pub(crate) name: &'a str,
}

/// Where a name is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Label {
    /// The left end of its base line.
    pub(crate) start: [f64; 2],
    /// What it covers.
    area: Area,
}

/// Left, top, right, bottom.
type Area = [f64; 4];

/// How wide a text is at most, by an average letter of a wide font.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.61
}

/// Places names around their points, the first first; nothing for those without room.
pub(crate) fn place(points: &[Point<'_>], frame: Area, size: f64) -> Vec<Option<Label>> {
    let mut taken: Vec<Area> = points
        .iter()
        .map(|&Point { place: [x, y], radius, .. }| {
            [x - radius, y - radius, x + radius, y + radius]
        })
        .collect();
    let find = |point: &Point<'_>| {
        let label = candidates(point, size).into_iter().find(|label| {
            is_inside(label.area, frame) && !taken.iter().any(|&other| meet(label.area, other))
        });
        taken.extend(label.map(|label| label.area));
        label
    };
    points.iter().map(find).collect()
}

/// Right, left, above, below, and the corners.
fn candidates(point: &Point<'_>, size: f64) -> [Label; 8] {
    let [x, y] = point.place;
    let (wide, gap) = (width(point.name, size), point.radius + 4.0);
    let (right, left, centre) = (x + gap, x - gap - wide, x - wide / 2.0);
    let (level, above, below) = (y + size * 0.35, y - gap, y + gap + size * 0.75);
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
    .map(|start| Label {
        start,
        area: [start[0], start[1] - size * 0.8, start[0] + wide, start[1] + size * 0.25],
    })
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
    fn a_name_stands_to_the_right_or_wherever_there_is_room() {
        let found = place(&points(&[[100.0, 100.0]]), FRAME, 13.0);
        assert!(found[0].unwrap().start[0] > 100.0);
        let found = place(&points(&[[390.0, 100.0]]), FRAME, 13.0);
        assert!(found[0].unwrap().start[0] < 390.0 - width("counter", 13.0));
    }

    #[test]
    fn names_cover_neither_points_nor_each_other() {
        // A crowd, as that of counters that are about as good and about as fast.
        let places: Vec<[f64; 2]> = (0..20)
            .map(|at| [200.0 + f64::from(at % 5) * 9.0, 150.0 + f64::from(at / 5) * 7.0])
            .collect();
        let points = points(&places);
        let labels: Vec<Label> = place(&points, FRAME, 13.0).into_iter().flatten().collect();
        assert!(labels.len() > 2 && labels.len() < 20, "{}", labels.len());
        for (at, label) in labels.iter().enumerate() {
            assert!(is_inside(label.area, FRAME));
            assert!(labels[..at].iter().all(|other| !meet(label.area, other.area)));
            for [x, y] in &places {
                let is_free = !meet(label.area, [x - 4.0, y - 4.0, x + 4.0, y + 4.0]);
                assert!(is_free, "{label:?} covers {x}, {y}");
            }
        }
    }
}
