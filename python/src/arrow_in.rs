//! Reads columns of a table that is passed as an Arrow C stream into Python lists.
//!
//! The interface is that of `arrow.rs`, but here the stream comes from another library. Every type
//! of value that can name a node or an edge is read: integers, floats, booleans and texts, directly
//! or through a dictionary.

#![expect(unsafe_code, reason = "the interface is one of raw pointers")]

use std::ffi::{CStr, c_void};
use std::{mem, ptr, slice, str};

use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::arrow::{Array, Schema, Stream, empty_array};
use crate::error::input;

/// The columns that `wanted` chooses by name from the stream of an object: names and values, with
/// `None` for missing values.
#[pyfunction]
pub(crate) fn arrow_columns<'py>(
    source: &Bound<'py, PyAny>,
    wanted: &Bound<'py, PyAny>,
) -> PyResult<Vec<(String, Bound<'py, PyList>)>> {
    let py = source.py();
    let capsule = source.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<Stream>();
    // SAFETY: the capsule holds a stream, and taking it out clears its release.
    let mut stream = unsafe {
        let taken = ptr::read(pointer.as_ptr());
        (*pointer.as_ptr()).release = None;
        taken
    };
    let schema = stream.schema(py)?;
    if schema.format(py)? != "+s" {
        let problem = "the Arrow stream is of single values, not of a table";
        return Err(input(py, problem, "pass a table with a column for each end of an edge"));
    }
    let children = schema.children();
    let names: Vec<String> = children.iter().map(|child| child.name()).collect();
    let chosen: Vec<String> = wanted.call1((names.clone(),))?.extract()?;
    let places: Vec<usize> =
        (0..names.len()).filter(|&place| chosen.contains(&names[place])).collect();
    let mut columns: Vec<Vec<Py<PyAny>>> = places.iter().map(|_| Vec::new()).collect();
    while let Some(batch) = stream.next(py)? {
        for (values, &place) in columns.iter_mut().zip(&places) {
            let rows = Rows { first: batch.0.offset, number: batch.0.length };
            read(py, children[place], batch.child(place), rows, &names[place], values)?;
        }
    }
    let list = |(place, values): (usize, Vec<Py<PyAny>>)| {
        Ok((names[place].clone(), PyList::new(py, values)?))
    };
    places.into_iter().zip(columns).map(list).collect()
}

impl Stream {
    fn schema(&mut self, py: Python<'_>) -> PyResult<Schema> {
        let mut schema = mem::MaybeUninit::<Schema>::uninit();
        let get = self.get_schema.ok_or_else(|| released(py))?;
        // SAFETY: the stream is not released, and there is space for a schema; it is written if the
        // call says 0.
        unsafe {
            let code = get(self, schema.as_mut_ptr());
            if code == 0 { Ok(schema.assume_init()) } else { Err(self.failed(py)) }
        }
    }

    /// The next batch; `None` after the last.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let mut batch = Batch(empty_array());
        let get = self.get_next.ok_or_else(|| released(py))?;
        // SAFETY: the stream is not released, and there is space for an array.
        let code = unsafe { get(self, &raw mut batch.0) };
        if code != 0 {
            return Err(self.failed(py));
        }
        Ok(batch.0.release.is_some().then_some(batch))
    }

    fn failed(&mut self, py: Python<'_>) -> PyErr {
        // SAFETY: the stream is not released; the text, if there is one, lives until its next call.
        let text = unsafe {
            let text = self.get_last_error.map_or(ptr::null(), |get| get(self));
            if text.is_null() {
                String::new()
            } else {
                CStr::from_ptr(text).to_string_lossy().into()
            }
        };
        input(py, &format!("the Arrow stream failed: {text}"), "look at where the table comes from")
    }
}

fn released(py: Python<'_>) -> PyErr {
    input(py, "the Arrow stream is empty", "a stream can be read once: pass a new one")
}

impl Schema {
    fn format(&self, py: Python<'_>) -> PyResult<&str> {
        // SAFETY: a schema that is not released has a format, which lives as long as it does.
        let format = (!self.format.is_null()).then(|| unsafe { CStr::from_ptr(self.format) });
        let format = format.and_then(|format| format.to_str().ok());
        format.ok_or_else(|| input(py, "the Arrow stream has no schema", "pass a table"))
    }

    fn name(&self) -> String {
        if self.name.is_null() {
            return String::new();
        }
        // SAFETY: as for the format.
        unsafe { CStr::from_ptr(self.name) }.to_string_lossy().into_owned()
    }

    fn children(&self) -> Vec<&Schema> {
        // SAFETY: there are this many children, and they live as long as their parent.
        (0..size(self.n_children)).map(|place| unsafe { &**self.children.add(place) }).collect()
    }
}

/// A batch, which is released when it is dropped.
struct Batch(Array);

impl Batch {
    fn child(&self, place: usize) -> &Array {
        // SAFETY: a batch has as many children as its schema, which live as long as it does.
        unsafe { &**self.0.children.add(place) }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: it was not released yet.
            unsafe { release(&raw mut self.0) };
        }
    }
}

