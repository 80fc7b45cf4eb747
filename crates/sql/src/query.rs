//! Statements are read, planned and run.

use std::collections::BTreeSet;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::TableReference;
use datafusion::dataframe::DataFrame;
use datafusion::error::DataFusionError;
use datafusion::sql::parser::{CopyToSource, CopyToStatement, DFParserBuilder, ExplainStatement, Statement};
use datafusion::sql::sqlparser::ast::{SetExpr, Statement as SqlStatement, TableFactor, Visit, Visitor};
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::keywords::Keyword;
use datafusion::sql::sqlparser::parser::ParserError;
use datafusion::sql::sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};
use pgnkit_columns::{Layout, Rows};
use std::ops::ControlFlow;

use crate::error::Failure;
use crate::rewrite::{Names, columns_of_functions, fold, rewrite};
use crate::session::Session;
use crate::tables::{self, Games};

/// Nesting that is read at most: the reader recurses.
const DEEPEST: usize = 50;

/// A statement with the words of the text that it is from.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub(crate) statement: Statement,
    words: BTreeSet<String>,
}

/// Reads the statements of a text.
///
/// # Errors
/// When there is something else.
pub fn parse(sql: &str) -> Result<Vec<Parsed>, Failure> {
    let tokens = Tokenizer::new(&GenericDialect {}, sql).tokenize_with_location();
    let mut tokens = tokens.map_err(|error| DataFusionError::from(ParserError::from(error)))?;
    let words = words_of(&tokens);
    free_position(&mut tokens);
    let mut parser = DFParserBuilder::new(tokens).with_recursion_limit(DEEPEST).build()?;
    let statements = parser.parse_statements()?;
    let words = words.into_iter().chain(std::iter::repeat(BTreeSet::new()));
    Ok(statements.into_iter().zip(words).map(|(statement, words)| Parsed { statement, words }).collect())
}

/// The words of each statement.
fn words_of(tokens: &[TokenWithSpan]) -> Vec<BTreeSet<String>> {
    let is_empty = |token: &TokenWithSpan| matches!(token.token, Token::Whitespace(_) | Token::EOF);
    let statements = tokens.split(|token| token.token == Token::SemiColon);
    let statements = statements.filter(|tokens| !tokens.iter().all(is_empty));
    let words = |tokens: &[TokenWithSpan]| {
        let words = tokens.iter().filter_map(|token| match &token.token {
            Token::Word(word) => Some(fold(&word.value)),
            _ => None,
        });
        words.collect()
    };
    statements.map(words).collect()
}

/// Makes a name of POSITION, unless it is that of SQL: `POSITION(x IN y)`.
fn free_position(tokens: &mut [TokenWithSpan]) {
    for at in 0..tokens.len() {
        if keyword(&tokens[at]) == Some(Keyword::POSITION)
            && !is_of_sql(&tokens[at + 1..])
            && let Token::Word(word) = &mut tokens[at].token
        {
            word.keyword = Keyword::NoKeyword;
        }
    }
}

fn keyword(token: &TokenWithSpan) -> Option<Keyword> {
    match &token.token {
        Token::Word(word) => Some(word.keyword),
        _ => None,
    }
}

