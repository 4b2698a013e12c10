//! Tables that are exported by the Arrow C stream interface, without copies and without an Arrow
//! library.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString};

use crate::arrow;

/// Which values of a column exist.
pub(crate) type Validity = Option<Vec<bool>>;

/// The values of a column.
#[derive(Clone)]
pub(crate) enum Values {
    /// Repeated words, stored as numbers.
    Words { numbers: Vec<i32>, words: Vec<String> },
    /// Texts that do not repeat.
    Texts(Vec<Option<String>>),
    /// Whole numbers of 64 bits.
    Integers { values: Vec<i64>, validity: Validity },
    /// Counts beyond 64 bits.
    Counts(Vec<Option<u128>>),
    /// Numbers.
    Floats { values: Vec<f64>, validity: Validity },
}

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Words { numbers, .. } => numbers.len(),
            Self::Texts(texts) => texts.len(),
            Self::Integers { values, .. } => values.len(),
            Self::Counts(counts) => counts.len(),
            Self::Floats { values, .. } => values.len(),
        }
    }

    /// Counts in the narrowest type that holds them all.
    pub(crate) fn of_counts(counts: Vec<Option<u128>>) -> Self {
        if counts.iter().flatten().any(|&count| i64::try_from(count).is_err()) {
            return Self::Counts(counts);
        }
        let validity = counts.iter().any(Option::is_none);
        let validity = validity.then(|| counts.iter().map(Option::is_some).collect());
        let values = counts.into_iter().map(|count| count.unwrap_or_default() as i64).collect();
        Self::Integers { values, validity }
    }

    /// Numbers that may be missing.
    pub(crate) fn of_floats(floats: &[Option<f64>]) -> Self {
        let validity = floats.iter().any(Option::is_none);
        let validity = validity.then(|| floats.iter().map(Option::is_some).collect());
        let values = floats.iter().map(|float| float.unwrap_or(f64::NAN)).collect();
        Self::Floats { values, validity }
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self {
            Self::Words { numbers, words } => {
                let words: Vec<Bound<'py, PyString>> =
                    words.iter().map(|word| PyString::new(py, word)).collect();
                PyList::new(py, numbers.iter().map(|number| &words[number.unsigned_abs() as usize]))
            }
            Self::Texts(texts) => PyList::new(py, texts),
            Self::Integers { values, validity: None } => PyList::new(py, values),
            Self::Integers { values, validity: Some(valid) } => {
                PyList::new(py, values.iter().zip(valid).map(|(value, ok)| ok.then_some(value)))
            }
            Self::Counts(counts) => PyList::new(py, counts),
            Self::Floats { values, validity: None } => PyList::new(py, values),
            Self::Floats { values, validity: Some(valid) } => {
                PyList::new(py, values.iter().zip(valid).map(|(value, ok)| ok.then_some(value)))
            }
        }
    }

    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Integers { values, validity: None } => {
                Ok(PyArray1::from_slice(py, values).into_any())
            }
            Self::Floats { values, .. } => Ok(PyArray1::from_slice(py, values).into_any()),
            _ => {
                let options = PyDict::new(py);
                options.set_item("dtype", "object")?;
                py.import("numpy")?.getattr("array")?.call((self.list(py)?,), Some(&options))
            }
        }
    }
}

/// A column with its name.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) values: Values,
}

/// A table. pandas, polars, pyarrow and duckdb accept it directly, through the Arrow C stream
/// interface.
///
/// ``table["count"]`` is a column as a numpy array, ``table.to_pandas()`` and ``table.to_polars()``
/// are data frames, ``table.to_dict()`` needs no other library.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct Table {
    columns: Arc<Vec<Column>>,
    directed: Option<bool>,
}

impl Table {
    pub(crate) fn new(columns: Vec<Column>) -> Self {
        debug_assert!(columns.windows(2).all(|pair| pair[0].values.len() == pair[1].values.len()));
        Self { columns: Arc::new(columns), directed: None }
    }

    /// The table, with whether directions mattered.
    pub(crate) fn with_directed(self, directed: Option<bool>) -> Self {
        Self { directed, ..self }
    }

