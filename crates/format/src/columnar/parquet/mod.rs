//! Parquet files.
//!
//! ```text
//! PAR1  page page page ...  metadata  length of the metadata  PAR1
//! ```
//!
//! The metadata ([`footer`]) contain the positions of the pages of each column, for each row group.
//! A page ([`pages`]) is compressed as a whole and contains thousands of values of one column
//! ([`encodings`]), after the levels that mark missing values. Only pages of the relevant columns
//! are read, one at a time for each column. Values nested in lists and structs are skipped.

mod encodings;
mod footer;
mod page_header;
mod pages;
mod thrift;

use super::access::Access;
use super::cell::Cell;
use super::edge_table::{NUM_ROLES, NewTable, Table};
use super::{TableError, damaged};

use self::footer::Footer;
use self::pages::Pages;

pub(super) fn read<'a>(access: &Access<'a>, table: NewTable<'a>) -> Result<Table<'a>, TableError> {
    let footer = Footer::read(access)?;
    let mut table = table.choose(&footer.columns)?;
    for group in &footer.row_groups {
        table.expect_rows(group.num_rows)?;
        let mut columns: [Option<Pages<'_>>; NUM_ROLES] = Default::default();
        for (role, pages) in table.roles().into_iter().zip(&mut columns) {
            let Some(column) = role else { continue };
            let name = &footer.columns[column].name;
            // A column of an unsupported type has no role.
            let missing = || damaged(format!("the column `{name}` has no values"));
            let storage = footer.storage[column].ok_or_else(missing)?;
            let chunk = *group.chunks.get(storage.leaf).ok_or_else(missing)?;
            *pages = Some(Pages::new(access, name, storage, chunk, group.num_rows, footer.end)?);
        }
        for _ in 0..group.num_rows {
            for pages in columns.iter_mut().flatten() {
                pages.advance()?;
            }
            let cells = columns.each_ref().map(|pages| match pages {
                Some(pages) => pages.cell(),
                None => Cell::Missing,
            });
            table.row(&cells)?;
        }
    }
    Ok(table)
}
