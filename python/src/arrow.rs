//! The Arrow C data and stream interfaces: a table as one batch, whose numbers are shared, not
//! copied.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html> and `CStreamInterface.html` define
//! the three structures, who frees what (the holder of a structure calls its `release`, which
//! clears itself), and the format strings.

#![expect(unsafe_code, reason = "the interface is one of raw pointers")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::table::{Column, Validity, Values};

/// The values of a column may be missing.
const NULLABLE: i64 = 2;

/// The schema of Arrow, with the type as a format string.
#[repr(C)]
pub(crate) struct Schema {
    pub(crate) format: *const c_char,
    pub(crate) name: *const c_char,
    pub(crate) metadata: *const c_char,
    pub(crate) flags: i64,
    pub(crate) n_children: i64,
    pub(crate) children: *mut *mut Schema,
    pub(crate) dictionary: *mut Schema,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Schema)>,
    pub(crate) private_data: *mut c_void,
}

/// The array of Arrow.
#[repr(C)]
pub(crate) struct Array {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *mut *const c_void,
    pub(crate) children: *mut *mut Array,
    pub(crate) dictionary: *mut Array,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Array)>,
    pub(crate) private_data: *mut c_void,
}

/// The stream of Arrow: batches one after another.
#[repr(C)]
pub(crate) struct Stream {
    pub(crate) get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub(crate) get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub(crate) get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub(crate) private_data: *mut c_void,
}

/// Owns the data that the pointers of a [`Schema`] refer to.
struct SchemaParts {
    format: CString,
    name: CString,
    children: Vec<*mut Schema>,
    dictionary: *mut Schema,
}

/// Owns the data that the pointers of an [`Array`] refer to.
struct ArrayParts {
    _columns: Arc<Vec<Column>>,
    _own: Vec<Box<[u8]>>,
    buffers: Box<[*const c_void]>,
    children: Vec<*mut Array>,
    dictionary: *mut Array,
}

/// The batches that a stream has not returned yet.
struct StreamParts {
    columns: Arc<Vec<Column>>,
    is_done: bool,
}

/// The stream of a table, in a capsule.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    columns: &Arc<Vec<Column>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let parts = Box::new(StreamParts { columns: Arc::clone(columns), is_done: false });
    let stream = Stream {
        get_schema: Some(stream_schema),
        get_next: Some(stream_next),
        get_last_error: Some(stream_error),
        release: Some(release_stream),
        private_data: Box::into_raw(parts).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// The schema of a table, in a capsule.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    columns: &[Column],
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema_of(columns), c"arrow_schema")
}

// SAFETY: everything that they point at is shared and never written, or owned by them alone.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Send for Schema {}

impl Drop for Stream {
    /// Frees a structure that nobody took out of its capsule.
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it was not released yet.
            unsafe { release(self) };
        }
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it was not released yet.
            unsafe { release(self) };
        }
    }
}

unsafe extern "C" fn stream_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the consumer passes one of our streams, not released yet, and space for a schema.
    unsafe {
        let parts = &*(*stream).private_data.cast::<StreamParts>();
        out.write(schema_of(&parts.columns));
    }
    0
}

unsafe extern "C" fn stream_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: the consumer passes one of our streams, not released yet, and space for an array.
    unsafe {
        let parts = &mut *(*stream).private_data.cast::<StreamParts>();
        // A released array marks the end of the stream.
        let next = if parts.is_done { empty_array() } else { array_of(&parts.columns) };
        parts.is_done = true;
        out.write(next);
    }
    0
}

unsafe extern "C" fn stream_error(_: *mut Stream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: called once by the holder of the stream; the parts came from a box.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamParts>()));
        (*stream).release = None;
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once by the holder of the schema; parts, children and dictionary came from
    // boxes.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        for &child in parts.children.iter().chain([&parts.dictionary]) {
            if !child.is_null() {
                drop(Box::from_raw(child));
            }
        }
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: called once by the holder of the array; parts, children and dictionary came from
    // boxes. A consumer may have taken a child out, which then has no release any more.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        for &child in parts.children.iter().chain([&parts.dictionary]) {
            if child.is_null() {
                continue;
            }
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&raw mut *child);
            }
        }
        (*array).release = None;
    }
}

