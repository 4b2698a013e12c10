//! What is to be done when a node gets its image: which rows its image comes from, and which masses
//! of later nodes change. Made once per order of the nodes.

use super::floor::Floor;
use super::look_ahead::LookAhead;
use super::tail_sizes::TailSizes;
use super::tails::Tails;
use crate::exact::compiling::members;

/// A row that an image must lie in: the position of a placed node, and the link from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct From {
    pub(super) position: usize,
    pub(super) link: u16,
}

/// Why the mass of a later node changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Its first neighbour was placed, which is its parent: the sum is known.
    First,
    /// Another neighbour was placed: the rows are met.
    Meets,
    /// Its parent is not placed, so its mass does not count yet; but it needs an image.
    Exists,
    /// The new image may be one of its own.
    Taken,
}

/// One later node whose mass changes.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) node: usize,
    pub(super) cause: Cause,
    pub(super) rows: Vec<From>,
    /// Positions of the images that it must avoid and could have.
    pub(super) distinct: Vec<usize>,
}

/// The placement of one node.
#[derive(Clone, Debug)]
pub(super) struct SampleStep {
    pub(super) node: usize,
    pub(super) rows: Vec<From>,
    pub(super) distinct: Vec<usize>,
    /// Positions of images without an arc to or from this one.
    pub(super) apart: Vec<usize>,
    /// Positions of images, and the tables of bans that must not lead from there to this one.
    pub(super) banned: Vec<(usize, u16)>,
    pub(super) checks: Vec<Check>,
    /// The later nodes whose masses count before, without the node itself, and afterwards.
    pub(super) before: Vec<usize>,
    pub(super) after: Vec<usize>,
}

/// How the choices of a group of tails are counted after the last step.
#[derive(Clone, Debug)]
pub(super) struct LastGroup {
    /// Its number in [`Tails::groups`].
    pub(super) number: usize,
    /// Rows and images to avoid, for each kind.
    pub(super) sets: Vec<Check>,
    /// Positions of images without an arc to or from it.
    pub(super) apart: Vec<usize>,
    /// Whether the image of the last node makes a difference.
    pub(super) sees_last: bool,
    /// For groups whose elements all weigh the same.
    pub(super) sizes: Option<TailSizes>,
}

/// All steps, and what remains after them.
#[derive(Clone, Debug)]
pub(super) struct SampleSteps {
    pub(super) each: Vec<SampleStep>,
    /// Groups whose values are not the product of their masses.
    pub(super) groups: Vec<LastGroup>,
    /// All groups, for exact values.
    pub(super) all_groups: Vec<LastGroup>,
}

