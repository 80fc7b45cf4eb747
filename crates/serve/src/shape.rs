//! Answers as clients get them: in order, and no longer than they are asked for.

use std::cmp::Reverse;

use crate::explorer::{Answer, Counts, ExploreError, MonthCounts};
use crate::json;
use crate::question::{Database, Question};

/// Top and recent games of lichess together.
const MOST_GAMES: usize = 8;

impl Answer {
    /// The answer as clients get it: an object of JSON, without a line break. Moves are in order of their games, and lists
    /// as long as the question asks for.
    ///
    /// ```
    /// use pgnkit_serve::{Answer, Endpoint, Question};
    ///
    /// let question = Question::parse(Endpoint::Masters, "")?;
    /// let json = Answer::default().into_json(&question)?;
    /// assert_eq!(json, r#"{"white":0,"draws":0,"black":0,"moves":[],"topGames":[],"opening":null}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a move is not legal in the position of the question.
    pub fn into_json(mut self, question: &Question) -> Result<String, ExploreError> {
        finish(&mut self, question)?;
        Ok(json::answer(&self, question))
    }
}

/// Puts an answer into its final form.
fn finish(answer: &mut Answer, question: &Question) -> Result<(), ExploreError> {
    check_moves(answer, question)?;
    answer.moves.sort_by_key(|it| Reverse(it.counts.total()));
    answer.moves.truncate(question.move_count);
    for it in &mut answer.moves {
        it.game = it.game.take().filter(|_| it.counts.total() == 1);
    }
    let has_top_games = question.database != Database::Lichess || question.top_group().is_some();
    answer.top_games.truncate(if has_top_games { question.top_games } else { 0 });
    let rest = MOST_GAMES.saturating_sub(answer.top_games.len());
    answer.recent_games.truncate(question.recent_games.min(rest));
    if question.history {
        answer.history = filled(std::mem::take(&mut answer.history), question);
    }
    Ok(())
}

/// A store that finds positions by a hash could answer for another one.
fn check_moves(answer: &Answer, question: &Question) -> Result<(), ExploreError> {
    let listed = answer.recent_games.iter().chain(&answer.top_games).map(|it| it.mv);
    let legal = question.position.legal_moves();
    match answer.moves.iter().map(|it| it.mv).chain(listed).find(|mv| !legal.contains(mv)) {
        Some(mv) => Err(ExploreError::Failed(format!("{mv:?} is not legal in {}", question.position))),
        None => Ok(()),
    }
}

/// Every month from `since`, or the first with games, to the last with games. That one is left out unless it is asked for
/// by `until`: it is rarely over.
fn filled(mut months: Vec<MonthCounts>, question: &Question) -> Vec<MonthCounts> {
    months.sort_by_key(|it| it.month);
    let mut filled = Vec::with_capacity(months.len());
    let mut next = question.since;
    for it in months {
        while let Some(month) = next.filter(|month| *month < it.month) {
            filled.push(MonthCounts { month, counts: Counts::default() });
            next = month.next();
        }
        next = it.month.next();
        filled.push(it);
    }
    if question.until.is_none() {
        filled.pop();
    }
    filled
}
