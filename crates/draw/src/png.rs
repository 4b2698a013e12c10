//! A scene as a PNG file.

use tiny_skia::Pixmap;

use crate::paint::paint;
use crate::scene::{Scene, rounded};

/// Why a picture cannot be drawn as PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would have no pixels, or too many.
    #[error("a picture of {width} × {height} pixels cannot be drawn; at most {MAX_SIDE} each way")]
    Size {
        /// The width of the picture.
        width: u32,
        /// The height of the picture.
        height: u32,
    },
    /// The pixels cannot be compressed.
    #[error("the pixels cannot be written as PNG")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The largest side; a square of this side takes a gigabyte.
const MAX_SIDE: u32 = 16_384;

/// The bytes of a PNG file that shows a scene, `zoom` pixels for each unit.
#[expect(clippy::cast_sign_loss, reason = "a cast turns negative sizes into 0, which is refused")]
pub(crate) fn to_png(scene: &Scene, zoom: f32) -> Result<Vec<u8>, PngError> {
    let side = |length: f64| (rounded(length) as f32 * zoom).ceil() as u32;
    let (width, height) = (side(scene.size.x), side(scene.size.y));
    let fits = width <= MAX_SIDE && height <= MAX_SIDE;
    let sheet = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut sheet = sheet.ok_or(PngError::Size { width, height })?;
    paint(scene, zoom, &mut sheet);
    sheet.encode_png().map_err(|problem| PngError::Encoding(Box::new(problem)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    const SHEET: Scene = Scene { size: Point::new(10.0, 4.0), items: Vec::new() };

    #[test]
    fn the_zoom_sets_the_size() {
        let png = to_png(&SHEET, 2.5).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (25, 10));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for zoom in [0.0, -1.0, f32::NAN, 1e9] {
            assert!(matches!(to_png(&SHEET, zoom), Err(PngError::Size { .. })), "{zoom}");
        }
    }
}