fn schema(
    name: &str,
    format: &str,
    flags: i64,
    children: Vec<Schema>,
    dictionary: Option<Schema>,
) -> Schema {
    let boxed = |schema| Box::into_raw(Box::new(schema));
    let text = |text: &str| CString::new(text).unwrap_or_default();
    let mut parts = Box::new(SchemaParts {
        format: text(format),
        name: text(name),
        children: children.into_iter().map(boxed).collect(),
        dictionary: dictionary.map_or(ptr::null_mut(), boxed),
    });
    Schema {
        format: parts.format.as_ptr(),
        name: parts.name.as_ptr(),
        metadata: ptr::null(),
        flags,
        n_children: parts.children.len() as i64,
        children: parts.children.as_mut_ptr(),
        dictionary: parts.dictionary,
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn schema_of(columns: &[Column]) -> Schema {
    let children = columns.iter().map(|Column { name, values }| match values {
        Values::Words { .. } => {
            schema(name, "i", 0, Vec::new(), Some(schema("", "u", 0, Vec::new(), None)))
        }
        Values::Texts(_) => schema(name, "u", NULLABLE, Vec::new(), None),
        Values::Integers { .. } => schema(name, "l", NULLABLE, Vec::new(), None),
        Values::Counts(counts) => {
            let format = if is_wide(counts) { "d:39,0,256" } else { "d:38,0" };
            schema(name, format, NULLABLE, Vec::new(), None)
        }
        Values::Floats { .. } => schema(name, "g", NULLABLE, Vec::new(), None),
    });
    schema("", "+s", 0, children.collect(), None)
}

/// Whether counts need more than the 38 digits of a 128-bit decimal.
fn is_wide(counts: &[Option<u128>]) -> bool {
    counts.iter().flatten().any(|&count| count >= 10_u128.pow(38))
}

pub(crate) fn empty_array() -> Array {
    Array {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    }
}

/// A buffer of an array.
enum Buffer {
    /// There is none.
    Missing,
    /// The numbers of the table itself.
    Shared(*const c_void),
    /// Made for Arrow.
    Own(Box<[u8]>),
}

struct Layout {
    length: usize,
    null_count: usize,
    buffers: Vec<Buffer>,
    children: Vec<Array>,
    dictionary: Option<Array>,
}

fn array(columns: &Arc<Vec<Column>>, layout: Layout) -> Array {
    let Layout { length, null_count, buffers, children, dictionary } = layout;
    let boxed = |array| Box::into_raw(Box::new(array));
    let mut own = Vec::new();
    let mut pointers = Vec::with_capacity(buffers.len());
    for buffer in buffers {
        pointers.push(match buffer {
            Buffer::Missing => ptr::null(),
            Buffer::Shared(pointer) => pointer,
            Buffer::Own(bytes) => {
                own.push(bytes);
                own.last().map_or(ptr::null(), |bytes| bytes.as_ptr().cast())
            }
        });
    }
    let mut parts = Box::new(ArrayParts {
        _columns: Arc::clone(columns),
        _own: own,
        buffers: pointers.into_boxed_slice(),
        children: children.into_iter().map(boxed).collect(),
        dictionary: dictionary.map_or(ptr::null_mut(), boxed),
    });
    Array {
        length: length as i64,
        null_count: null_count as i64,
        offset: 0,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.as_mut_ptr(),
        dictionary: parts.dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn array_of(columns: &Arc<Vec<Column>>) -> Array {
    let children: Vec<Array> = columns.iter().map(|it| column_array(columns, &it.values)).collect();
    let length = columns.first().map_or(0, |column| column.values.len());
    let buffers = vec![Buffer::Missing];
    array(columns, Layout { length, null_count: 0, buffers, children, dictionary: None })
}

fn column_array(columns: &Arc<Vec<Column>>, values: &Values) -> Array {
    let length = values.len();
    let plain = |buffers, null_count| {
        let (children, dictionary) = (Vec::new(), None);
        array(columns, Layout { length, null_count, buffers, children, dictionary })
    };
    match values {
        Values::Words { numbers, words } => {
            let words = texts(columns, words.iter().map(|word| Some(word.as_str())));
            let buffers = vec![Buffer::Missing, Buffer::Shared(numbers.as_ptr().cast())];
            let (children, dictionary) = (Vec::new(), Some(words));
            array(columns, Layout { length, null_count: 0, buffers, children, dictionary })
        }
        Values::Texts(list) => texts(columns, list.iter().map(Option::as_deref)),
        Values::Integers { values, validity } => {
            let (bits, null_count) = bitmap(validity);
            plain(vec![bits, Buffer::Shared(values.as_ptr().cast())], null_count)
        }
        Values::Floats { values, validity } => {
            let (bits, null_count) = bitmap(validity);
            plain(vec![bits, Buffer::Shared(values.as_ptr().cast())], null_count)
        }
        Values::Counts(counts) => {
            let (bits, null_count) =
                bitmap(&Some(counts.iter().map(Option::is_some).collect::<Vec<bool>>()));
            let padding: &[u8] = if is_wide(counts) { &[0; 16] } else { &[] };
            let bytes: Vec<u8> = counts
                .iter()
                .flat_map(|count| count.unwrap_or_default().to_le_bytes())
                .collect::<Vec<u8>>()
                .chunks(16)
                .flat_map(|count| count.iter().chain(padding).copied())
                .collect();
            plain(vec![bits, Buffer::Own(bytes.into_boxed_slice())], null_count)
        }
    }
}

/// The offsets of the texts, and all texts one after another.
fn texts<'a>(
    columns: &Arc<Vec<Column>>,
    list: impl ExactSizeIterator<Item = Option<&'a str>>,
) -> Array {
    let length = list.len();
    let (mut offsets, mut bytes, mut valid) = (vec![0_i32], Vec::new(), Vec::with_capacity(length));
    for text in list {
        bytes.extend_from_slice(text.unwrap_or_default().as_bytes());
        offsets.push(bytes.len() as i32);
        valid.push(text.is_some());
    }
    let (bits, null_count) = bitmap(&valid.contains(&false).then_some(valid));
    let offsets: Vec<u8> = offsets.into_iter().flat_map(i32::to_le_bytes).collect();
    let buffers =
        vec![bits, Buffer::Own(offsets.into_boxed_slice()), Buffer::Own(bytes.into_boxed_slice())];
    array(columns, Layout { length, null_count, buffers, children: Vec::new(), dictionary: None })
}

/// One bit for each value, least significant bit first.
fn bitmap(validity: &Validity) -> (Buffer, usize) {
    let Some(valid) = validity else { return (Buffer::Missing, 0) };
    let byte = |bits: &[bool]| bits.iter().rev().fold(0_u8, |byte, &bit| byte << 1 | u8::from(bit));
    let bytes: Vec<u8> = valid.chunks(8).map(byte).collect();
    let null_count = valid.iter().filter(|&&is_valid| !is_valid).count();
    (Buffer::Own(bytes.into_boxed_slice()), null_count)
}
