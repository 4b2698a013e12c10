//! A random molecule, written as SMILES with its atoms in any order and as both kinds of tables,
//! reads back as the same graph.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fmt::Write as _;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Rng};
use isocount_format::{Aromaticity, Format, LabelNames, MoleculeOptions, ReadOptions, read_bytes};

/// A molecule as plain data. Every atom states its hydrogens.
struct Plan {
    atoms: Vec<PlanAtom>,
    bonds: Vec<PlanBond>,
}

struct PlanAtom {
    symbol: &'static str,
    isotope: usize,
    hydrogens: usize,
    charge: i32,
    class: usize,
}

struct PlanBond {
    ends: [usize; 2],
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Single,
    Double,
    Triple,
    Aromatic,
    Dative,
}

const ORDERS: [Order; 5] =
    [Order::Single, Order::Double, Order::Triple, Order::Aromatic, Order::Dative];

impl Order {
    fn label(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::Aromatic => "aromatic",
            Self::Dative => "dative",
        }
    }

    /// The SMILES symbol as seen from the first end, or from the second.
    fn symbol(self, is_turned: bool, random: &mut Rng) -> &'static str {
        match self {
            Self::Single => ["", "-", "/", "\\"][random.below(4)],
            Self::Double => "=",
            Self::Triple => "#",
            Self::Aromatic => ":",
            Self::Dative if is_turned => "<-",
            Self::Dative => "->",
        }
    }

    fn number(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Double => 2,
            Self::Triple => 3,
            Self::Aromatic => 4,
            Self::Dative => 9,
        }
    }
}

impl Plan {
    fn random(random: &mut Rng) -> Self {
        const CHARGES: [i32; 8] = [-15, -3, -2, -1, 1, 2, 4, 15];
        const SYMBOLS: [&str; 9] = ["C", "N", "O", "Cl", "Br", "Na", "Se", "U", "*"];
        let len = 1 + random.below(14);
        let atom = |random: &mut Rng| PlanAtom {
            symbol: SYMBOLS[random.below(SYMBOLS.len())],
            isotope: if random.below(4) == 0 { 1 + random.below(999) } else { 0 },
            hydrogens: if random.below(2) == 0 { random.below(10) } else { 0 },
            charge: if random.below(3) == 0 { CHARGES[random.below(CHARGES.len())] } else { 0 },
            class: if random.below(4) == 0 { 1 + random.below(999) } else { 0 },
        };
        let atoms = (0..len).map(|_| atom(random)).collect();
        let mut bonds = Vec::new();
        let density = 1 + random.below(6);
        for a in 0..len {
            for b in a + 1..len {
                if random.below(len) < density && random.below(3) > 0 {
                    let mut ends = [a, b];
                    if random.below(2) == 0 {
                        ends.swap(0, 1);
                    }
                    bonds.push(PlanBond { ends, order: ORDERS[random.below(ORDERS.len())] });
                }
            }
        }
        Self { atoms, bonds }
    }

    /// The label of an atom, with all details.
    fn label(&self, number: usize, with_hydrogens: bool) -> String {
        let PlanAtom { symbol, isotope, hydrogens, charge, class } = &self.atoms[number];
        let mut bonds = self.bonds.iter().filter(|bond| bond.ends.contains(&number));
        let mut text = if *isotope > 0 { isotope.to_string() } else { String::new() };
        let is_aromatic = bonds.any(|bond| bond.order == Order::Aromatic);
        text += &if is_aromatic { symbol.to_ascii_lowercase() } else { (*symbol).to_owned() };
        match hydrogens {
            1 if with_hydrogens => text += "H",
            2.. if with_hydrogens => write!(text, "H{hydrogens}").unwrap(),
            _ => {}
        }
        match charge {
            0 => {}
            1 => text += "+",
            -1 => text += "-",
            more => write!(text, "{more:+}").unwrap(),
        }
        if *class > 0 {
            write!(text, ":{class}").unwrap();
        }
        text
    }

    /// The graph whose nodes are these atoms, in this order.
    fn graph(&self, order: &[usize], with_hydrogens: bool, names: &mut LabelNames) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        let mut nodes = vec![None; self.atoms.len()];
        for &atom in order {
            let label = names.node_label(&self.label(atom, with_hydrogens));
            nodes[atom] = Some(builder.node(label));
        }
        for bond in &self.bonds {
            let [a, b] = bond.ends.map(|end| nodes[end].unwrap());
            builder.undirected_edge(a, b, names.edge_label(bond.order.label()));
        }
        builder.build().unwrap()
    }
}

/// The SMILES of a plan, and the order of atoms in it.
struct Written {
    text: String,
    order: Vec<usize>,
}

