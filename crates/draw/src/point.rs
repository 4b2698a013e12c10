//! Points and vectors in the plane; y grows downward, as on a screen.

use std::ops::{Add, Mul, Sub};

/// A point, or the vector from one point to another.
///
/// ```
/// use isocount_draw::Point;
///
/// // From one node to another: two to the right, one up.
/// let (from, to) = (Point::new(1.0, 3.0), Point::new(3.0, 2.0));
/// assert_eq!(to - from, Point { x: 2.0, y: -1.0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The horizontal coordinate, growing to the right.
    pub x: f64,
    /// The vertical coordinate, growing downward.
    pub y: f64,
}

impl Point {
    /// The point (`x`, `y`).
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The length of the vector. A plain square root, the same on every machine, unlike `hypot`.
    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: twice the signed area between two vectors.
    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The unit vector in this direction; rightward for the zero vector.
    pub(crate) fn direction(self) -> Self {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Self::new(1.0, 0.0) }
    }

    /// The vector rotated by a quarter turn.
    pub(crate) fn normal(self) -> Self {
        Self::new(-self.y, self.x)
    }

    pub(crate) fn turned(self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    pub(crate) fn at_angle(angle: f64) -> Self {
        Self::new(1.0, 0.0).turned(angle)
    }

    pub(crate) fn angle(self) -> f64 {
        self.y.atan2(self.x)
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

/// The smallest axis-parallel rectangle around some points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

impl Frame {
    /// The frame of these points; the empty rectangle at the origin if there are none.
    pub(crate) fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let frames = points.into_iter().map(|p| Self { low: p, high: p });
        frames.reduce(Self::joined).unwrap_or_default()
    }

    fn joined(self, other: Self) -> Self {
        Self {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }

    pub(crate) fn width(self) -> f64 {
        self.high.x - self.low.x
    }

    pub(crate) fn height(self) -> f64 {
        self.high.y - self.low.y
    }

    pub(crate) fn centre(self) -> Point {
        (self.low + self.high) * 0.5
    }
}