/// A number of Arrow; none of these are negative.
fn size(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// The range of values in an array: the batch that contains it may begin and end elsewhere.
#[derive(Clone, Copy)]
struct Rows {
    first: i64,
    number: i64,
}

/// Appends the values of an array.
fn read(
    py: Python<'_>,
    schema: &Schema,
    array: &Array,
    rows: Rows,
    column: &str,
    into: &mut Vec<Py<PyAny>>,
) -> PyResult<()> {
    let format = schema.format(py)?;
    let view = View { array, first: size(array.offset + rows.first), number: size(rows.number) };
    if !schema.dictionary.is_null() && !array.dictionary.is_null() {
        // SAFETY: both live as long as what they belong to.
        let (schema, words) = unsafe { (&*schema.dictionary, &*array.dictionary) };
        let mut values = Vec::new();
        let all = Rows { first: 0, number: words.length };
        read(py, schema, words, all, column, &mut values)?;
        for number in view.integers(format).ok_or_else(|| unknown(py, column, format))? {
            let value = number.and_then(|number| values.get(usize::try_from(number).ok()?));
            into.push(value.map_or_else(|| py.None(), |value| value.clone_ref(py)));
        }
        return Ok(());
    }
    if let Some(integers) = view.integers(format) {
        for integer in integers {
            into.push(integer.into_pyobject(py)?.unbind());
        }
        return Ok(());
    }
    for row in 0..view.number {
        if format == "n" || !view.is_valid(row) {
            into.push(py.None());
            continue;
        }
        let value = match format {
            "f" => f64::from(view.item::<f32>(row)).into_pyobject(py)?.into_any().unbind(),
            "g" => view.item::<f64>(row).into_pyobject(py)?.into_any().unbind(),
            "b" => view.bit(1, view.first + row).into_pyobject(py)?.to_owned().into_any().unbind(),
            "u" => text(py, view.bytes::<i32>(row))?,
            "U" => text(py, view.bytes::<i64>(row))?,
            "vu" => text(py, view.viewed(row))?,
            _ => return Err(unknown(py, column, format)),
        };
        into.push(value);
    }
    Ok(())
}

fn text(py: Python<'_>, bytes: &[u8]) -> PyResult<Py<PyAny>> {
    let text = str::from_utf8(bytes).map_err(|_| {
        input(py, "a text of the Arrow stream is not UTF-8", "look at where the table comes from")
    })?;
    Ok(text.into_pyobject(py)?.into_any().unbind())
}

fn unknown(py: Python<'_>, column: &str, format: &str) -> PyErr {
    let problem = format!(
        "column {column:?} of the table has the Arrow type {format:?}, which is neither a text nor a number"
    );
    input(py, &problem, "cast the column to text or whole numbers")
}

/// A range of values of an array. Buffers are as long as the format requires; the producer is
/// responsible for that.
struct View<'a> {
    array: &'a Array,
    first: usize,
    number: usize,
}

impl View<'_> {
    fn buffer(&self, place: usize) -> *const c_void {
        // SAFETY: an array has as many buffers as its format needs.
        unsafe { *self.array.buffers.add(place) }
    }

    /// A bit of a buffer, counted from the least significant.
    fn bit(&self, place: usize, bit: usize) -> bool {
        // SAFETY: the buffer has a bit for every value.
        unsafe { *self.buffer(place).cast::<u8>().add(bit / 8) >> (bit % 8) & 1 == 1 }
    }

    fn is_valid(&self, row: usize) -> bool {
        self.array.null_count == 0 || self.buffer(0).is_null() || self.bit(0, self.first + row)
    }

    /// A value of a fixed width.
    fn item<T: Copy>(&self, row: usize) -> T {
        // SAFETY: the buffer has a value of this width for every row; it need not be aligned.
        unsafe { ptr::read_unaligned(self.buffer(1).cast::<T>().add(self.first + row)) }
    }

    /// The values as integers; `None` if the format is not one of integers.
    fn integers(&self, format: &str) -> Option<Vec<Option<i128>>> {
        let item: fn(&Self, usize) -> i128 = match format {
            "c" => |view, row| view.item::<i8>(row).into(),
            "C" => |view, row| view.item::<u8>(row).into(),
            "s" => |view, row| view.item::<i16>(row).into(),
            "S" => |view, row| view.item::<u16>(row).into(),
            "i" => |view, row| view.item::<i32>(row).into(),
            "I" => |view, row| view.item::<u32>(row).into(),
            "l" => |view, row| view.item::<i64>(row).into(),
            "L" => |view, row| view.item::<u64>(row).into(),
            _ => return None,
        };
        let one = |row| self.is_valid(row).then(|| item(self, row));
        Some((0..self.number).map(one).collect())
    }

    /// A text between two offsets.
    fn bytes<T: Copy + TryInto<usize>>(&self, row: usize) -> &[u8] {
        let offset = |row| self.item::<T>(row).try_into().unwrap_or_default();
        let (start, end) = (offset(row), offset(row + 1));
        if end <= start {
            return &[];
        }
        // SAFETY: the third buffer holds all texts, and the offsets say where in it.
        unsafe { slice::from_raw_parts(self.buffer(2).cast::<u8>().add(start), end - start) }
    }

    /// A text that is inside its view if it is short, and in one of the data buffers otherwise.
    fn viewed(&self, row: usize) -> &[u8] {
        const INLINE: usize = 12;
        let [length, _, buffer, offset] = self.item::<[i32; 4]>(row);
        let [length, buffer, offset] =
            [length, buffer, offset].map(|number| usize::try_from(number).unwrap_or_default());
        // SAFETY: views are 16 bytes each; a long text is in the buffer and at the offset that its
        // view names.
        unsafe {
            let start = if length <= INLINE {
                self.buffer(1).cast::<[u8; 16]>().add(self.first + row).cast::<u8>().add(4)
            } else {
                self.buffer(2 + buffer).cast::<u8>().add(offset)
            };
            slice::from_raw_parts(start, length)
        }
    }
}
