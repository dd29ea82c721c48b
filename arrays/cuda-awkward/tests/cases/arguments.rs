//! Arguments of operations. Unknown ones are errors.

use std::cell::RefCell;
use std::collections::BTreeSet;

use cuda_awkward::{Array, Axis, Pick};
use serde_json::Value as Json;

pub struct Arguments<'a> {
    json: &'a Json,
    requested: RefCell<BTreeSet<String>>,
}

impl<'a> Arguments<'a> {
    pub fn new(json: &'a Json) -> Self {
        Self { json, requested: RefCell::default() }
    }

    fn get(&self, name: &str) -> Option<&'a Json> {
        self.requested.borrow_mut().insert(name.to_owned());
        self.json.get(name)
    }

    /// Returns an argument that wasn't requested.
    pub fn unknown(&self) -> Option<&'a str> {
        let mut keys = self.json.as_object().into_iter().flat_map(|object| object.keys());
        keys.find(|key| !self.requested.borrow().contains(*key)).map(|key| key.as_str())
    }

    pub fn axis(&self, default: i64) -> Axis {
        match self.get("axis") {
            None => Axis::at(default),
            Some(Json::Null) => Axis::ALL,
            Some(axis) => Axis::at(axis.as_i64().unwrap()),
        }
    }

    /// Returns the axis, or all if there is none.
    pub fn axis_or_all(&self) -> Axis {
        match self.get("axis") {
            None | Some(Json::Null) => Axis::ALL,
            Some(axis) => Axis::at(axis.as_i64().unwrap()),
        }
    }

    pub fn text(&self, name: &str) -> &'a str {
        let text = self.get(name).and_then(Json::as_str);
        text.unwrap_or_else(|| panic!("'{name}' is no text"))
    }

    pub fn text_or_none(&self, name: &str) -> Option<&'a str> {
        self.get(name).and_then(Json::as_str)
    }

    pub fn json(&self, name: &str) -> &'a Json {
        self.get(name).unwrap_or(&Json::Null)
    }

    pub fn float_or(&self, name: &str, default: f64) -> f64 {
        self.get(name).and_then(Json::as_f64).unwrap_or(default)
    }

    /// Returns the input that an argument names, if it is given.
    pub fn input<'b, T>(&self, name: &str, inputs: &'b [T]) -> Option<&'b T> {
        match self.get(name)? {
            Json::Null => None,
            json => {
                let number = json["array"].as_u64().expect("an input's number") as usize;
                Some(&inputs[number])
            }
        }
    }

    pub fn number(&self, name: &str) -> i64 {
        let number = self.get(name).and_then(Json::as_i64);
        number.unwrap_or_else(|| panic!("'{name}' is no number"))
    }

    pub fn number_or_none(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Json::as_i64)
    }

    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.flag_or_none(name).unwrap_or(default)
    }

    pub fn flag_or_none(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(Json::as_bool)
    }

    pub fn names(&self, name: &str) -> Option<Vec<String>> {
        let names = self.get(name)?.as_array()?.iter();
        Some(names.map(|name| name.as_str().unwrap().to_owned()).collect())
    }

    pub fn picks(&self, arrays: &[Option<Array>]) -> Vec<Pick> {
        let list = self.get("where").and_then(Json::as_array);
        let list = list.expect("'where' is a list");
        list.iter().map(|entry| pick(entry, arrays)).collect()
    }
}

fn pick(json: &Json, arrays: &[Option<Array>]) -> Pick {
    let (key, value) = json.as_object().unwrap().iter().next().unwrap();
    match key.as_str() {
        "int" => Pick::At(value.as_i64().unwrap()),
        "slice" => {
            let part = |at: usize| value[at].as_i64();
            Pick::Slice(part(0), part(1), part(2))
        }
        "newaxis" => Pick::NewAxis,
        "ellipsis" => Pick::Ellipsis,
        "field" => Pick::Field(value.as_str().unwrap().to_owned()),
        "fields" => {
            let names = value.as_array().unwrap().iter();
            Pick::Fields(names.map(|name| name.as_str().unwrap().to_owned()).collect())
        }
        "array" => {
            let number = value.as_u64().unwrap() as usize;
            Pick::Array(arrays[number].clone().expect("the pick is an array"))
        }
        other => panic!("unknown pick {other}"),
    }
}
