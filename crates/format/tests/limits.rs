//! Memory grows with the data read from a file, not with the sizes it states, and nothing in a file
//! can be so deep or so wide that it breaks the reader.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::io::Write as _;
use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, FormatError, LabelNames, NamedGraph, ReadOptions, read, read_bytes};

fn read_text(format: Format, text: &str) -> Result<Vec<NamedGraph>, FormatError> {
    let (path, options, names) = (Path::new("x"), ReadOptions::new(), &mut LabelNames::new());
    read_bytes(format, path, text.as_bytes(), &options, names, &Control::NONE)
}

fn message(format: Format, text: &str) -> String {
    read_text(format, text).unwrap_err().to_string()
}

/// The peak address space of this process, in bytes.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

#[test]
fn numbers_in_headers_reserve_nothing() {
    let before = peak();
    for (format, text) in [
        (Format::Graph, "t 4294967295 4294967295\nv 0 0 4294967295\n"),
        (Format::Graph, "t 18446744073709551615 18446744073709551615\n"),
        (Format::Lad, "4294967295\n4294967295 0\n"),
        (Format::Lad, "18446744073709551615\n18446744073709551615 0\n"),
        (Format::LabeledLad, "4294967295\n0 4294967295 0 0\n"),
        (Format::EdgeList, "tail,head\n18446744073709551615,4294967295\n"),
        (Format::Gml, "graph [ edge [ source 4294967295 target 4294967294 ] ]"),
        (Format::Json, "{\"nodes\": [], \"edges\": [[4294967295, 4294967295]]}"),
        (Format::Tu, "4294967295, 4294967295\n\x004294967295\n"),
        (Format::Pajek, "*Vertices 4294967295\n*Arcs\n1 2\n"),
        (Format::Pajek, "*Vertices 4294967295\n4294967295 \"x\"\n"),
        (Format::Pajek, "*Vertices 4294967295\n*Arcs\n1 4294967295\n"),
        (
            Format::MatrixMarket,
            "%%MatrixMarket matrix coordinate pattern general\n4294967295 4294967295 1\n1 4294967295\n",
        ),
        (Format::Graph6, "~~??~~~~?\n"),
        (Format::Graph6, ":~~?@~~~~\n"),
        (Format::Graph6, "&~~?@~~~~\n"),
        (Format::Sdf, "x\n\n\n999999  0  0 V2000\n"),
        (
            Format::Sdf,
            &format!(
                "x\n\n\n{:>39}\nM  V30 BEGIN CTAB\nM  V30 COUNTS 4294967295 9 0 0 0\n",
                "V3000"
            ),
        ),
        (Format::Smiles, "C%(99999)%(99998)%99"),
    ] {
        let read = read_text(format, text);
        assert!(read.is_err() || format == Format::EdgeList, "{format}: {text}");
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after < before + (512 << 20), "took {} bytes", after - before);
    }
}

#[test]
fn deep_files_are_refused_or_skipped() {
    let nested = |open: &str, close: &str, depth| open.repeat(depth) + &close.repeat(depth);
    let depth = 300_000;

    let xml = |depth| {
        format!(
            "<graphml>{}<graph edgedefault='directed'/></graphml>",
            nested("<a>", "</a>", depth)
        )
    };
    assert!(read_text(Format::GraphMl, &xml(999)).is_ok());
    let expected = "x:1:3007: found more than 1000 nested elements, which is the most that is read";
    assert_eq!(message(Format::GraphMl, &xml(1000)), expected);
    assert_eq!(message(Format::GraphMl, &xml(depth)), expected);

    let gml =
        format!("graph [ a {} node [ id 0 ] ]", "[ a ".repeat(depth) + "0" + &" ]".repeat(depth));
    assert_eq!(read_text(Format::Gml, &gml).unwrap()[0].graph.num_nodes(), 1);

    let deep = nested("[", "]", depth);
    for text in [
        format!("{{\"nodes\": [{deep}], \"edges\": []}}"),
        format!("{{\"nodes\": [], \"edges\": [{deep}]}}"),
        format!("{{\"nodes\": [], \"edges\": [], \"name\": {deep}}}"),
        deep,
    ] {
        for format in [Format::Json, Format::JsonLines] {
            assert!(read_text(format, &text).is_err());
        }
    }
}

#[test]
fn wide_tags_are_refused() {
    let tag = |attributes: usize| {
        let attributes: Vec<_> = (0..attributes).map(|i| format!(" a{i}=''")).collect();
        let attributes = attributes.concat();
        format!("<graphml><graph edgedefault='directed'{attributes}/></graphml>")
    };
    assert!(read_text(Format::GraphMl, &tag(900)).is_ok());
    let expected =
        "x:1:10: found more than 1000 attributes in one tag, which is the most that is read";
    assert_eq!(message(Format::GraphMl, &tag(1000)), expected);
    assert_eq!(message(Format::GraphMl, &tag(100_000)), expected);
}

#[test]
fn long_words_are_cut_in_messages() {
    let long = "x".repeat(1 << 20);
    for (format, text) in [
        (Format::Json, format!("{{\"nodes\": [], \"edges\": [], \"{long}\": 1}}")),
        (Format::Json, format!("{{\"nodes\": \"{long}\", \"edges\": []}}")),
        (Format::GraphMl, format!("<graphml><a></{long}></graphml>")),
        (Format::GraphMl, format!("<graphml><{long}></graphml>")),
        (Format::Gml, format!("graph [ node {long} ]")),
        (Format::Graph, format!("t {long}")),
        (Format::Lad, format!("{}\n", "9".repeat(1 << 20))),
        (Format::Tu, format!("{long}, 1\n\x001\n")),
        (Format::Text, format!("{long} {long}")),
        (Format::Text, format!("a-[b {long}]->c")),
        (Format::Text, format!("{long}:C, {long}:N")),
        (Format::Text, format!("{long}->b, {long}->b")),
        (Format::Smiles, long.clone()),
        (Format::Smiles, format!("C[{long}]")),
        (Format::Smiles, format!("C |{long}")),
        (Format::Smiles, format!("smiles,{long}\nC\n")),
        (Format::Sdf, format!("x\n\n\n{long}\n")),
        (Format::Sdf, format!("x\n\n\n  1  0\n{long}\n")),
        (Format::Sdf, format!("x\n\n\n  0  0\nM  CHG  1{long}\n")),
    ] {
        let message = message(format, &text);
        assert!(message.len() < 400, "{format}: {} bytes: {}", message.len(), &message[..400]);
    }
}

/// One line of 64 MiB in each format that is read line by line; LAD and JSON lines may be longer.
#[test]
fn files_without_line_ends_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, is_word) in [
        ("x.csv", true),
        ("x.graph", true),
        ("x.lad", true),
        ("x.jsonl", true),
        ("x.gml", true),
        ("x.edges", false),
        ("x.pattern", true),
        ("x.smi", true),
        ("x.sdf", true),
    ] {
        let path = folder.path().join(name);
        let mut file = fs::File::create(&path).unwrap();
        if is_word {
            file.set_len(66 << 20).unwrap();
        } else {
            file.write_all(&b"1 ".repeat(33 << 20)).unwrap();
        }
        let error = read(&path, &ReadOptions::new(), &mut LabelNames::new(), &Control::NONE);
        let error = error.unwrap_err().to_string();
        assert!(
            error.ends_with("is longer than 67108864 bytes, which is the most that is read"),
            "{name}: {error}"
        );
    }
}
