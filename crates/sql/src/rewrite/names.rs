//! Names of columns in any case, with underscores or without.

use std::collections::BTreeMap;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::sql::sqlparser::ast::{
    ExcludeSelectItem, Ident, Join, JoinConstraint, JoinOperator, ObjectName, WildcardAdditionalOptions,
};

/// A name in lower case and without underscores: names that are alike in this are the same.
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// The names of columns of the tables of a statement.
#[derive(Clone, Debug, Default)]
pub struct Names {
    spellings: BTreeMap<String, Option<String>>,
    all: Vec<String>,
    /// Columns that are there because the statement names them, and not for `*`.
    requested: Vec<String>,
}

impl Names {
    /// The names of the columns of these tables.
    pub fn of<'s>(schemas: impl IntoIterator<Item = &'s SchemaRef>) -> Self {
        let mut names = Self::default();
        for schema in schemas {
            for field in schema.fields() {
                names.add(field.name());
            }
        }
        names
    }

    fn add(&mut self, name: &str) {
        if self.all.iter().any(|known| known == name) {
            return;
        }
        self.all.push(name.to_owned());
        // Two that are alike must be called exactly.
        let spelling = self.spellings.entry(fold(name));
        spelling.and_modify(|spelling| *spelling = None).or_insert_with(|| Some(name.to_owned()));
    }

    /// With columns that `*` does not give.
    #[must_use]
    pub fn requesting(self, requested: Vec<String>) -> Self {
        Self { requested, ..self }
    }

    /// Leaves these out of `*`.
    pub(super) fn exclude_requested(&self, options: &mut WildcardAdditionalOptions) {
        if options.opt_exclude.is_none() && options.opt_except.is_none() && !self.requested.is_empty() {
            let name = |name: &String| ObjectName::from(vec![Ident::with_quote('"', name)]);
            options.opt_exclude =
                Some(ExcludeSelectItem::Multiple(self.requested.iter().map(name).collect()));
        }
    }

    /// Whether there is a column that is called exactly so.
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|known| known == name)
    }

    /// All of them.
    pub fn all(&self) -> &[String] {
        &self.all
    }

    /// The spelling of a name that is without quotes.
    fn spelling(&self, name: &str) -> Option<&str> {
        let lower = name.to_lowercase();
        // The engine finds these by itself.
        if self.has(&lower) {
            return Some(self.all.iter().find(|known| **known == lower)?);
        }
        match self.spellings.get(&fold(name)) {
            Some(spelling) => spelling.as_deref(),
            // Conditions call some columns of games otherwise: `time_control_base` is `time_initial`. Other names of
            // facts about positions, such as `number`, are what queries call their own columns.
            None => {
                let fact = pgnkit_facts::game(name)?;
                self.all.iter().find(|column| fact.is_called(column)).map(String::as_str)
            }
        }
    }

    /// Whether a name without quotes is that of a column.
    pub(super) fn has_spelling(&self, name: &str) -> bool {
        self.spelling(name).is_some()
    }

    /// Spells a name as its column does; says whether there is one. The same name is spelled so wherever it is, also where it is given.
    pub(super) fn spell(&self, name: &mut Ident) -> bool {
        if name.quote_style.is_some() {
            return true;
        }
        let Some(spelling) = self.spelling(&name.value) else { return false };
        if spelling != name.value.to_lowercase() || spelling != name.value {
            name.value = spelling.to_owned();
            name.quote_style = Some('"');
        }
        true
    }

    pub(super) fn spell_options(&self, options: &mut WildcardAdditionalOptions) {
        match &mut options.opt_exclude {
            Some(ExcludeSelectItem::Single(name)) => self.spell_last(&mut name.0),
            Some(ExcludeSelectItem::Multiple(names)) => {
                names.iter_mut().for_each(|name| self.spell_last(&mut name.0));
            }
            None => {}
        }
        if let Some(except) = &mut options.opt_except {
            self.spell(&mut except.first_element);
            except.additional_elements.iter_mut().for_each(|name| {
                self.spell(name);
            });
        }
    }

    fn spell_last(&self, parts: &mut [datafusion::sql::sqlparser::ast::ObjectNamePart]) {
        use datafusion::sql::sqlparser::ast::ObjectNamePart;
        if let Some(ObjectNamePart::Identifier(name)) = parts.last_mut() {
            self.spell(name);
        }
    }

    pub(super) fn spell_join(&self, join: &mut Join) {
        let constraint = match &mut join.join_operator {
            JoinOperator::Join(constraint)
            | JoinOperator::Inner(constraint)
            | JoinOperator::Left(constraint)
            | JoinOperator::LeftOuter(constraint)
            | JoinOperator::Right(constraint)
            | JoinOperator::RightOuter(constraint)
            | JoinOperator::FullOuter(constraint)
            | JoinOperator::Semi(constraint)
            | JoinOperator::LeftSemi(constraint)
            | JoinOperator::RightSemi(constraint)
            | JoinOperator::Anti(constraint)
            | JoinOperator::LeftAnti(constraint)
            | JoinOperator::RightAnti(constraint) => constraint,
            _ => return,
        };
        if let JoinConstraint::Using(names) = constraint {
            names.iter_mut().for_each(|name| self.spell_last(&mut name.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::datatypes::{DataType, Field, Schema};

    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let fields = ["White", "WhiteElo", "UTCDate", "plies", "time_initial", "A_b", "Ab"];
        let fields: Vec<_> = fields.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
        let names = Names::of([&Arc::new(Schema::new(fields))]);
        for (name, expected) in [
            ("white", "\"White\""),
            ("WHITE", "\"White\""),
            ("white_elo", "\"WhiteElo\""),
            ("whiteelo", "\"WhiteElo\""),
            ("utc_date", "\"UTCDate\""),
            ("plies", "plies"),
            ("PLIES", "\"plies\""),
            ("TimeInitial", "\"time_initial\""),
            ("time_control_base", "\"time_initial\""),
            ("time_control_increment", "time_control_increment"),
            // Neither of two, and none.
            ("a_b", "a_b"),
            ("black", "black"),
        ] {
            let mut ident = Ident::new(name);
            names.spell(&mut ident);
            assert_eq!(ident.to_string(), expected);
        }
        let mut quoted = Ident::with_quote('"', "white");
        assert!(names.spell(&mut quoted));
        assert_eq!(quoted.to_string(), "\"white\"");
    }
}
