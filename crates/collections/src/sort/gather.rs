//! The task that gathers games with their keys.

use std::borrow::Cow;
use std::sync::Arc;

use pgnkit::diagnostics::{Suppression, SuppressionScope};
use pgnkit::edit::edit_games;
use pgnkit::syntax::{Sink, Span};
use pgnkit::{Export, ExportLosses, Game, PieceLetters};

use super::batch::{Batch, MOVETEXT_BYTES, Place};
use super::layout;
use super::order::Order;
use super::seam;
use crate::edit::Operation;
use crate::split::{self, Pattern};
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Kind, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};
use pgnkit_archive::{MARK, internals::without_marks};
use pgnkit_query::fields::movetext_of;

/// Gathers games with their keys, for a [`Sorter`](super::Sorter).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GatherGames {
    order: Order,
    names: Option<Pattern>,
    formatted: bool,
    in_place: bool,
    divided: bool,
    ended_in: Option<PieceLetters>,
    /// An edit of the text of each game.
    edit: Option<Arc<dyn Operation>>,
}

/// The subject under which texts that could not be edited are counted.
const EDITED: &str = "edited";

/// The subject under which divided games are counted.
const DIVIDED: &str = "games with variations";

impl GatherGames {
    /// Gathers games for an order, with their original bytes.
    pub fn new(order: Order) -> Self {
        Self { order, ..Self::default() }
    }

    /// Gathers games by the names of the files they belong in, in the order in which they come.
    pub fn named(names: Pattern) -> Self {
        Self { order: Order::as_given(), names: Some(names), ..Self::default() }
    }

    /// With games in export format.
    #[must_use]
    pub fn formatted(self, formatted: bool) -> Self {
        Self { formatted, ..self }
    }

    /// With each [line](pgnkit::Game::lines) of a game that has variations as a game of its own, in export format. Games with errors, those whose
    /// export format would lack something, and those whose lines together would be out of proportion stay whole.
    #[must_use]
    pub fn divided(self, divided: bool) -> Self {
        Self { divided, ..self }
    }

    /// With a marker for each game that has none, whatever it comes before; these are the piece letters of the games. So the same game
    /// has the same bytes wherever it was.
    #[must_use]
    pub fn ended(self, letters: PieceLetters) -> Self {
        Self { ended_in: Some(letters), ..self }
    }

    /// With this edit made in the text of each game.
    #[must_use]
    pub fn edited(self, edit: Arc<dyn Operation>) -> Self {
        Self { edit: Some(edit), ..self }
    }

    /// Whether the output takes the place of the input, so that only forms are taken that can be rewritten.
    #[must_use]
    pub fn in_place(self, in_place: bool) -> Self {
        Self { in_place, ..self }
    }

    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    /// Whether the byte order mark of a text may be kept in the output.
    pub(super) fn keeps_mark(&self) -> bool {
        self.in_place
    }

    pub(super) fn has_names(&self) -> bool {
        self.names.is_some()
    }

    /// Whether games of that form are built: something is asked of them. The others are only texts.
    pub(crate) fn builds(&self, format: &dyn InputFormat) -> bool {
        self.formatted
            || self.divided
            || self.names.is_some()
            || !self.order.is_as_given()
            || !is_text(format)
    }

    /// Leaves a game out. What it has before it about the whole text stays.
    pub(crate) fn leave_out(&self, at: &At<'_>, out: &mut Batch) {
        if out.is_text && at.block.offset == 0 && at.number == 1 {
            without_head(at.stretch, out);
        }
    }

    /// Room for the games of a block of which it is not known how many are gathered.
    pub(crate) fn begin_some(&self, format: &dyn InputFormat) -> Batch {
        Batch::none(is_text(format))
    }

