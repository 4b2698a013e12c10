//! JSON objects only. By default, serde also accepts a list of values for a structure.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value that must be written as an object.
#[derive(Clone, Debug)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AnObject(PhantomData)).map(Self)
    }
}

struct AnObject<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for AnObject<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Point {
        x: u8,
    }

    #[test]
    fn a_list_is_not_an_object() {
        let read = |text| serde_json::from_str::<Object<Point>>(text).map(|point| point.0.x);
        assert_eq!(read(r#"{"x": 7}"#).ok(), Some(7));
        assert!(read("[7]").is_err());
    }
}
