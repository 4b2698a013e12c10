//! Pictures are well-formed, deterministic, and not blank.

use isocount_core::{Edge, Label, NodeId};
use isocount_draw::{Highlight, Names, Panel, Picture};
use isocount_testkit::{graph, pattern, random};
use quick_xml::Reader;
use quick_xml::events::Event;
use tiny_skia::Pixmap;

/// Reads the whole document; returns how many elements have this name.
fn count_elements(svg: &str, name: &str) -> usize {
    let mut reader = Reader::from_str(svg);
    let (mut found, mut depth) = (0, 0);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => {
                found += usize::from(tag.name().as_ref() == name);
                depth += 1;
            }
            Event::Empty(tag) => found += usize::from(tag.name().as_ref() == name),
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "an element is left open");
    found
}

#[test]
fn a_mapping_looks_like_this() {
    let p = pattern("a:1->b");
    let g = graph("x:1->y, y-z, z-[1]->z, x-[1]->y");
    let element = |label: Label| ["C", "O"][label.0 as usize].to_owned();
    let names = Names { node: &element, edge: &|label| label.0.to_string() };
    let picture = Picture::of_mapping(&p, &g, &[NodeId(0), NodeId(1)], names);
    insta::assert_snapshot!(picture.to_svg());
}

#[test]
fn absent_arcs_are_dashed_and_red() {
    let element = |label: Label| label.0.to_string();
    let names = Names { node: &element, edge: &element };
    let svg = |text: &str| {
        let p = pattern(text);
        Picture::new(names).with(Panel::of_pattern("pattern", &p)).to_svg()
    };
    let with = svg("a->b->c, a!-[1|2]->c, c!->c");
    assert_eq!(with.matches("stroke-dasharray").count(), 2);
    assert_eq!(with.matches("stroke=\"#d62728\"").count(), 2);
    assert!(with.contains("no 0 → 2: 1|2") && with.contains("3 nodes, 2 arcs"), "{with}");
    assert!(!svg("a->b->c").contains("dash"));
    let both = svg("a->b->c, a!-c");
    assert!(both.contains("no 0 – 2"), "{both}");
}

#[test]
fn every_picture_is_well_formed_and_whole() {
    for seed in 0..100 {
        let case = random::case(seed);
        let g = &case.graph;
        let weights = (0..g.num_arcs()).map(|ix| ix as f64 / 10.0 - 1.0).collect();
        let elsewhere = Edge { tail: NodeId(99), head: NodeId(98), label: Label(0) };
        let highlight =
            Highlight::new([NodeId(0), NodeId(99)], g.arcs().take(2).chain([elsewhere]));
        let picture = Picture::new(Names::NUMBERS)
            .with(Panel::new("pattern", &case.pattern).numbered())
            .with(Panel::new("graph", g).highlighted(highlight))
            .with(Panel::new("weights", g).weighted(weights));
        let svg = picture.to_svg();
        let num_nodes = case.pattern.num_nodes() + 2 * g.num_nodes();
        assert_eq!(count_elements(&svg, "circle"), num_nodes, "seed {seed}");
        assert_eq!(svg, picture.clone().to_svg(), "seed {seed}");
    }
}

#[test]
fn names_and_titles_are_text_only() {
    let g = graph("a->b, a-[1]->b");
    let odd = |_: Label| "<b>&\"'\u{0}\u{fffe}".to_owned();
    let picture = Picture::new(Names { node: &odd, edge: &odd });
    let picture = picture.with(Panel::new("</svg> & co. \u{1f600}", &g));
    let svg = picture.to_svg();
    assert_eq!(count_elements(&svg, "b"), 0);
    assert_eq!(count_elements(&svg, "title"), 4);
    assert_eq!(picture.to_png(1.0).unwrap(), picture.clone().to_png(1.0).unwrap());
}

