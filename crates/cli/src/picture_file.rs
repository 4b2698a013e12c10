//! A file for a picture; its extension determines the format.

use std::path::Path;

use isocount::draw::Picture;
use isocount_platform::{Durability, Existing, whole_file};

use crate::error::Failure;
use crate::existing;

/// Pixels per unit of the drawing.
const ZOOM: f32 = 2.0;

/// Where a picture goes.
pub(crate) struct PictureFile<'a> {
    path: &'a Path,
    is_png: bool,
}

impl<'a> PictureFile<'a> {
    pub(crate) fn new(path: &'a Path, existing: Existing) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_png = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => false,
            Some("png") => true,
            _ => {
                let problem = "the name does not say which kind of picture is wanted".to_owned();
                let help = "let it end in .svg or .png";
                return Err(Failure::Draw { path: path.to_owned(), problem, help });
            }
        };
        existing::check_file(path, existing)?;
        Ok(Self { path, is_png })
    }

    /// The failure if there is no picture, with what would help.
    pub(crate) fn refused(&self, problem: String, help: &'static str) -> Failure {
        Failure::Draw { path: self.path.to_owned(), problem, help }
    }

    pub(crate) fn write(&self, picture: &Picture<'_>) -> Result<(), Failure> {
        let bytes = if self.is_png {
            picture
                .to_png(ZOOM)
                .map_err(|problem| self.refused(problem.to_string(), "draw it as .svg"))?
        } else {
            picture.to_svg().into_bytes()
        };
        whole_file::write(self.path, &bytes, Durability::Kill)
            .map_err(|source| Failure::write(self.path, source))
    }
}
