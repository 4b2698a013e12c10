//! The sets that a plan needs: intersections of rows of nodes that are placed, as far as they come
//! after certain images in the order of degrees.
//!
//! ```text
//! S = row(f(v₁)) ∩ row(f(v₂)) ∩ …      beyond f(v) for all v of `above`
//! ```
//!
//! A set is made when the last node that it mentions is placed, from the set without that node.
//! Equal sets are made once.

use super::ways::Way;

/// How a set is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    /// It is a row.
    Row(Way),
    /// What a set and a row have in common.
    Meet(u16, Way),
    /// The rest of a set.
    Cut(u16),
}

/// One set of a plan.
#[derive(Clone, Debug)]
pub(super) struct DegreeSet {
    pub(super) make: Make,
    /// The rows of steps that it lies in.
    pub(super) rows: Vec<(u8, Way)>,
    /// The steps beyond whose images it begins, as a mask.
    pub(super) above: u8,
    /// Whether its members are needed, not only their number.
    pub(super) is_listed: bool,
}

/// All sets of a plan; each comes after those that it is made from.
#[derive(Clone, Debug, Default)]
pub(super) struct DegreeSets {
    pub(super) list: Vec<DegreeSet>,
    /// Which are made when the node of a step is placed.
    pub(super) of_step: Vec<Vec<u16>>,
}

impl DegreeSets {
    pub(super) fn new(num_steps: usize) -> Self {
        Self { list: Vec::new(), of_step: vec![Vec::new(); num_steps] }
    }

    /// The number of a set. There is at least one row; rows are sorted.
    pub(super) fn number(&mut self, rows: &[(u8, Way)], above: u8) -> u16 {
        let known = |set: &DegreeSet| set.rows == rows && set.above == above;
        if let Some(number) = self.list.iter().position(known) {
            return number as u16;
        }
        let (&(last, way), others) = rows.split_last().expect("a set lies in a row");
        let latest_above = above.checked_ilog2().map_or(0, |bit| bit as u8);
        let (step, make) = if latest_above > last {
            let whole = self.listed(rows, above & !(1 << latest_above));
            (latest_above, Make::Cut(whole))
        } else if others.is_empty() {
            (last, Make::Row(way))
        } else {
            // The row is cut beyond its own node, so what it meets need not be.
            let is_single = others.iter().all(|(step, _)| *step != last);
            let earlier = if is_single { above & !(1 << last) } else { above };
            (last, Make::Meet(self.listed(others, earlier), way))
        };
        self.list.push(DegreeSet { make, rows: rows.to_vec(), above, is_listed: false });
        let number = self.list.len() as u16 - 1;
        self.of_step[step as usize].push(number);
        number
    }

    /// The same, for one whose members are needed.
    pub(super) fn listed(&mut self, rows: &[(u8, Way)], above: u8) -> u16 {
        let number = self.number(rows, above);
        self.list[number as usize].is_listed = true;
        number
    }

    /// The steps whose images may be members: a row has not its own node, and nothing beyond an
    /// image is it.
    pub(super) fn may_hold(&self, number: u16, num_steps: usize) -> Vec<u8> {
        let set = &self.list[number as usize];
        let is_left_out =
            |step: &u8| set.above >> step & 1 == 1 || set.rows.iter().any(|(row, _)| row == step);
        (0..num_steps as u8).filter(|step| !is_left_out(step)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_made_from_earlier_ones_and_once() {
        let mut sets = DegreeSets::new(3);
        let both = |steps: &[u8]| steps.iter().map(|&s| (s, Way::Both)).collect::<Vec<_>>();
        let all = sets.number(&both(&[0, 1, 2]), 0b110);
        assert_eq!(sets.number(&both(&[0, 1, 2]), 0b110), all);
        let Make::Meet(of_two, Way::Both) = sets.list[all as usize].make else { panic!() };
        assert_eq!(
            (sets.list[of_two as usize].above, sets.list[of_two as usize].is_listed),
            (0b10, true)
        );
        let cut = sets.number(&both(&[0]), 0b100);
        assert!(matches!(sets.list[cut as usize].make, Make::Cut(_)));
        assert_eq!(sets.may_hold(cut, 3), [1]);
        for step in 0..3 {
            assert!(sets.of_step[step].is_sorted());
        }
    }
}
