//! Parameters in files: safetensors, which every framework can read.
//!
//! Files are written atomically. Reading is strict: every tensor must be present and have the right
//! shape, and no others are allowed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use isocount_platform::{Durability, whole_file};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use crate::matrix::Shape;
use crate::params::Params;

/// Why a file of tensors could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not in the format.
    #[error("{}: not a safetensors file: {problem}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The error of the parser.
        problem: safetensors::SafeTensorError,
    },
    /// A tensor is missing.
    #[error("{}: there is no tensor `{name}`", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
    },
    /// A tensor has another shape.
    #[error("{}: tensor `{name}` has the shape {found:?}, expected {expected}", path.display())]
    WrongShape {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// The shape of the parameter.
        expected: Shape,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// A tensor has another element type.
    #[error("{}: tensor `{name}` has numbers of type {found:?}, expected {expected:?}", path.display())]
    WrongType {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// The required type.
        expected: Dtype,
        /// The type in the file.
        found: Dtype,
    },
    /// A tensor is unexpected.
    #[error("{}: unexpected tensor `{name}`", path.display())]
    LeftOver {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
    },
}

impl Params {
    /// Writes all parameters under their names.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        write(path, &self.to_bytes())
    }

    /// The bytes that [`save`](Self::save) writes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Writer::new();
        for (name, value) in self.iter() {
            file.add(name.to_owned(), value.shape(), value.data());
        }
        file.to_bytes()
    }

    /// Reads all parameters by name. Nothing is changed if anything is wrong.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a tensor is missing, unexpected, of another shape, or not
    /// `f32`.
    pub fn load(&mut self, path: &Path) -> Result<(), StoreError> {
        self.load_bytes(path, &read(path)?)
    }

    /// Like [`load`](Self::load), but from the bytes of a file; `path` is their origin.
    ///
    /// # Errors
    ///
    /// As [`Params::load`].
    pub fn load_bytes(&mut self, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        self.take_all(&Reader::new(path, bytes))
    }

    fn take_all(&mut self, file: &Reader<'_>) -> Result<(), StoreError> {
        let mut tensors = file.tensors()?;
        let mut values = vec![0.0; self.num_scalars()];
        for (ix, (name, value)) in self.iter().enumerate() {
            tensors.take(name, value.shape(), &mut values[self.range(ix)])?;
        }
        tensors.finish()?;
        self.values_mut().copy_from_slice(&values);
        Ok(())
    }
}

/// A file under construction.
pub(crate) struct Writer {
    tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { tensors: Vec::new() }
    }

    pub(crate) fn add(&mut self, name: String, shape: Shape, data: &[f32]) {
        let bytes = data.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.tensors.push((name, Dtype::F32, vec![shape.rows, shape.cols], bytes));
    }

    pub(crate) fn add_number(&mut self, name: &str, number: u64) {
        self.tensors.push((name.to_owned(), Dtype::U64, vec![1], number.to_le_bytes().to_vec()));
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let views = self.tensors.iter().map(|(name, dtype, shape, bytes)| {
            let view = TensorView::new(*dtype, shape.clone(), bytes);
            (name, view.expect("a matrix has as many numbers as its shape says"))
        });
        safetensors::serialize(views, None).expect("names and shapes can be written")
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    whole_file::write(path, bytes, Durability::PowerCut)
        .map_err(|source| StoreError::Io { path: path.to_owned(), source })
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    std::fs::read(path).map_err(|source| StoreError::Io { path: path.to_owned(), source })
}

/// The bytes of a file, and their origin.
pub(crate) struct Reader<'a> {
    path: &'a Path,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(path: &'a Path, bytes: &'a [u8]) -> Self {
        Self { path, bytes }
    }

    pub(crate) fn tensors(&self) -> Result<Tensors<'a>, StoreError> {
        let path = self.path;
        let parsed = SafeTensors::deserialize(self.bytes)
            .map_err(|problem| StoreError::Format { path: path.to_owned(), problem })?;
        Ok(Tensors { path, left: parsed.tensors().into_iter().collect() })
    }
}

/// The tensors of a file that have not been taken yet.
pub(crate) struct Tensors<'a> {
    path: &'a Path,
    left: BTreeMap<String, TensorView<'a>>,
}

