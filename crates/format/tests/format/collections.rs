//! Folders and files in memory, one member at a time.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::Path;

use isocount_core::{Control, Task};
use isocount_format::collection::{self, Holds, Member, MemoryFile};
use isocount_format::{
    Format, FormatError, LabelNames, NamedGraph, ReadOptions, read, read_collection,
};

const EDGE: &str = r#"{"nodes": [0, 0], "edges": [[0, 1]]}"#;

fn list(path: &Path) -> Vec<Member> {
    collection::list(path, &ReadOptions::new()).unwrap_or_else(|e| panic!("{e}"))
}

fn member_read(member: &Member) -> Result<Vec<NamedGraph>, FormatError> {
    member.read(&ReadOptions::new(), &mut LabelNames::new(), &Control::NONE)
}

fn file_name(member: &Member) -> &str {
    member.path().file_name().unwrap().to_str().unwrap()
}

fn names(graphs: &[NamedGraph]) -> Vec<&str> {
    graphs.iter().map(|named| named.name.as_str()).collect()
}

#[test]
fn one_faulty_file_does_not_affect_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (name, text) in
        [("g1.gml", "graph ["), ("g2.json", EDGE), ("g3.pdf", ""), ("g10.txt", "1 2\n")]
    {
        fs::write(at.join(name), text).unwrap();
    }
    // Permission denied, or a dangling link: anything that cannot be read is also a member.
    #[cfg(unix)]
    std::os::unix::fs::symlink(at.join("nowhere"), at.join("g4.txt")).unwrap();

    let members = list(at);
    let outcomes: Vec<_> = members
        .iter()
        .map(|member| match member_read(member) {
            Ok(graphs) => names(&graphs).join(" "),
            Err(error) => error.to_string().replace(&at.display().to_string(), "FOLDER"),
        })
        .collect();
    let mut expected = vec![
        "FOLDER/g1.gml:1:7: this list has no closing `]`",
        "g2",
        "FOLDER/g3.pdf: the name does not say which format the file has",
        "cannot read FOLDER/g4.txt",
        "g10",
    ];
    if !cfg!(unix) {
        expected.remove(3);
    }
    assert_eq!(outcomes, expected);
    let all = read_collection(at, &ReadOptions::new(), &mut LabelNames::new(), &Control::NONE);
    assert!(matches!(all, Err(FormatError::Syntax { .. })));
}

#[test]
fn members_say_what_they_hold_before_they_are_read() {
    use Holds::{Likely, No, Perhaps};
    let files = ["g.gml", "g.graph", "g.json", "g.jsonl", "g.lad", "g.pdf"];
    let files = files.map(|name| MemoryFile::new(name, "")).to_vec();
    let members = collection::list_memory(files, &ReadOptions::new()).unwrap();
    let holds = |name: &str| -> Vec<Holds> { members.iter().map(|m| m.holds(name)).collect() };
    assert_eq!(holds("g"), [Likely, Likely, Likely, Perhaps, Likely, Likely]);
    assert_eq!(holds("g#12"), [Likely, No, Perhaps, Likely, No, No]);
    assert_eq!(holds("g#"), [No, No, Perhaps, Perhaps, No, No]);
    assert_eq!(holds("g#x"), [No, No, Perhaps, Perhaps, No, No]);
    assert_eq!(holds("h"), [No, No, Perhaps, Perhaps, No, No]);
    let certain: Vec<_> = members.iter().map(Member::name).collect();
    let g = || Some("g".to_owned());
    assert_eq!(certain, [None, g(), None, None, g(), None]);
    let formats: Vec<_> = members.iter().map(Member::format).collect();
    assert_eq!(formats[0], Some(Format::Gml));
    assert_eq!(formats[5], None);
}

#[test]
fn what_is_listed_is_what_is_read() {
    // Whatever the final name of a graph, its member did not rule it out.
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/good");
    let mut num_graphs = 0;
    for &format in
        Format::ALL.iter().filter(|format| format.can_read() && **format != Format::Smarts)
    {
        let folder = good.join(format.name());
        let places: Vec<_> = match format {
            Format::Tu => {
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
            }
            _ => vec![folder],
        };
        for member in places.iter().flat_map(|place| list(place)) {
            for graph in member_read(&member).unwrap() {
                assert_ne!(member.holds(&graph.name), Holds::No, "{member:?}");
                assert!(member.name().is_none_or(|name| name == graph.name), "{member:?}");
                num_graphs += 1;
            }
            assert!(member.size().is_some_and(|size| size > 0), "{member:?}");
        }
    }
    assert!(num_graphs > 15);
}