struct Writer<'a> {
    plan: &'a Plan,
    random: &'a mut Rng,
    written: Written,
    /// The bonds that lead to the next atom; all others are written as ring bonds.
    is_in_chain: Vec<bool>,
    is_met: Vec<bool>,
    /// The open ring bonds, by number.
    rings: Vec<Option<usize>>,
}

impl<'a> Writer<'a> {
    fn write(plan: &'a Plan, random: &'a mut Rng) -> Written {
        let written = Written { text: String::new(), order: Vec::new() };
        let is_in_chain = vec![false; plan.bonds.len()];
        let is_met = vec![false; plan.atoms.len()];
        let mut writer = Self { plan, random, written, is_in_chain, is_met, rings: Vec::new() };
        let mut starts: Vec<usize> = (0..plan.atoms.len()).collect();
        shuffle(&mut starts, writer.random);
        starts.retain(|&start| writer.plan_chain(start));
        for (number, start) in starts.into_iter().enumerate() {
            if number > 0 {
                writer.written.text += ".";
            }
            writer.atom(start, None);
        }
        writer.written
    }

    /// The bonds of an atom, in any order.
    fn bonds(&mut self, atom: usize) -> Vec<usize> {
        let bonds = &self.plan.bonds;
        let own = (0..bonds.len()).filter(|&bond| bonds[bond].ends.contains(&atom));
        let mut own: Vec<usize> = own.collect();
        shuffle(&mut own, self.random);
        own
    }

    fn other(&self, bond: usize, atom: usize) -> usize {
        let ends = self.plan.bonds[bond].ends;
        if ends[0] == atom { ends[1] } else { ends[0] }
    }

    /// Decides which bonds lead from atom to atom; returns false if the atom is already part of a
    /// chain.
    fn plan_chain(&mut self, atom: usize) -> bool {
        if std::mem::replace(&mut self.is_met[atom], true) {
            return false;
        }
        for bond in self.bonds(atom) {
            let other = self.other(bond, atom);
            // Sometimes, a possible continuation of the chain becomes a component joined by ring
            // bonds.
            if !self.is_met[other] && self.random.below(8) > 0 {
                self.is_in_chain[bond] = true;
                self.plan_chain(other);
            }
        }
        true
    }