/// Whether what is in parentheses has an IN that is not before a list.
fn is_of_sql(after: &[TokenWithSpan]) -> bool {
    let mut depth = 0_u32;
    let mut after = after.iter().filter(|token| !matches!(token.token, Token::Whitespace(_))).peekable();
    while let Some(token) = after.next() {
        match &token.token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            Token::Word(word) if depth == 1 && word.keyword == Keyword::IN => {
                return after.peek().is_some_and(|next| next.token != Token::LParen);
            }
            _ => {}
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

/// What a statement gives.
#[derive(Debug)]
pub enum Answer {
    /// Rows.
    Rows(DataFrame),
    /// Rows that go to a file.
    File(String, DataFrame),
    /// Nothing: it defined something.
    Nothing,
}

impl Session {
    /// Plans a statement, or shows its plan.
    ///
    /// # Errors
    /// When there is no such table, column or function, or types do not fit.
    pub async fn plan(&self, parsed: Parsed, explain: bool) -> Result<Answer, Failure> {
        let Parsed { mut statement, mut words } = parsed;
        words.extend(columns_of_functions(&statement).into_iter().map(str::to_owned));
        self.state.set_named(words);
        let (schemas, requested) = self.schemas(&statement).await?;
        rewrite(&mut statement, &Names::of(&schemas).requesting(requested))?;
        if let Statement::CopyTo(copy) = statement {
            let (target, query) = copy_to(copy)?;
            return Ok(Answer::File(target, self.frame(query).await?));
        }
        if explain && !matches!(statement, Statement::Explain(_)) {
            let options = Default::default();
            statement = Statement::Explain(ExplainStatement { options, statement: Box::new(statement) });
        }
        let frame = self.frame(statement).await?;
        Ok(if frame.schema().fields().is_empty() { Answer::Nothing } else { Answer::Rows(frame) })
    }

    async fn frame(&self, statement: Statement) -> Result<DataFrame, Failure> {
        let plan = self.context.state().statement_to_plan(statement).await?;
        Ok(self.context.execute_logical_plan(plan).await?)
    }

    /// The schemas of the tables of a statement, and the columns that are there because it names them.
    pub(crate) async fn schemas(
        &self,
        statement: &Statement,
    ) -> Result<(Vec<SchemaRef>, Vec<String>), Failure> {
        let state = self.context.state();
        let layouts = self.functions_of(statement);
        let mut requested: Vec<String> = layouts.iter().flat_map(Games::requested_of).collect();
        let mut schemas: Vec<SchemaRef> = layouts.iter().map(Layout::schema).collect();
        for reference in state.resolve_table_references(statement)? {
            let Ok(schema) = state.schema_for_ref(reference.clone()) else { continue };
            if let Some(table) = schema.table(reference.table()).await? {
                schemas.push(table.schema());
                let table: &dyn std::any::Any = table.as_ref();
                requested.extend(table.downcast_ref::<Games>().into_iter().flat_map(Games::requested));
            }
        }
        requested.sort_unstable();
        requested.dedup();
        Ok((schemas, requested))
    }

    /// The columns of tables that are functions: plies('games.pgn').
    fn functions_of(&self, statement: &Statement) -> Vec<Layout> {
        let mut called = Called(Vec::new());
        let _ = match inner(statement) {
            Statement::Statement(statement) => statement.visit(&mut called),
            Statement::CopyTo(CopyToStatement { source: CopyToSource::Query(query), .. }) => {
                query.visit(&mut called)
            }
            _ => ControlFlow::Continue(()),
        };
        called.0.iter().map(|rows| tables::layout(*rows, &self.state)).collect()
    }

    /// The table of that name, as statements see it.
    pub(crate) async fn table_schema(&self, name: &str) -> Result<SchemaRef, Failure> {
        let table = self.context.table_provider(TableReference::bare(name)).await?;
        Ok(table.schema())
    }
}

fn inner(statement: &Statement) -> &Statement {
    match statement {
        Statement::Explain(explain) => inner(&explain.statement),
        statement => statement,
    }
}

/// Tables that are functions.
struct Called(Vec<Rows>);

impl Visitor for Called {
    type Break = ();

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table { name, args: Some(_), .. } = table
            && let Ok(rows) = name.to_string().to_lowercase().parse::<Rows>()
        {
            self.0.push(rows);
        }
        ControlFlow::Continue(())
    }
}

/// The file and the query of COPY.
fn copy_to(copy: CopyToStatement) -> Result<(String, Statement), Failure> {
    let CopyToStatement { source, target, partitioned_by, stored_as, options } = copy;
    if !partitioned_by.is_empty() || stored_as.is_some() || !options.is_empty() {
        let message =
            "COPY writes one file, whose extension implies its format; `pgn convert --partition` writes many";
        return Err(Failure::at("COPY", message));
    }
    let query = match source {
        CopyToSource::Query(query) => query,
        CopyToSource::Relation(name) => {
            let text = format!("SELECT * FROM {name}");
            let mut statements = DFParserBuilder::new(text.as_str()).build()?.parse_statements()?;
            match statements.pop_front() {
                Some(Statement::Statement(statement)) => match *statement {
                    SqlStatement::Query(query) => query,
                    _ => return Err(Failure::at("COPY", "expected a table")),
                },
                _ => return Err(Failure::at("COPY", "expected a table")),
            }
        }
    };
    if matches!(*query.body, SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_)) {
        return Err(Failure::at("COPY", "expected a query"));
    }
    Ok((target, Statement::Statement(Box::new(SqlStatement::Query(query)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_is_a_function_about_games_or_one_of_sql() {
        for (sql, is_of_sql) in [
            ("select position(is_mate)", false),
            ("select position(piece in ('N', 'B'))", false),
            ("select position('a' in 'abc')", true),
            ("select position(lower('A') in x)", true),
            ("select position", false),
            ("select position(", false),
            ("select position((x) in y)", true),
        ] {
            let mut tokens = Tokenizer::new(&GenericDialect {}, sql).tokenize_with_location().unwrap();
            free_position(&mut tokens);
            let kept = tokens.iter().any(|token| keyword(token) == Some(Keyword::POSITION));
            assert_eq!(kept, is_of_sql, "{sql}");
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let sql = format!("select {}1{}", "(".repeat(10_000), ")".repeat(10_000));
        assert!(parse(&sql).is_err());
        assert_eq!(parse("select 1; ; select 2;").unwrap().len(), 2);
        assert!(parse("").unwrap().is_empty());
    }
}