/// Everything problematic that a file could put into a name: both ranges of control characters,
/// separators, overrides of the writing direction, half of an escape sequence, characters that XML
/// forbids.
#[test]
fn control_characters_reach_no_picture() {
    let g = graph("a:0->b:1, a-[1]->b");
    let hostile: String = ('\u{0}'..='\u{9f}')
        .filter(|c| c.is_control())
        .chain("\u{2028}\u{202e}\u{2066}\u{fffe}\u{ffff}]]>&#0;".chars())
        .collect();
    let odd = |_: Label| hostile.clone();
    let names = Names { node: &odd, edge: &odd };
    let picture = Picture::new(names).with(Panel::new(hostile.clone(), &g));
    let svg = picture.to_svg();
    assert_eq!(count_elements(&svg, "title"), 4);
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!svg.contains(steers), "{svg:?}");
    assert!(!svg.contains(['\u{2028}', '\u{202e}', '\u{2066}', '\u{fffe}', '\u{ffff}']));
    assert!(picture.to_png(1.0).is_ok());
}

#[test]
fn long_names_leave_the_picture_drawable_and_whole() {
    let g = graph("a:0->b:1, a-[1]->b");
    let name = |label: Label| format!("{} of a very long kind ", label.0).repeat(10_000);
    let picture = Picture::new(Names { node: &name, edge: &name });
    let picture = picture.with(Panel::new("title ".repeat(10_000), &g));
    assert!(picture.to_svg().len() < 10_000);
    assert!(picture.to_png(2.0).is_ok());
    // Legend entries of 160 characters of size 13 are wider than the panel.
    assert!(attribute(&picture.to_svg(), "width=\"") > 0.6 * 160.0 * 13.0);
}

#[test]
fn texts_on_lines_stay_inside_the_picture() {
    let g = graph("a->b, a-[1]->b");
    let width = |name: &'static str| {
        let edge = move |_: Label| name.to_owned();
        let names = Names { node: &|_| String::new(), edge: &edge };
        attribute(&Picture::new(names).with(Panel::new("", &g)).to_svg(), "width=\"")
    };
    // 24 characters at most, of 0.6 of their size each; the nodes have radius 19.74.
    let longest = 24.0 * 0.6 * (0.6 * 19.74);
    assert!(width("inhibits phosphorylation of the kinase") >= longest);
    assert!((width("i") - width("")).abs() < 1e-9);
}

#[test]
fn long_names_go_to_the_legend() {
    let g = graph("a:0->b:1");
    let name = |label: Label| ["C", "acetylcholine"][label.0 as usize].to_owned();
    let names = Names { node: &name, edge: &|_| String::new() };
    let svg = Picture::new(names).with(Panel::new("", &g)).to_svg();
    assert_eq!(count_elements(&svg, "circle"), 3);
}

#[test]
fn empty_pictures_are_pictures() {
    let nothing = graph("");
    for picture in [
        Picture::new(Names::NUMBERS),
        Picture::new(Names::NUMBERS).with(Panel::new("nothing", &nothing)),
    ] {
        count_elements(&picture.to_svg(), "circle");
        assert!(picture.to_png(1.0).is_ok());
    }
}

#[test]
fn pixels_show_the_picture() {
    let g = graph("a:0-b:1-c:2-a");
    let picture = Picture::new(Names::NUMBERS).with(Panel::new("Triangle", &g));
    let png = picture.to_png(2.0).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let pixels = Pixmap::decode_png(&png).unwrap();
    let zoomed = 2.0 * attribute(&picture.to_svg(), "width=\"");
    assert!((f64::from(pixels.width()) - zoomed).abs() < 1.0);
    let white =
        pixels.pixels().iter().filter(|p| (p.red(), p.green(), p.blue()) == (255, 255, 255));
    let share = white.count() as f64 / pixels.pixels().len() as f64;
    assert!((0.5..0.95).contains(&share), "{share} of the picture is white");
}

/// The number after the first `key`.
fn attribute(svg: &str, key: &str) -> f64 {
    let rest = svg.split(key).nth(1).unwrap_or_default();
    rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
}
