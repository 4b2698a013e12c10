//! A file for a picture; its name says of which kind.

use std::fs;
use std::io;
use std::path::Path;

use isocount::draw::Picture;

use crate::error::Failure;

/// Pixels per unit of the drawing.
const ZOOM: f32 = 2.0;

/// Where a picture goes.
pub(crate) struct PictureFile<'a> {
    path: &'a Path,
    is_png: bool,
}

impl<'a> PictureFile<'a> {
    pub(crate) fn new(path: &'a Path, force: bool) -> Result<Self, Failure> {
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
        if !force && path.exists() {
            let help = "choose another name, or replace it with --force";
            return Err(Failure::OutExists { path: path.to_owned(), help });
        }
        Ok(Self { path, is_png })
    }

    pub(crate) fn write(&self, picture: &Picture<'_>) -> Result<(), Failure> {
        let bytes = if self.is_png {
            picture.to_png(ZOOM).map_err(|problem| Failure::Draw {
                path: self.path.to_owned(),
                problem: problem.to_string(),
                help: "draw it as .svg",
            })?
        } else {
            picture.to_svg().into_bytes()
        };
        let failed = |source: io::Error| Failure::write(self.path, source);
        fs::write(self.path, bytes).map_err(failed)
    }
}
