//! An upload on disk: one file, complete or absent. Its name is the id chosen by the service; the
//! name given by the client is inside.
//!
//! ```text
//! isocount upload 1\n
//! {"name":"karate.csv"}\n
//! the bytes as they were received
//! ```

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use isocount_platform::{Durability, WholeFile};
use serde::{Deserialize, Serialize};

use super::stored_graph::NamedBytes;

const FIRST_LINE: &[u8] = b"isocount upload 1\n";

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
}

/// The path of the upload with this id.
pub(super) fn path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.upload"))
}

/// Writes an upload atomically: even after a power failure, it is complete or absent.
pub(super) fn write(folder: &Path, id: &str, upload: &NamedBytes) -> io::Result<()> {
    let mut file = WholeFile::create(&path(folder, id))?;
    file.write_all(FIRST_LINE)?;
    serde_json::to_writer(&mut file, &Head { name: upload.name.clone() })?;
    file.write_all(b"\n")?;
    file.write_all(&upload.bytes)?;
    file.commit(Durability::PowerCut)
}

/// Reads an upload.
pub(super) fn read(path: &Path) -> io::Result<NamedBytes> {
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, "not an upload");
    let bytes = Bytes::from(fs::read(path)?);
    let rest = bytes.strip_prefix(FIRST_LINE).ok_or_else(wrong)?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(wrong)?;
    let Head { name } = serde_json::from_slice(&rest[..end])?;
    let start = FIRST_LINE.len() + end + 1;
    Ok(NamedBytes { name, bytes: bytes.slice(start..) })
}

/// All uploads of a folder, by name. Partial files of a killed process are removed.
pub(super) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("upload") => found.push(path),
            Some("part") => fs::remove_file(path)?,
            _ => {}
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upload_comes_back_and_a_half_one_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = Bytes::from_static(b"tail,head\n1,2\n");
        let upload = NamedBytes { name: "../a \"b\"\n.csv".to_owned(), bytes };
        write(folder.path(), "0a", &upload).unwrap();
        fs::write(folder.path().join("0b.upload.part"), "isocount upl").unwrap();
        let found = list(folder.path()).unwrap();
        assert_eq!(found, [folder.path().join("0a.upload")]);
        let read = read(&found[0]).unwrap();
        assert_eq!((read.name, &*read.bytes), (upload.name, &*upload.bytes));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