    fn symbol(&mut self, bond: usize, from: usize) -> &'static str {
        let PlanBond { ends, order } = &self.plan.bonds[bond];
        order.symbol(ends[1] == from, self.random)
    }

    fn atom(&mut self, atom: usize, from: Option<usize>) {
        self.written.order.push(atom);
        self.bracket(atom);
        let bonds = self.bonds(atom);
        for &bond in bonds.iter().filter(|&&bond| !self.is_in_chain[bond]).collect::<Vec<_>>() {
            self.ring_bond(bond, atom);
        }
        let next = bonds.into_iter().filter(|&bond| self.is_in_chain[bond] && Some(bond) != from);
        let next: Vec<usize> = next.collect();
        for (number, &bond) in next.iter().enumerate() {
            let is_branch = number + 1 < next.len() || self.random.below(3) == 0;
            self.written.text += if is_branch { "(" } else { "" };
            let symbol = self.symbol(bond, atom);
            self.written.text += symbol;
            self.atom(self.other(bond, atom), Some(bond));
            self.written.text += if is_branch { ")" } else { "" };
        }
    }

    /// The number of a ring bond, with its order at the first end, and possibly at the second.
    fn ring_bond(&mut self, bond: usize, atom: usize) {
        let open = self.rings.iter().position(|&ring| ring == Some(bond));
        let free = self.rings.iter().position(Option::is_none).unwrap_or(self.rings.len());
        let number = open.unwrap_or(free);
        self.rings.resize(self.rings.len().max(number + 1), None);
        self.rings[number] = if open.is_some() { None } else { Some(bond) };
        if open.is_none() || self.random.below(2) == 0 {
            let symbol = self.symbol(bond, atom);
            self.written.text += symbol;
        }
        let number = number + 1;
        let text = match self.random.below(3) {
            0 if number < 10 => number.to_string(),
            0 | 1 if number < 100 => format!("%{number:02}"),
            _ => format!("%({number})"),
        };
        self.written.text += &text;
    }

    fn bracket(&mut self, atom: usize) {
        let PlanAtom { symbol, isotope, hydrogens, charge, class } = &self.plan.atoms[atom];
        let mut text = "[".to_owned();
        if *isotope > 0 {
            write!(text, "{isotope}").unwrap();
        }
        text += symbol;
        text += ["", "", "@", "@@", "@TH1", "@OH12"][self.random.below(6)];
        match hydrogens {
            0 => {}
            1 => text += ["H", "H1"][self.random.below(2)],
            more => write!(text, "H{more}").unwrap(),
        }
        match charge {
            0 => {}
            1 => text += ["+", "+1"][self.random.below(2)],
            -2 => text += ["--", "-2"][self.random.below(2)],
            more => write!(text, "{more:+}").unwrap(),
        }
        if *class > 0 {
            write!(text, ":{class}").unwrap();
        }
        self.written.text += &(text + "]");
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

fn options(label: &str) -> ReadOptions {
    let molecules = MoleculeOptions::new()
        .with_atom_label(label.parse().unwrap())
        .with_aromaticity(Aromaticity::AsWritten);
    ReadOptions::new().with_molecules(molecules)
}

fn read(format: Format, text: &str, label: &str, names: &mut LabelNames) -> LabeledGraph {
    let (path, bytes) = (Path::new("x"), text.as_bytes());
    let read = read_bytes(format, path, bytes, &options(label), names, &Control::NONE);
    let mut graphs = read.unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(graphs.len(), 1, "{text}");
    graphs.remove(0).graph
}

#[test]
fn smiles() {
    let mut random = Rng::new(1);
    for _ in 0..5_000 {
        let plan = Plan::random(&mut random);
        let names = &mut LabelNames::new();
        let Written { text, order } = Writer::write(&plan, &mut random);
        let graph = read(Format::Smiles, &text, "full", names);
        assert_eq!(graph, plan.graph(&order, true, names), "{text}");
    }
}

#[test]
fn tables_of_version_2000() {
    let mut random = Rng::new(2);
    for _ in 0..5_000 {
        let plan = Plan::random(&mut random);
        let mut text = format!("x\n\n\n{:3}{:3}  0\n", plan.atoms.len(), plan.bonds.len());
        for atom in &plan.atoms {
            let PlanAtom { symbol, class, .. } = atom;
            let place = "    0.0000    0.0000    0.0000";
            writeln!(text, "{place} {symbol:3} 0  0  0  0  0  0  0  0{class:6}").unwrap();
        }
        for PlanBond { ends: [a, b], order } in &plan.bonds {
            writeln!(text, "{:3}{:3}{:3}", a + 1, b + 1, order.number()).unwrap();
        }
        let mut properties = Vec::new();
        for (atom, number) in plan.atoms.iter().zip(1..) {
            if atom.charge != 0 {
                properties.push(format!("M  CHG  1 {number:3} {:3}\n", atom.charge));
            }
            if atom.isotope != 0 {
                properties.push(format!("M  ISO  1 {number:3} {:3}\n", atom.isotope));
            }
        }
        shuffle(&mut properties, &mut random);
        text += &(properties.concat() + "M  END\n");
        check_table(&plan, &text);
    }
}

#[test]
fn tables_of_version_3000() {
    let mut random = Rng::new(3);
    for _ in 0..5_000 {
        let plan = Plan::random(&mut random);
        let mut numbers: Vec<usize> = (1..50).collect();
        shuffle(&mut numbers, &mut random);
        let mut text = format!("x\n\n\n{:>39}\nM  V30 BEGIN CTAB\n", "V3000");
        let sizes = [plan.atoms.len(), plan.bonds.len()];
        writeln!(text, "M  V30 COUNTS {} {} 0 0 0", sizes[0], sizes[1]).unwrap();
        text += "M  V30 BEGIN ATOM\n";
        for (PlanAtom { symbol, isotope, charge, class, .. }, number) in
            plan.atoms.iter().zip(&numbers)
        {
            write!(text, "M  V30 {number} {symbol} 0 0 0 {class} CFG=1").unwrap();
            for (key, value) in [("CHG", charge.to_string()), ("MASS", isotope.to_string())] {
                if value != "0" {
                    text += if random.below(3) == 0 { " -\nM  V30 " } else { " " };
                    write!(text, "{key}={value}").unwrap();
                }
            }
            text += "\n";
        }
        text += "M  V30 END ATOM\nM  V30 BEGIN BOND\n";
        for (PlanBond { ends, order }, number) in plan.bonds.iter().zip(1..) {
            let [a, b] = ends.map(|end| numbers[end]);
            writeln!(text, "M  V30 {number} {} {a} {b}", order.number()).unwrap();
        }
        text += "M  V30 END BOND\nM  V30 END CTAB\nM  END\n";
        check_table(&plan, &text);
    }
}

fn check_table(plan: &Plan, text: &str) {
    let names = &mut LabelNames::new();
    let graph = read(Format::Sdf, text, "charge,aromaticity,isotope,class", names);
    let order: Vec<usize> = (0..plan.atoms.len()).collect();
    assert_eq!(graph, plan.graph(&order, false, names), "{text}");
}