    /// Appends a game, or its lines.
    fn append(
        &self,
        scratch: &mut GatherScratch,
        at: &At<'_>,
        out: &mut Batch,
        closed: bool,
        account: &mut Account,
    ) {
        let GatherScratch { buffer, exported, original, end, .. } = scratch;
        let game = self.builds(at.format).then(|| at.entry(buffer).content.to_game());
        let game = game.as_deref();
        if let Some(game) = game.filter(|game| self.divided && game.has_variations()) {
            exported.clear();
            let losses = Export::default().write_game(game, exported);
            let may_lose = !at.leaves || losses == ExportLosses::default();
            let is_small = || game.lines().weight() <= most_of(at.stretch.len());
            if closed && may_lose && is_small() {
                let mut count = 0;
                for line in game.lines() {
                    exported.clear();
                    account.altered += Export::default().write_game(&line, exported);
                    let movetext =
                        if self.order.by_movetext().is_some() { movetext_of(exported) } else { 0..0 };
                    self.push(Some(&line), exported, &exported[movetext], true, out);
                    count += 1;
                }
                account.tally(DIVIDED, &[("divided", 1), ("lines of them", count), ("whole", 0)]);
                return;
            }
            account.tally(DIVIDED, &[("divided", 0), ("lines of them", 0), ("whole", 1)]);
        }
        let has_original = is_text(at.format);
        let compares_movetext = self.order.by_movetext().is_some();
        let mut keeps_original = has_original && (!self.formatted || !closed);
        exported.clear();
        if let Some(game) = game.filter(|_| compares_movetext || !keeps_original) {
            let losses = Export::default().write_game(game, exported);
            // Games that cannot be written without a loss stay as they are where that is asked for.
            keeps_original |= has_original && at.leaves && losses != ExportLosses::default();
            if !keeps_original {
                account.altered += losses;
            }
        }
        original.clear();
        if keeps_original {
            append_original(at, *end, original, out);
            account.left += u64::from(self.formatted);
        }
        let has_end = !keeps_original || seam::ends_with_marker(original);
        if keeps_original && !has_end && at.block.is_last {
            split_rest(original, out);
        }
        if let Some(letters) = self.ended_in.filter(|_| !has_end && !seam::has_end(original))
            && let Some(ended) = seam::with_marker(original, letters, |_| true)
        {
            *original = ended;
            out.ended += 1;
        }
        let has_end = has_end || seam::ends_with_marker(original);
        if let Some(edit) = &self.edit {
            edit_text(&**edit, if keeps_original { original } else { exported }, account);
        }
        let text: &[u8] = if keeps_original { original } else { exported };
        let movetext = if compares_movetext { &exported[movetext_of(exported)] } else { &[] };
        self.push(game, text, movetext, !keeps_original || (closed && has_end), out);
    }

    /// Appends a game with its key, and with its movetext if that is compared and not in its text; as often as it has names.
    fn push(&self, game: Option<&Game>, text: &[u8], movetext: &[u8], closed: bool, out: &mut Batch) {
        // In what is in export format already it need not be kept twice.
        let trimmed = text.trim_ascii_end();
        let shared = trimmed.ends_with(movetext).then(|| trimmed.len() - movetext.len());
        let is_cut = shared.is_none() && movetext.len() > MOVETEXT_BYTES;
        let movetext = if is_cut { &movetext[..MOVETEXT_BYTES] } else { movetext };
        let names =
            self.names.as_ref().zip(game).map_or_else(Vec::new, |(pattern, game)| pattern.spelt_names(game));
        for name in 0..names.len().max(1) {
            let start = out.bytes.len();
            match names.get(name) {
                Some(name) => split::append_key(name, &mut out.bytes),
                None => game.into_iter().for_each(|game| self.order.append_key(game, &mut out.bytes)),
            }
            let key_end = out.bytes.len();
            if shared.is_none() {
                out.bytes.extend_from_slice(movetext);
            }
            let text_start = out.bytes.len();
            out.bytes.extend_from_slice(text);
            let movetext_start = shared.map_or(key_end, |at| text_start + at);
            out.places.push(Place {
                start,
                key_end,
                text_start,
                end: out.bytes.len(),
                movetext: movetext_start..movetext_start + movetext.len(),
                is_cut,
                closed,
                number: 0,
            });
        }
    }
}

/// Makes an edit in the text of a game; where it cannot be made without changing something else, the text stays as it is.
fn edit_text(edit: &dyn Operation, text: &mut Vec<u8>, account: &mut Account) {
    let edited = edit_games(text, |game| edit.apply(&Game::new(), game));
    if !edited.refused.is_empty() {
        account.tally(EDITED, &[("refused", edited.refused.len() as u64)]);
    }
    if let Cow::Owned(new) = edited.text {
        *text = new;
    }
}

/// Limit for all lines of a game of so many bytes together: a malicious file could hold lines of a million times its size.
fn most_of(bytes: usize) -> u64 {
    64 * bytes as u64 + (1 << 20)
}

/// Memory of a thread that gathers.
#[derive(Debug, Default)]
pub struct GatherScratch {
    pub(crate) buffer: EntryBuf,
    /// A visitor of games that are only texts.
    nothing: (),
    exported: Vec<u8>,
    original: Vec<u8>,
    /// Bytes of the block up to the end of the entry that was read last.
    end: usize,
}

impl Task for GatherGames {
    type Scratch<'t> = GatherScratch;
    type Out = Batch;

