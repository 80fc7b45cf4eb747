//! JSON Schema, as far as our schemas and that of SARIF use it: a validator that refuses what it does not know, so that
//! no keyword goes unchecked.

use std::collections::HashMap;
use std::path::Path;

use regex_lite::Regex;
use serde_json::{Map, Value};

/// Keywords that say nothing of what is valid.
const ANNOTATIONS: [&str; 9] =
    ["$schema", "$id", "id", "$comment", "title", "description", "default", "$defs", "definitions"];

/// A schema, ready to be asked.
pub struct Schema {
    root: Value,
    patterns: HashMap<String, Regex>,
}

impl Schema {
    pub fn load(path: impl AsRef<Path>) -> Value {
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// Panics where the schema holds a keyword, a type, a format or a reference that is unknown here.
    pub fn new(root: Value) -> Self {
        let mut schema = Self { root, patterns: HashMap::new() };
        let mut patterns = HashMap::new();
        schema.compile(&schema.root, &mut patterns);
        schema.patterns = patterns;
        schema
    }

    /// Whatever is wrong with a value, each with its place.
    pub fn faults(&self, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(&self.root, value, "", &mut faults);
        faults
    }

    fn resolve(&self, reference: &str) -> &Value {
        let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("foreign $ref {reference}"));
        self.root.pointer(pointer).unwrap_or_else(|| panic!("$ref to nothing: {reference}"))
    }

    fn compile(&self, schema: &Value, patterns: &mut HashMap<String, Regex>) {
        let Some(keywords) = schema.as_object() else {
            assert!(schema.is_boolean(), "a schema is an object or a boolean: {schema}");
            return;
        };
        for (keyword, operand) in keywords {
            match keyword.as_str() {
                "properties" | "$defs" | "definitions" => {
                    object(operand).values().for_each(|schema| self.compile(schema, patterns));
                }
                "allOf" | "anyOf" | "oneOf" => {
                    array(operand).iter().for_each(|schema| self.compile(schema, patterns));
                }
                "items" | "additionalProperties" | "not" => self.compile(operand, patterns),
                "$ref" => assert!(self.resolve(string(operand)).is_object(), "{operand}"),
                "pattern" => {
                    let pattern = string(operand);
                    patterns.insert(pattern.to_owned(), Regex::new(pattern).expect(pattern));
                }
                "format" => {
                    is_format(string(operand), "");
                }
                "type" => types(operand).for_each(|name| {
                    is_type(name, &Value::Null);
                }),
                "required" => array(operand).iter().for_each(|name| assert!(name.is_string())),
                "enum" => assert!(operand.is_array()),
                "minimum" | "maximum" | "exclusiveMinimum" => assert!(operand.is_number()),
                "minLength" | "maxLength" | "minItems" | "maxItems" => assert!(operand.is_u64()),
                "uniqueItems" => assert!(operand.is_boolean()),
                "const" => {}
                known if ANNOTATIONS.contains(&known) => {}
                unknown => panic!("{unknown}: {operand}: not understood"),
            }
        }
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Some(keywords) = schema.as_object() else {
            if schema == &Value::Bool(false) {
                faults.push(format!("{place}: nothing may be here"));
            }
            return;
        };
        // Before draft 2019-09 the neighbours of a reference do not count; in our schemas there are none.
        for (keyword, operand) in keywords {
            let holds = match keyword.as_str() {
                "$ref" => {
                    self.check(self.resolve(string(operand)), value, place, faults);
                    true
                }
                "type" => types(operand).any(|name| is_type(name, value)),
                "enum" => array(operand).contains(value),
                "const" => operand == value,
                "allOf" => self.count_valid(operand, value) == array(operand).len(),
                "anyOf" => self.count_valid(operand, value) >= 1,
                "oneOf" => self.count_valid(operand, value) == 1,
                "not" => !self.is_valid(operand, value),
                "pattern" => value.as_str().is_none_or(|text| self.patterns[string(operand)].is_match(text)),
                "format" => value.as_str().is_none_or(|text| is_format(string(operand), text)),
                "minLength" => {
                    value.as_str().is_none_or(|text| text.chars().count() as u64 >= operand.as_u64().unwrap())
                }
                "maxLength" => {
                    value.as_str().is_none_or(|text| text.chars().count() as u64 <= operand.as_u64().unwrap())
                }
                "minimum" => value.as_f64().is_none_or(|number| number >= operand.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|number| number <= operand.as_f64().unwrap()),
                "exclusiveMinimum" => value.as_f64().is_none_or(|number| number > operand.as_f64().unwrap()),
                "minItems" => {
                    value.as_array().is_none_or(|items| items.len() as u64 >= operand.as_u64().unwrap())
                }
                "maxItems" => {
                    value.as_array().is_none_or(|items| items.len() as u64 <= operand.as_u64().unwrap())
                }
                "uniqueItems" => {
                    operand == &Value::Bool(false)
                        || value
                            .as_array()
                            .is_none_or(|items| (1..items.len()).all(|at| !items[..at].contains(&items[at])))
                }
                "required" => value.as_object().is_none_or(|members| {
                    array(operand).iter().all(|name| members.contains_key(string(name)))
                }),
                "items" => {
                    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(operand, item, &format!("{place}/{at}"), faults);
                    }
                    true
                }
                "properties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = operand.get(name) {
                            self.check(schema, member, &format!("{place}/{name}"), faults);
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if keywords.get("properties").is_none_or(|known| known.get(name).is_none()) {
                            self.check(operand, member, &format!("{place}/{name}"), faults);
                        }
                    }
                    true
                }
                _ => true,
            };
            if !holds {
                faults.push(format!("{place}: {keyword} {operand}: {value}"));
            }
        }
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn count_valid(&self, schemas: &Value, value: &Value) -> usize {
        array(schemas).iter().filter(|schema| self.is_valid(schema, value)).count()
    }
}

