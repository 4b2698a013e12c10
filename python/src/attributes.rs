//! The attributes of a Python graph: columns of values, from `_parts.py`.

use std::collections::BTreeSet;

use isocount::Value;
use pyo3::prelude::*;

/// The names of all attributes, and the columns of those that are kept.
pub(crate) type Columns<'py> = (Vec<String>, Vec<(String, Bound<'py, PyAny>)>);

/// Columns as values.
pub(crate) struct ReadColumns {
    pub(crate) there: BTreeSet<String>,
    pub(crate) names: Vec<String>,
    columns: Vec<Vec<Value>>,
}

impl ReadColumns {
    pub(crate) fn row(&self, place: usize) -> Box<[Value]> {
        self.columns.iter().map(|column| column[place].clone()).collect()
    }
}

pub(crate) fn read_columns((there, columns): &Columns<'_>, len: usize) -> PyResult<ReadColumns> {
    let mut read = ReadColumns {
        there: there.iter().cloned().collect(),
        names: Vec::new(),
        columns: Vec::new(),
    };
    for (name, column) in columns {
        let mut values = Vec::with_capacity(len);
        for value in column.try_iter()? {
            values.push(attribute_value(&value?)?);
        }
        values.resize(len, Value::Missing);
        read.names.push(name.clone());
        read.columns.push(values);
    }
    Ok(read)
}

/// A value of an attribute. `None`, NaN, and objects that are neither numbers, texts nor dates are
/// missing.
fn attribute_value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Missing);
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(Value::text(&text));
    }
    if let Ok(truth) = value.extract::<bool>() {
        return Ok(truth.into());
    }
    if let Ok(number) = value.extract::<i128>() {
        return Ok(Value::Integer(number));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Value::number(number));
    }
    if value.hasattr("isoformat")? {
        let text: String = value.call_method0("isoformat")?.extract()?;
        return Ok(Value::text(&text));
    }
    Ok(Value::Missing)
}
