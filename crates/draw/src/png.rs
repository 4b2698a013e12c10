//! SVG as pixels.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

/// Why a picture has no pixels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is not SVG. Not for pictures of this crate.
    #[error("this is not an SVG picture")]
    NotSvg(#[source] usvg::Error),
    /// The picture would have no pixels, or too many.
    #[error("a picture of {width} × {height} pixels cannot be drawn; at most {MAX_SIDE} each way")]
    Size {
        /// How wide it would be.
        width: u32,
        /// How high it would be.
        height: u32,
    },
    /// The pixels cannot be compressed.
    #[error("the pixels cannot be written as PNG")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A square of this side takes a gigabyte.
const MAX_SIDE: u32 = 16_384;

/// Renders SVG to the bytes of a PNG file, `zoom` pixels for each unit of the picture: 2 is sharp
/// on most screens. All text is set in one font that comes with the program, so the pixels are the
/// same on machines with other fonts, or none.
///
/// # Errors
/// Text that is not SVG, and pictures too large for memory.
#[expect(clippy::cast_sign_loss, reason = "a cast turns negative sizes into 0, which is refused")]
pub fn to_png(svg: &str, zoom: f32) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = usvg::Tree::from_str(svg, &options).map_err(PngError::NotSvg)?;

    let side = |length: f32| (length * zoom).ceil() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let fits = width <= MAX_SIDE && height <= MAX_SIDE;
    let sheet = fits.then(|| tiny_skia::Pixmap::new(width, height)).flatten();
    let mut sheet = sheet.ok_or(PngError::Size { width, height })?;
    let scale = tiny_skia::Transform::from_scale(zoom, zoom);
    resvg::render(&tree, scale, &mut sheet.as_mut());
    sheet.encode_png().map_err(|problem| PngError::Encoding(Box::new(problem)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="4"/>"#;

    #[test]
    fn the_zoom_sets_the_size() {
        let png = to_png(SHEET, 2.5).unwrap();
        let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (25, 10));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for zoom in [0.0, -1.0, f32::NAN, 1e9] {
            assert!(matches!(to_png(SHEET, zoom), Err(PngError::Size { .. })), "{zoom}");
        }
        assert!(matches!(to_png("<svg", 1.0), Err(PngError::NotSvg(_))));
    }

    #[test]
    fn text_leaves_ink_without_system_fonts() {
        let text = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
            <text x="4" y="15" font-family="Helvetica, sans-serif">Ag</text></svg>"#;
        let pixels = tiny_skia::Pixmap::decode_png(&to_png(text, 1.0).unwrap()).unwrap();
        assert!(pixels.pixels().iter().any(|pixel| pixel.alpha() > 0));
    }
}