#[track_caller]
fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("expected a string, found {value}"))
}

#[track_caller]
fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("expected an array, found {value}"))
}

#[track_caller]
fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("expected an object, found {value}"))
}

/// The names of a `type`: one or several.
fn types(operand: &Value) -> impl Iterator<Item = &str> {
    let one = operand.as_str().into_iter();
    one.chain(operand.as_array().into_iter().flatten().map(string))
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("unknown type {name}"),
    }
}

fn is_format(name: &str, text: &str) -> bool {
    let is_reference = || {
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            let holds = match byte {
                b'%' => {
                    rest.next().is_some_and(|hex| hex.is_ascii_hexdigit())
                        && rest.next().is_some_and(|hex| hex.is_ascii_hexdigit())
                }
                _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte),
            };
            if !holds {
                return false;
            }
        }
        true
    };
    match name {
        "uri-reference" => is_reference(),
        "uri" => {
            let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
                && is_reference()
        }
        "date-time" => {
            Regex::new(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$").unwrap().is_match(text)
        }
        _ => panic!("unknown format {name}"),
    }
}

#[test]
fn each_keyword_is_heeded() {
    for (schema, good, bad) in [
        (r#"{"type": ["integer", "null"]}"#, "[1, 2.0, null]", "[1.5, \"1\", [], {}, true]"),
        (r#"{"enum": ["a", 1]}"#, "[\"a\", 1]", "[\"b\", null]"),
        (r#"{"const": {"a": 1}}"#, "[{\"a\": 1}]", "[{}, 1]"),
        (r#"{"minimum": 0, "maximum": 9}"#, "[0, 9, \"x\"]", "[-1, 9.5]"),
        (r#"{"exclusiveMinimum": 0}"#, "[0.5]", "[0]"),
        (r#"{"minLength": 2, "maxLength": 3}"#, "[\"é1\", \"abc\"]", "[\"é\", \"abcd\"]"),
        (
            r#"{"minItems": 1, "maxItems": 2, "uniqueItems": true}"#,
            "[[1], [1, 2]]",
            "[[], [1, 1], [1, 2, 3]]",
        ),
        (r#"{"items": {"type": "string"}}"#, "[[\"a\"], []]", "[[\"a\", 1]]"),
        (r#"{"pattern": "^[a-h][1-8]$"}"#, "[\"e4\", 4]", "[\"e9\", \"e4 \"]"),
        (r#"{"required": ["a"]}"#, "[{\"a\": null}, 1]", "[{}]"),
        (
            r#"{"properties": {"a": {"type": "null"}}, "additionalProperties": false}"#,
            "[{}, {\"a\": null}]",
            "[{\"a\": 1}, {\"b\": null}]",
        ),
        (r#"{"additionalProperties": {"type": "null"}}"#, "[{\"b\": null}]", "[{\"b\": 1}]"),
        (r##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}"##, "[null]", "[1]"),
        (r#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, "[1, 2]", "[0, 3]"),
        (r#"{"anyOf": [{"minimum": 3}, {"maximum": 1}]}"#, "[1, 3]", "[2]"),
        (r#"{"oneOf": [{"minimum": 1}, {"maximum": 2}]}"#, "[0, 3]", "[1, 2]"),
        (r#"{"not": {"type": "null"}}"#, "[1]", "[null]"),
        (r#"{"format": "uri"}"#, "[\"file:///a%20b\"]", "[\"a b\", \"/a\", \"a:%2\", \"é:a\"]"),
        (r#"{"format": "uri-reference"}"#, "[\"a%20b\", \"\"]", "[\"a b\", \"%2\", \"é\"]"),
        (r#"{"format": "date-time"}"#, "[\"2024-01-02T03:04:05Z\"]", "[\"2024-01-02\"]"),
    ] {
        let validator = Schema::new(serde_json::from_str(schema).unwrap());
        let values = |text: &str| array(&serde_json::from_str(text).unwrap()).clone();
        for value in values(good) {
            assert_eq!(validator.faults(&value), Vec::<String>::new(), "{schema}");
        }
        for value in values(bad) {
            assert_ne!(validator.faults(&value), Vec::<String>::new(), "{schema}: {value}");
        }
    }
}

#[test]
#[should_panic(expected = "not understood")]
fn a_keyword_that_is_unknown_here_is_refused() {
    Schema::new(serde_json::json!({"properties": {"a": {"multipleOf": 2}}}));
}