    fn scratch(&self) -> GatherScratch {
        GatherScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut GatherScratch, format: &dyn InputFormat) -> Target<'s> {
        if self.builds(format) {
            Target::Build(&mut scratch.buffer)
        } else {
            Target::Visit(&mut scratch.nothing)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        if !self.in_place {
            return Ok(());
        }
        format.holds().must_be(Kind::Games)?;
        format.rewritable()
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Batch {
        let room = block.bytes.len();
        let bytes = Vec::with_capacity(room + room / 4);
        Batch { bytes, is_text: is_text(format), ..Batch::default() }
    }

    fn look(&self, scratch: &mut GatherScratch, at: &At<'_>, _sink: &mut dyn Sink) {
        // Of all entries, also those that are dropped: stretches follow one another.
        scratch.end += at.stretch.len();
    }

    fn pass(&self, scratch: &mut GatherScratch, at: &At<'_>, out: &mut Batch, _: &mut Account) {
        scratch.end += at.stretch.len();
        self.leave_out(at, out);
        out.is_last_passed = true;
    }

    fn take(&self, scratch: &mut GatherScratch, at: &At<'_>, out: &mut Batch, account: &mut Account) {
        out.is_last_passed = false;
        self.append(scratch, at, out, true, account);
    }

    fn leave(&self, scratch: &mut GatherScratch, at: &At<'_>, out: &mut Batch, account: &mut Account) {
        out.is_last_passed = false;
        self.append(scratch, at, out, false, account);
    }

    fn end_of_entries(&self, scratch: &mut GatherScratch, out: &mut Batch) {
        out.end_of_games = std::mem::take(&mut scratch.end);
    }

    fn end_of_block(&self, block: &BlockView<'_>, consumed: usize, out: &mut Batch, _account: &mut Account) {
        let rest = block.bytes.get(out.end_of_games..consumed).unwrap_or_default();
        // Text after the last game goes where that game goes.
        if out.is_text && !out.is_last_passed && !rest.trim_ascii().is_empty() {
            let is_first = block.offset == 0 && out.end_of_games == 0;
            out.mark |= is_first && rest.starts_with(MARK);
            let rest = without_marks(rest);
            let rest = if is_first { without_head(&rest, out) } else { rest };
            layout::append(&rest, &block.bytes[consumed..], &mut out.rest);
        }
        out.bytes.shrink_to_fit();
        out.places.shrink_to_fit();
    }
}

/// Whether games of this format can be copied to the output byte for byte.
fn is_text(format: &dyn InputFormat) -> bool {
    format.holds() == Kind::Games && format.rewritable().is_ok()
}

/// Appends a game that ends at `end` in its block, and what is before it, as they are, with one empty line after it.
fn append_original(at: &At<'_>, end: usize, text: &mut Vec<u8>, out: &mut Batch) {
    let begins_text = at.block.offset == 0 && at.number == 1;
    out.mark |= begins_text && at.stretch.starts_with(MARK);
    let stretch = without_marks(at.stretch);
    let stretch = if begins_text { without_head(&stretch, out) } else { stretch };
    // In the first column it would begin an escape line.
    if stretch.starts_with(b"%") && !begins_line(at, end) {
        text.push(b' ');
    }
    layout::append(&stretch, at.block.bytes.get(end..).unwrap_or_default(), text);
}

/// Takes off a text what comes after the game: it is read as a part of the last game of a text, and would be one of the
/// next game elsewhere.
fn split_rest(text: &mut Vec<u8>, out: &mut Batch) {
    let Some(end) = seam::end_of_game(text) else { return };
    if !text[end..].trim_ascii().is_empty() {
        layout::append(&text[end..], &[], &mut out.rest);
        let game = std::mem::take(text);
        layout::append(&game[..end], &game[end..], text);
    }
}

/// Whether an entry, which with what is before it ends at `end`, begins a line.
fn begins_line(at: &At<'_>, end: usize) -> bool {
    match end - at.stretch.len() {
        0 => at.block.first_column == 1,
        start => matches!(at.block.bytes[start - 1], b'\n' | b'\r'),
    }
}

/// The beginning of a text without what is about all of it, which goes to the beginning of the output.
fn without_head<'t>(text: &'t [u8], out: &mut Batch) -> Cow<'t, [u8]> {
    let body = text.strip_prefix(MARK).unwrap_or(text);
    let mark = text.len() - body.len();
    out.mark |= mark > 0;
    if !body.starts_with(b"%") && memchr::memmem::find(body, b"%pgn-check").is_none() {
        return Cow::Borrowed(body);
    }
    let (mut kept, mut at) = (Vec::with_capacity(body.len()), mark);
    while at < text.len() {
        let end = memchr::memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |length| at + length);
        let is_crlf = text[end..].starts_with(b"\r\n");
        let next = text.len().min(end + 1 + usize::from(is_crlf));
        let line = &text[at..end];
        let is_about_all = line
            .strip_prefix(b"%")
            .and_then(Suppression::parse)
            .is_some_and(|found| found.scope == SuppressionScope::File)
            && Suppression::is_of_file(text, Span::new(at, end));
        if is_about_all {
            out.head.extend_from_slice(&text[at..next]);
            if end == text.len() {
                out.head.push(b'\n');
            }
        } else {
            kept.extend_from_slice(&text[at..next]);
        }
        at = next;
    }
    Cow::Owned(kept)
}
