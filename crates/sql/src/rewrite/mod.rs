//! Statements as the engine takes them: names as the tables spell them, and functions about games as calls with the columns that they need.

mod functions;
mod names;

use std::ops::ControlFlow;

use datafusion::sql::parser::{CopyToSource, Statement};
use datafusion::sql::sqlparser::ast::{
    Expr, Ident, ObjectNamePart, Query, Select, SelectItem, Statement as SqlStatement, TableFactor,
    TableWithJoins, Value, Visit, VisitMut, Visitor, VisitorMut,
};

use crate::error::Failure;

pub use functions::{Name, of_call};
pub use names::{Names, fold};

/// Rewrites a statement over tables with these columns.
///
/// # Errors
/// When a function about games cannot be asked of them, with the text of the call.
pub fn rewrite(statement: &mut Statement, names: &Names) -> Result<(), Failure> {
    let mut rewriter = Rewriter { names };
    let flow = match statement {
        Statement::Statement(statement) => statement.visit(&mut rewriter),
        Statement::Explain(explain) => return rewrite(&mut explain.statement, names),
        Statement::CopyTo(copy) => match &mut copy.source {
            CopyToSource::Query(query) => query.visit(&mut rewriter),
            CopyToSource::Relation(_) => ControlFlow::Continue(()),
        },
        _ => ControlFlow::Continue(()),
    };
    match flow {
        ControlFlow::Break(failure) => Err(failure),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// The columns that functions of a statement make games of, where a table can make them: the text of games that the usual columns do not
/// give whole, and what is among the moves.
pub fn columns_of_functions(statement: &Statement) -> Vec<&'static str> {
    #[derive(Default)]
    struct Asks {
        moves: bool,
        annotations: bool,
    }
    impl Visitor for Asks {
        type Break = ();
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            let reads = match expr {
                Expr::Function(call) => functions::reads_of(call),
                Expr::Identifier(name) => functions::reads_of_fact(name),
                _ => None,
            };
            if let Some(reads) = reads {
                self.moves |= reads.moves || reads.annotations;
                self.annotations |= reads.annotations;
            }
            ControlFlow::Continue(())
        }
    }
    let mut asks = Asks::default();
    let _ = match statement {
        Statement::Statement(statement) => statement.visit(&mut asks),
        Statement::Explain(explain) => return columns_of_functions(&explain.statement),
        Statement::CopyTo(copy) => match &copy.source {
            CopyToSource::Query(query) => query.visit(&mut asks),
            CopyToSource::Relation(_) => ControlFlow::Continue(()),
        },
        _ => ControlFlow::Continue(()),
    };
    let columns = [("pgn", asks.moves), ("movetext", asks.annotations)];
    columns.into_iter().filter(|(_, is_asked)| *is_asked).map(|(name, _)| name).collect()
}

/// Whether a table is one file, or a function of one.
fn is_one_file(from: &[TableWithJoins]) -> bool {
    match from {
        [TableWithJoins { relation: TableFactor::Table { name, args, .. }, joins }] if joins.is_empty() => {
            let quoted = |part: &ObjectNamePart| matches!(part, ObjectNamePart::Identifier(name) if name.quote_style == Some('\''));
            args.is_some() || name.0.iter().all(quoted)
        }
        _ => false,
    }
}

struct Rewriter<'n> {
    names: &'n Names,
}

/// Characters of a heading at most.
const LONGEST: usize = 80;

impl Rewriter<'_> {
    /// The heading of a column that has no name.
    fn heading(&self, expr: &Expr) -> Option<Ident> {
        match expr {
            Expr::Identifier(name) if name.quote_style.is_some() || self.names.has_spelling(&name.value) => {
                return None;
            }
            Expr::Identifier(_) => {}
            Expr::CompoundIdentifier(_) => return None,
            _ => {}
        }
        let text = expr.to_string();
        (text.chars().count() <= LONGEST).then(|| Ident::with_quote('"', text))
    }
}

impl VisitorMut for Rewriter<'_> {
    type Break = Failure;

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<Failure> {
        for cte in query.with.iter_mut().flat_map(|with| &mut with.cte_tables) {
            cte.alias.columns.iter_mut().for_each(|column| {
                self.names.spell(&mut column.name);
            });
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<Failure> {
        let is_one_file = is_one_file(&select.from);
        for item in &mut select.projection {
            match item {
                SelectItem::ExprWithAlias { alias, .. } => {
                    self.names.spell(alias);
                }
                SelectItem::Wildcard(options) | SelectItem::QualifiedWildcard(_, options) => {
                    self.names.spell_options(options);
                    if is_one_file {
                        self.names.exclude_requested(options);
                    }
                }
                // A column without a name is called as it is written.
                SelectItem::UnnamedExpr(expr) => {
                    if let Some(alias) = self.heading(expr) {
                        let null = Expr::value(Value::Null);
                        *item = SelectItem::ExprWithAlias { expr: std::mem::replace(expr, null), alias };
                    }
                }
                _ => {}
            }
        }
        for table in &mut select.from {
            table.joins.iter_mut().for_each(|join| self.names.spell_join(join));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, table: &mut TableFactor) -> ControlFlow<Failure> {
        let alias = match table {
            TableFactor::Table { alias, .. }
            | TableFactor::Derived { alias, .. }
            | TableFactor::Function { alias, .. } => alias,
            _ => return ControlFlow::Continue(()),
        };
        for column in alias.iter_mut().flat_map(|alias| &mut alias.columns) {
            self.names.spell(&mut column.name);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<Failure> {
        match expr {
            Expr::Identifier(name) => {
                if !self.names.spell(name)
                    && let Some(call) = functions::of_fact(name, self.names)
                {
                    *expr = match call {
                        Ok(call) => call,
                        Err(failure) => return ControlFlow::Break(failure),
                    };
                }
            }
            Expr::CompoundIdentifier(parts) => {
                if let Some(name) = parts.last_mut() {
                    self.names.spell(name);
                }
            }
            Expr::Function(call) => match functions::of_call(call, self.names) {
                Some(Ok(call)) => *expr = call,
                Some(Err(failure)) => return ControlFlow::Break(failure),
                None => {}
            },
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_statement(&mut self, statement: &mut SqlStatement) -> ControlFlow<Failure> {
        if let SqlStatement::CreateView(view) = statement {
            view.columns.iter_mut().for_each(|column| {
                self.names.spell(&mut column.name);
            });
        }
        ControlFlow::Continue(())
    }
}