    fn column(&self, name: &str) -> PyResult<&Values> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.map(|column| &column.values).ok_or_else(|| {
            let names: Vec<&str> = self.column_names();
            PyKeyError::new_err(format!("no column {name:?}; the columns are {}", names.join(", ")))
        })
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    /// Whether directions mattered, in a table of motifs; ``None`` in other tables.
    #[getter]
    fn directed(&self) -> Option<bool> {
        self.directed
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.__len__(), self.columns.len())
    }

    fn __len__(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// A column as a numpy array. Missing numbers are NaN, other missing values ``None``.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.column(name)?.array(py)
    }

    fn __contains__(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// All columns as lists, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for Column { name, values } in &*self.columns {
            dict.set_item(name, values.list(py)?)?;
        }
        Ok(dict)
    }

    /// The rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let columns: Result<Vec<_>, PyErr> =
            self.columns.iter().map(|it| it.values.list(py)).collect();
        let columns = columns?;
        let row = |ix: usize| {
            let dict = PyDict::new(py);
            for (Column { name, .. }, values) in self.columns.iter().zip(&columns) {
                dict.set_item(name, values.get_item(ix)?)?;
            }
            Ok(dict)
        };
        (0..self.__len__()).map(row).collect()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.rows(py)?)?.try_iter()?.into_any())
    }

    /// The table as a pandas data frame.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let data = PyDict::new(py);
        for Column { name, values } in &*self.columns {
            data.set_item(name, values.array(py)?)?;
        }
        py.import("pandas")?.call_method1("DataFrame", (data,))
    }

    /// The table as a polars data frame.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// The table as a pyarrow table.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// The table as an Arrow stream, for any library that accepts one.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore the request; the consumer then casts.
        let _ = requested_schema;
        arrow::stream(py, &self.columns)
    }

    /// The Arrow schema of the table.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &self.columns)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        self.to_dict(py)?.eq(other.get().to_dict(py)?)
    }

    fn __repr__(&self) -> String {
        let (rows, names) = (self.__len__(), self.column_names().join(", "));
        format!("Table({rows} row{}: {names})", if rows == 1 { "" } else { "s" })
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("isocount._html")?.getattr("table")?.call1((slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let from_state = slf.get_type().getattr("_from_state")?;
        let state = |column: &Column| StateColumn::of(column);
        let columns = slf.get().columns.iter().map(state).collect();
        Ok((from_state, (columns, slf.get().directed)))
    }

    /// Restores a table from its pickled state.
    #[staticmethod]
    #[pyo3(signature = (state, directed=None))]
    fn _from_state(state: Vec<StateColumn>, directed: Option<bool>) -> Self {
        let columns = state.into_iter().map(StateColumn::into_column).collect();
        Self::new(columns).with_directed(directed)
    }
}

/// The pickled state of a table: its columns, and whether directions mattered.
type State = (Vec<StateColumn>, Option<bool>);

/// The pickled state of a column: its name, and the one list that is not empty.
#[derive(IntoPyObject, FromPyObject)]
struct StateColumn {
    #[pyo3(item)]
    name: String,
    #[pyo3(item)]
    kind: u8,
    #[pyo3(item)]
    numbers: Vec<i64>,
    #[pyo3(item)]
    texts: Vec<Option<String>>,
    #[pyo3(item)]
    counts: Vec<Option<u128>>,
    #[pyo3(item)]
    floats: Vec<f64>,
    #[pyo3(item)]
    validity: Option<Vec<bool>>,
}

impl StateColumn {
    fn of(column: &Column) -> Self {
        let mut state = Self {
            name: column.name.to_owned(),
            kind: 0,
            numbers: Vec::new(),
            texts: Vec::new(),
            counts: Vec::new(),
            floats: Vec::new(),
            validity: None,
        };
        match column.values.clone() {
            Values::Words { numbers, words } => {
                state.numbers = numbers.into_iter().map(i64::from).collect();
                state.texts = words.into_iter().map(Some).collect();
            }
            Values::Texts(texts) => (state.kind, state.texts) = (1, texts),
            Values::Integers { values, validity } => {
                (state.kind, state.numbers, state.validity) = (2, values, validity);
            }
            Values::Counts(counts) => (state.kind, state.counts) = (3, counts),
            Values::Floats { values, validity } => {
                (state.kind, state.floats, state.validity) = (4, values, validity);
            }
        }
        state
    }

    fn into_column(self) -> Column {
        let values = match self.kind {
            0 => Values::Words {
                numbers: self.numbers.into_iter().map(|number| number as i32).collect(),
                words: self.texts.into_iter().map(Option::unwrap_or_default).collect(),
            },
            1 => Values::Texts(self.texts),
            2 => Values::Integers { values: self.numbers, validity: self.validity },
            3 => Values::Counts(self.counts),
            _ => Values::Floats { values: self.floats, validity: self.validity },
        };
        // Column names are few and may live as long as the process.
        Column { name: String::leak(self.name), values }
    }
}