#[test]
fn files_in_memory_are_a_folder() {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/good");
    for folder in ["tu/CO", "json-lines", "edge-list", "gml"] {
        let on_disk = list(&good.join(folder));
        let files: Vec<MemoryFile> = fs::read_dir(good.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| MemoryFile::new(path.file_name().unwrap(), fs::read(&path).unwrap()))
            .collect();
        let in_memory = collection::list_memory(files, &ReadOptions::new()).unwrap();
        assert_eq!(in_memory.len(), on_disk.len());
        for (memory, disk) in in_memory.iter().zip(&on_disk) {
            assert_eq!(member_read(memory).unwrap(), member_read(disk).unwrap());
            assert_eq!((memory.size(), memory.format()), (disk.size(), disk.format()));
        }
    }
    let files = vec![MemoryFile::new("README.md", "about")];
    let none = collection::list_memory(files, &ReadOptions::new());
    assert!(matches!(none, Err(FormatError::EmptyCollection { .. })));
    // The indicator of this dataset is missing.
    let files = vec![MemoryFile::new("D_A.txt", "1, 1")];
    let members = collection::list_memory(files, &ReadOptions::new()).unwrap();
    let error = member_read(&members[0]).unwrap_err();
    assert_eq!(error.to_string(), "cannot read D_graph_indicator.txt");
    assert_eq!(members[0].holds("D_0"), Holds::Likely);
    assert_eq!(members[0].holds("D"), Holds::No);
}

#[test]
fn one_stage_covers_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..3 {
        fs::write(folder.path().join(format!("{i}.json")), EDGE).unwrap();
    }
    let control = Control::new();
    read_collection(folder.path(), &ReadOptions::new(), &mut LabelNames::new(), &control).unwrap();
    let progress = control.progress().unwrap();
    let size = 3 * EDGE.len() as u64;
    assert_eq!((progress.stage.task, progress.stage.total), (Task::Reading, Some(size)));
    assert_eq!(progress.done, size);

    control.cancel();
    let member = &list(folder.path())[0];
    let cancelled = member.read(&ReadOptions::new(), &mut LabelNames::new(), &control);
    assert!(matches!(cancelled, Err(FormatError::Cancelled)));
}

/// Anything other than a file is never opened: a pipe would block, and a device might never end.
#[cfg(unix)]
mod special_files {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;
    use std::thread;

    use super::*;

    fn make_pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn in_a_folder_they_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("good.txt"), "1 2\n").unwrap();
        make_pipe(&at.join("pipe.txt"));
        symlink(at.join("pipe.txt"), at.join("link.txt")).unwrap();
        symlink("/dev/zero", at.join("zero.txt")).unwrap();
        let _socket = UnixListener::bind(at.join("socket.txt")).unwrap();
        let members = list(at);
        let outcomes: Vec<_> = members
            .iter()
            .map(|member| match member_read(member) {
                Ok(graphs) => names(&graphs).join(" "),
                Err(FormatError::NotAFile { what, .. }) => format!("{}: {what}", file_name(member)),
                Err(error) => panic!("{error}"),
            })
            .collect();
        let expected = [
            "good",
            "link.txt: a pipe",
            "pipe.txt: a pipe",
            "socket.txt: a socket",
            "zero.txt: a device",
        ];
        assert_eq!(outcomes, expected);
        assert!(members[1].size().is_none());
        let error = member_read(&members[2]).unwrap_err().to_string();
        assert!(error.ends_with("pipe.txt: found a pipe, expected a file with a graph"), "{error}");
    }

    #[test]
    fn in_a_tu_dataset_they_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("D_A.txt"), "1, 1\n").unwrap();
        fs::write(at.join("D_graph_indicator.txt"), "1\n").unwrap();
        make_pipe(&at.join("D_node_labels.txt"));
        let error = member_read(&list(at)[0]).unwrap_err();
        assert!(matches!(error, FormatError::NotAFile { what: "a pipe", .. }), "{error}");
    }

    #[test]
    fn a_pipe_given_by_the_user_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe.txt");
        make_pipe(&path);
        let graphs = thread::scope(|scope| {
            scope.spawn(|| fs::write(&path, "a b\nb c\n").unwrap());
            read(&path, &ReadOptions::new(), &mut LabelNames::new(), &Control::NONE).unwrap()
        });
        assert_eq!((graphs[0].name.as_str(), graphs[0].graph.num_nodes()), ("pipe", 3));
    }
}