impl<'a> Tensors<'a> {
    /// Copies a tensor and marks it as taken. A single row may have one dimension.
    pub(crate) fn take(
        &mut self,
        name: &str,
        shape: Shape,
        to: &mut [f32],
    ) -> Result<(), StoreError> {
        let tensor = self.find(name, Dtype::F32)?;
        let found = tensor.shape();
        if found != [shape.rows, shape.cols] && !(shape.rows == 1 && found == [shape.cols]) {
            let (path, name, found) = (self.path.to_owned(), name.to_owned(), found.to_vec());
            return Err(StoreError::WrongShape { path, name, expected: shape, found });
        }
        for (to, bytes) in to.iter_mut().zip(tensor.data().as_chunks().0) {
            *to = f32::from_le_bytes(*bytes);
        }
        Ok(())
    }

    pub(crate) fn take_number(&mut self, name: &str) -> Result<u64, StoreError> {
        let tensor = self.find(name, Dtype::U64)?;
        match tensor.data().as_chunks().0 {
            [bytes] => Ok(u64::from_le_bytes(*bytes)),
            _ => Err(StoreError::WrongShape {
                path: self.path.to_owned(),
                name: name.to_owned(),
                expected: Shape::new(1, 1),
                found: tensor.shape().to_vec(),
            }),
        }
    }

    fn find(&mut self, name: &str, expected: Dtype) -> Result<TensorView<'a>, StoreError> {
        let Some(tensor) = self.left.remove(name) else {
            return Err(StoreError::Missing { path: self.path.to_owned(), name: name.to_owned() });
        };
        let found = tensor.dtype();
        if found != expected {
            let (path, name) = (self.path.to_owned(), name.to_owned());
            return Err(StoreError::WrongType { path, name, expected, found });
        }
        Ok(tensor)
    }

    /// Returns an error if a tensor was not taken.
    pub(crate) fn finish(self) -> Result<(), StoreError> {
        match self.left.into_keys().next() {
            None => Ok(()),
            Some(name) => Err(StoreError::LeftOver { path: self.path.to_owned(), name }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::Init;

    fn params(seed: u64, shapes: &[(&str, usize, usize)]) -> Params {
        let mut params = Params::new(seed);
        for &(name, rows, cols) in shapes {
            params.add(name, rows, cols, Init::Normal(1.0));
        }
        params
    }

    /// Saves some parameters and reads them as others; the message, after the path.
    fn problem(saved: &[(&str, usize, usize)], read: &[(&str, usize, usize)]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        params(0, saved).save(&path).unwrap();
        let message = params(0, read).load(&path).unwrap_err().to_string();
        message.split_once("weights.safetensors: ").unwrap().1.to_owned()
    }

    #[test]
    fn what_is_saved_comes_back_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        let shapes = [("encoder.weight", 3, 4), ("encoder.bias", 1, 4), ("nothing", 0, 4)];
        let first = params(1, &shapes);
        first.save(&path).unwrap();
        let mut second = params(2, &shapes);
        second.load(&path).unwrap();
        assert_eq!(first.values(), second.values());
        let files: Vec<_> = folder.path().read_dir().unwrap().collect();
        assert_eq!(files.len(), 1, "nothing is left beside the file");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        assert_eq!(problem(&[("a", 1, 2)], &[("b", 1, 2)]), "there is no tensor `b`");
        assert_eq!(
            problem(&[("a", 3, 2)], &[("a", 2, 3)]),
            "tensor `a` has the shape [3, 2], expected [2, 3]"
        );
        assert_eq!(problem(&[("a", 1, 2), ("b", 1, 1)], &[("a", 1, 2)]), "unexpected tensor `b`");
    }

    #[test]
    fn other_numbers_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.safetensors");
        let mut params = params(0, &[("a", 1, 1)]);
        let before = params.values().to_vec();
        let message = |params: &mut Params| params.load(&path).unwrap_err().to_string();
        assert!(message(&mut params).contains("weights.safetensors: "));

        let mut file = Writer::new();
        file.add_number("a", 1);
        write(&path, &file.to_bytes()).unwrap();
        let found = message(&mut params);
        assert!(found.ends_with("tensor `a` has numbers of type U64, expected F32"), "{found}");

        std::fs::write(&path, "not a tensor").unwrap();
        assert!(message(&mut params).contains("not a safetensors file"));
        assert_eq!(params.values(), before, "a failed load changes nothing");
    }
}