impl SampleSteps {
    /// `weighted` are the nodes whose images do not all weigh the same. If `is_rooted`, the
    /// look-ahead already knows the rows of the first image.
    pub(super) fn new(
        floor: &Floor<'_>,
        order: &[usize],
        tails: &Tails,
        look: &LookAhead,
        (weighted, is_rooted): (u64, bool),
    ) -> Self {
        let kinds: u64 =
            tails.groups.iter().flat_map(|g| &g.kinds).fold(0, |all, k| all | 1 << k.node);
        let plain =
            |group: &super::tails::Group| group.kinds.len() == 1 && !floor.semantics.is_induced();
        let by_mass = tails.groups.iter().filter(|group| plain(group));
        let by_mass = by_mass.fold(0, |all, group| all | group.nodes);
        let core = order.iter().fold(0_u64, |all, &u| all | 1 << u);
        let steps = (0..order.len()).map(|level| {
            let is_last = level + 1 == order.len();
            let v = order[level];
            let placed = order[..level].iter().fold(0_u64, |all, &u| all | 1 << u);
            let now = placed | 1 << v;
            let relevant = if is_last { by_mass & kinds } else { (core | kinds) & !now };
            let counts = |u: usize, placed: u64| {
                look.parent(u).is_some_and(|parent| placed >> parent & 1 == 1)
            };
            let checks = members(relevant).filter_map(|u| {
                let is_known = is_rooted && look.parent(u) != Some(order[0]);
                let known = if is_known { 1 << order[0] } else { 0 };
                let neighbours = floor.p.linked[u] & now & !known;
                let cause = if floor.p.linked[u] >> v & 1 == 1 {
                    match (counts(u, now), neighbours.count_ones()) {
                        (true, 1) => Cause::First,
                        (true, _) => Cause::Meets,
                        (false, 0 | 1) => return None,
                        (false, _) => Cause::Exists,
                    }
                } else if floor.overlap[u] >> v & 1 == 1 && counts(u, now) {
                    Cause::Taken
                } else {
                    return None;
                };
                Some(check(floor, order, level, u, cause))
            });
            let before = (core | kinds) & !now;
            SampleStep {
                node: v,
                rows: rows(floor, order, level, v),
                distinct: positions(order, level, floor.overlap[v] & !floor.p.linked[v]),
                apart: apart(floor, order, level, v),
                banned: banned(floor, order, level, v),
                checks: checks.collect(),
                before: members(before).filter(|&u| counts(u, placed)).collect(),
                after: members(relevant).filter(|&u| counts(u, now)).collect(),
            }
        });
        let last = order.len().saturating_sub(1);
        let all_groups: Vec<LastGroup> = tails
            .groups
            .iter()
            .enumerate()
            .map(|(number, group)| {
                let sets = group.kinds.iter();
                let sets: Vec<Check> =
                    sets.map(|kind| check(floor, order, last, kind.node, Cause::Meets)).collect();
                let is_plain = group.nodes & weighted == 0
                    && group.kinds.iter().all(|kind| !look.is_shrunk(kind.node));
                let sizes = is_plain.then(|| TailSizes::new(floor, group, &sets)).flatten();
                let sees_last = floor.semantics.is_induced()
                    || members(group.nodes)
                        .any(|u| (floor.p.linked[u] | floor.overlap[u]) >> order[last] & 1 == 1);
                let apart = apart(floor, order, order.len(), group.kinds[0].node);
                LastGroup { number, sets, apart, sees_last, sizes }
            })
            .collect();
        let groups = all_groups.iter().filter(|last| !plain(&tails.groups[last.number]));
        Self { each: steps.collect(), groups: groups.cloned().collect(), all_groups }
    }
}

/// What a node depends on once the nodes up to `level` are placed.
fn check(floor: &Floor<'_>, order: &[usize], level: usize, node: usize, cause: Cause) -> Check {
    let rows = rows(floor, order, level + 1, node);
    let distinct = positions(order, level + 1, floor.overlap[node] & !floor.p.linked[node]);
    Check { node, cause, rows, distinct }
}

/// The rows of a node towards those placed before `level`.
fn rows(floor: &Floor<'_>, order: &[usize], level: usize, v: usize) -> Vec<From> {
    let placed = order[..level].iter().enumerate();
    let linked = placed.filter(|(_, u)| floor.p.linked[v] >> **u & 1 == 1);
    linked.map(|(position, &u)| From { position, link: floor.link(u, v) }).collect()
}

/// Where the nodes of a mask stand among those placed before `level`. Neighbours differ anyway:
/// no row of an injective question holds its own node.
fn positions(order: &[usize], level: usize, mask: u64) -> Vec<usize> {
    (0..level).filter(|&i| mask >> order[i] & 1 == 1).collect()
}

fn banned(floor: &Floor<'_>, order: &[usize], level: usize, v: usize) -> Vec<(usize, u16)> {
    let bans = floor.p.bans.towards(v).iter().filter(|_| floor.banned(v) != 0);
    let placed = |u: u8| order[..level].iter().position(|&w| w == u.into());
    bans.filter_map(|&(u, table)| Some((placed(u)?, table))).collect()
}

fn apart(floor: &Floor<'_>, order: &[usize], level: usize, v: usize) -> Vec<usize> {
    if floor.semantics.is_induced() {
        positions(order, level, !floor.p.linked[v])
    } else {
        Vec::new()
    }
}
