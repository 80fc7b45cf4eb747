//! The annotations of a game.

use std::collections::BTreeMap;
use std::fmt::Write;

use pgnkit::chess::Square;

use super::board::square;
use super::bytes::{be, le};
use super::moves::Node;
use super::read::{ANNOTATIONS_HEAD, Report};
use super::text::{append, append_quoted, append_time};
use super::{CbDate, CodePage, File, Reason};

/// Types of annotations.
mod kind {
    pub(super) const TEXT_AFTER: u8 = 0x02;
    pub(super) const TEXT_BEFORE: u8 = 0x82;
    pub(super) const GLYPHS: u8 = 0x03;
    pub(super) const SQUARES: u8 = 0x04;
    pub(super) const ARROWS: u8 = 0x05;
    pub(super) const TIME_SPENT: u8 = 0x07;
    pub(super) const TRAINING: u8 = 0x09;
    pub(super) const QUOTATION: u8 = 0x13;
    pub(super) const LINK: u8 = 0x1c;
    pub(super) const EVALUATION: u8 = 0x21;
    pub(super) const MEDALS: u8 = 0x22;
    pub(super) const TIME_CONTROL: u8 = 0x24;
    pub(super) const EVALUATIONS: u8 = 0x26;
}

/// Length of the header of an annotation.
const HEAD: usize = 6;

/// An annotation and its place.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// Number of the move from 1 in the order of the file, 0 for the game.
    node: u32,
    kind: u8,
    /// Its data in the record.
    start: u32,
    len: u16,
}

/// The annotations of a game, whose memory is used again.
#[derive(Debug, Default)]
pub(super) struct Notes {
    all: Vec<Note>,
    /// Number of annotations without a move.
    without_move: u32,
    /// Number of annotations that are not kept, by type.
    not_kept: BTreeMap<u8, u32>,
    /// Places of annotations that are not as those of their type are.
    damaged: Vec<(usize, u8)>,
    /// The part that is not whole, and where it ends.
    short: Option<(usize, &'static str)>,
    /// The evaluations of the main line, four bytes each.
    evaluations: Option<(u32, u16)>,
    buffer: String,
}

impl Notes {
    /// Reads the annotations of a record.
    pub(super) fn read(&mut self, record: &[u8]) {
        self.all.clear();
        self.not_kept.clear();
        self.damaged.clear();
        (self.without_move, self.short, self.evaluations) = (0, None, None);
        if record.is_empty() {
            return;
        }
        let Some(size) = be(record, 10, 4) else {
            self.short = Some((record.len(), "the header of the annotations"));
            return;
        };
        let end = usize::try_from(size).map_or(record.len(), |size| size.min(record.len()));
        if end < size as usize {
            self.short = Some((end, "the rest of the annotations"));
        }
        let mut at = ANNOTATIONS_HEAD;
        while at < end {
            let head = record[..end].get(at..at + HEAD);
            let length = head.and_then(|head| be(head, 4, 2)).map(|length| length as usize);
            let (Some(head), Some(length)) = (head, length.filter(|length| *length >= HEAD)) else {
                self.short = Some((at, "an annotation"));
                break;
            };
            let start = at + HEAD;
            let len = length.min(end - at) - HEAD;
            if len + HEAD < length {
                self.short = Some((end, "the rest of an annotation"));
            }
            // 24 bits with a sign: -1 is the game.
            let position = (be(head, 0, 3).unwrap_or_default() as i32) << 8 >> 8;
            match u32::try_from(position + 1) {
                Ok(node) => {
                    self.all.push(Note { node, kind: head[3], start: start as u32, len: len as u16 });
                }
                Err(_) => self.without_move += 1,
            }
            at += length;
        }
        // They are in order as a rule.
        if !self.all.is_sorted_by_key(|note| note.node) {
            self.all.sort_by_key(|note| note.node);
        }
        let of_game = self.all.iter().take_while(|note| note.node == 0);
        let evaluations = of_game.clone().find(|note| note.kind == kind::EVALUATIONS);
        self.evaluations = evaluations.map(|note| (note.start, note.len));
    }

    /// The value of the tag TimeControl, if there is one.
    pub(super) fn time_control(&self, record: &[u8]) -> Option<String> {
        let of_game = self.all.iter().take_while(|note| note.node == 0);
        let note = of_game.clone().find(|note| note.kind == kind::TIME_CONTROL)?;
        time_control(note.data(record))
    }

    /// Connects the annotations with their moves.
    pub(super) fn connect(&mut self, nodes: &mut [Node], record: &[u8]) {
        let known = self.all.partition_point(|note| (note.node as usize) < nodes.len());
        self.without_move += (self.all.len() - known) as u32;
        for (at, note) in self.all[..known].iter().enumerate() {
            let first = &mut nodes[note.node as usize].notes;
            if *first == 0 {
                *first = at as u32 + 1;
            }
            if !note.is_kept(record) {
                *self.not_kept.entry(note.kind).or_default() += 1;
            }
        }
    }

    /// Reports what could not be kept.
    pub(super) fn report(&self, report: &mut Report<'_>) {
        if let Some((at, part)) = self.short {
            report.at(File::Annotations, at, Reason::Short(part));
        }
        for &(at, kind) in &self.damaged {
            report.at(File::Annotations, at, Reason::Annotation(kind));
        }
        if self.without_move > 0 {
            report.at(File::Annotations, 0, Reason::NoMove { count: self.without_move });
        }
        for (&kind, &count) in &self.not_kept {
            report.at(File::Annotations, 0, Reason::NotKept { kind, count });
        }
    }

    /// Whether there is anything to say of moves.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Annotations of a node.
    fn of<'n>(&'n self, node: &Node) -> impl Iterator<Item = &'n Note> + use<'n> {
        let from = (node.notes as usize).checked_sub(1).map_or(&[][..], |first| &self.all[first..]);
        let number = from.first().map(|note| note.node);
        from.iter().take_while(move |note| Some(note.node) == number)
    }

    /// Passes on the texts before a move.
    pub(super) fn before(&mut self, node: &Node, source: Source<'_>, comment: &mut dyn FnMut(&str)) {
        if node.notes == 0 {
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        for note in self.of(node).filter(|note| note.kind == kind::TEXT_BEFORE) {
            buffer.clear();
            note.append_text(source, &mut buffer);
            if !buffer.is_empty() {
                comment(&buffer);
            }
        }
        self.buffer = buffer;
    }

    /// Passes on the glyphs of a move.
    pub(super) fn glyphs(&self, node: &Node, record: &[u8], mut nag: impl FnMut(u8)) {
        for note in self.of(node).filter(|note| note.kind == kind::GLYPHS) {
            note.data(record).iter().filter(|value| **value > 0).for_each(|value| nag(*value));
        }
    }

    /// Passes on the comments after a move: the first one has the commands. `ply` is the number of half-moves of the main
    /// line, if the move is of it.
    pub(super) fn after(
        &mut self,
        node: &Node,
        ply: Option<u32>,
        source: Source<'_>,
        comment: &mut dyn FnMut(&str),
    ) {
        let evaluation = ply.and_then(|ply| self.evaluation_after(ply, source.record));
        if node.notes == 0 && evaluation.is_none() {
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let mut damaged = Vec::new();
        let mut has_own = false;
        for note in self.of(node) {
            let length = buffer.len();
            let is_good = note.append_command(source, &mut buffer);
            has_own |= note.kind == kind::EVALUATION && buffer.len() > length;
            if is_good.is_none() {
                damaged.push((note.start as usize, note.kind));
            }
        }
        if let Some(evaluation) = evaluation.filter(|_| !has_own) {
            append_separated(&mut buffer, |out| evaluation.append(out));
        }
        for note in self.of(node) {
            let length = buffer.len();
            let is_text =
                matches!(note.kind, kind::TEXT_AFTER | kind::LINK | kind::QUOTATION | kind::TRAINING);
            if !is_text {
                continue;
            }
            append_separated(&mut buffer, |out| note.append_text(source, out));
            if note.kind == kind::TEXT_AFTER && buffer.len() > length {
                comment(&buffer);
                buffer.clear();
            }
        }
        if !buffer.is_empty() {
            comment(&buffer);
        }
        self.damaged.append(&mut damaged);
        self.buffer = buffer;
    }

    /// The evaluation of the main line after a number of half-moves.
    fn evaluation_after(&self, ply: u32, record: &[u8]) -> Option<Evaluation> {
        let (start, len) = self.evaluations?;
        let data = record.get(start as usize..)?.get(..len.into())?;
        if u64::from(ply) >= be(data, 0, 2)? {
            return None;
        }
        let &[kind @ 0..=1, depth, high, low] = data.get(2 + 4 * ply as usize..)?.first_chunk()? else {
            return None;
        };
        let value = i16::from_be_bytes([high, low]);
        Some(Evaluation { value, is_mate: kind == 1, depth: depth.into() })
    }
}

/// The record of annotations, and the encoding of texts.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) record: &'a [u8],
    pub(super) code_page: CodePage,
}

/// An evaluation, from White's point of view.
struct Evaluation {
    /// Centipawns, or moves to mate.
    value: i16,
    is_mate: bool,
    depth: u16,
}

impl Evaluation {
    fn append(&self, out: &mut String) {
        let Self { value, is_mate, depth } = *self;
        let _ = match (is_mate, value) {
            (true, _) => write!(out, "[%eval #{value}"),
            _ => {
                let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(out, "[%eval {sign}{}.{:02}", value / 100, value % 100)
            }
        };
        if depth > 0 {
            let _ = write!(out, ",{depth}");
        }
        out.push(']');
    }
}

/// Appends something after a space, unless it is nothing or the first.
fn append_separated(out: &mut String, append: impl FnOnce(&mut String)) {
    let before = out.len();
    if before > 0 {
        out.push(' ');
    }
    let start = out.len();
    append(out);
    if out.len() == start {
        out.truncate(before);
    }
}

impl Note {
    fn data<'a>(&self, record: &'a [u8]) -> &'a [u8] {
        let rest = record.get(self.start as usize..).unwrap_or_default();
        &rest[..rest.len().min(self.len.into())]
    }

    /// Whether a visitor gets the annotation.
    fn is_kept(&self, record: &[u8]) -> bool {
        match self.kind {
            kind::TEXT_AFTER
            | kind::TEXT_BEFORE
            | kind::GLYPHS
            | kind::SQUARES
            | kind::ARROWS
            | kind::TIME_SPENT
            | kind::TRAINING
            | kind::LINK
            | kind::MEDALS => true,
            // The moves of the other game are not kept.
            kind::QUOTATION => be(self.data(record), 2, 2) == Some(1),
            // There is an older form.
            kind::EVALUATION => self.len == 6,
            kind::EVALUATIONS => self.node == 0,
            kind::TIME_CONTROL => self.node == 0 && time_control(self.data(record)).is_some(),
            _ => false,
        }
    }

    /// Appends the command of an annotation, if it has one; `None` if it is damaged.
    fn append_command(&self, source: Source<'_>, out: &mut String) -> Option<()> {
        let data = self.data(source.record);
        let mut is_good = true;
        append_separated(out, |out| {
            is_good = match self.kind {
                kind::SQUARES => append_marks(data, "csl", out),
                kind::ARROWS => append_marks(data, "cal", out),
                kind::TIME_SPENT => append_time_spent(data, out),
                kind::TRAINING => append_training(data, source.code_page, out),
                kind::EVALUATION if self.len == 6 => append_evaluation(data, out),
                kind::MEDALS => append_medals(data, out),
                _ => Some(()),
            }
            .is_some();
        });
        is_good.then_some(())
    }

    /// Appends the text of an annotation.
    fn append_text(&self, source: Source<'_>, out: &mut String) {
        let data = self.data(source.record);
        match self.kind {
            kind::TEXT_AFTER | kind::TEXT_BEFORE => {
                append(data.get(2..).unwrap_or_default(), source.code_page, out);
            }
            kind::LINK => append_link(data, source.code_page, out).unwrap_or_default(),
            kind::QUOTATION => append_quotation(data, source.code_page, out).unwrap_or_default(),
            kind::TRAINING => {
                let training = Training::parse(data);
                let reply = training.as_ref().and_then(|training| training.texts[1].first());
                if let Some((_, text)) = reply {
                    append(text, source.code_page, out);
                }
            }
            _ => {}
        }
    }
}

/// Appends squares or arrows; what is of an unknown colour is left out, and the annotation damaged.
fn append_marks(data: &[u8], command: &str, out: &mut String) -> Option<()> {
    let mut is_good = true;
    let start = out.len();
    for mark in data.chunks(if command == "csl" { 2 } else { 3 }) {
        let letter = match mark[0] {
            2 => 'G',
            3 => 'Y',
            4 => 'R',
            _ => {
                is_good = false;
                continue;
            }
        };
        let squares: Option<Vec<Square>> = mark[1..].iter().map(|byte| square_of(*byte)).collect();
        let wanted = if command == "csl" { 1 } else { 2 };
        let Some(squares) = squares.filter(|squares| squares.len() == wanted) else {
            is_good = false;
            continue;
        };
        if out.len() == start {
            let _ = write!(out, "[%{command} ");
        } else {
            out.push(',');
        }
        out.push(letter);
        for square in squares {
            let _ = write!(out, "{square}");
        }
    }
    if out.len() > start {
        out.push(']');
    }
    is_good.then_some(())
}

/// The square with a number from 1 on.
fn square_of(number: u8) -> Option<Square> {
    (1..=64).contains(&number).then(|| square(number - 1))
}

fn append_time_spent(data: &[u8], out: &mut String) -> Option<()> {
    let &[hours, minutes, seconds] = data.first_chunk()?;
    out.push_str("[%emt ");
    append_time(3600 * u32::from(hours) + 60 * u32::from(minutes) + u32::from(seconds), out);
    out.push(']');
    Some(())
}

fn append_evaluation(data: &[u8], out: &mut String) -> Option<()> {
    let number = |at| le(data, at, 2).map(|number| number as u16);
    let (value, kind, depth) = (number(0)? as i16, number(2)?, number(4)?);
    if kind > 1 {
        return None;
    }
    Evaluation { value, is_mate: kind == 1, depth }.append(out);
    Some(())
}

fn append_medals(data: &[u8], out: &mut String) -> Option<()> {
    let medals = be(data, 0, 4)?;
    let _ = write!(out, "[%mdl {medals}]");
    Some(())
}

/// A text and its language, 0 English, 1 German and so on.
type Translation<'a> = (u16, &'a [u8]);

/// The greatest number of languages of a question that are read.
const MOST_LANGUAGES: usize = 8;

/// A question to the reader.
struct Training<'a> {
    points: u16,
    /// The question, the reply to a wrong move, and two hints.
    texts: [Vec<Translation<'a>>; 4],
    answers: Vec<Answer<'a>>,
}

struct Answer<'a> {
    from: u8,
    to: u8,
    promotion: u8,
    points: u8,
    reply: Vec<Translation<'a>>,
}

impl<'a> Training<'a> {
    fn parse(data: &'a [u8]) -> Option<Self> {
        let points = le(data, 9, 2)? as u16;
        let mut rest = data.get(11..)?;
        let mut texts = [const { Vec::new() }; 4];
        for text in &mut texts {
            *text = translations(&mut rest)?;
        }
        let (&count, mut rest) = rest.split_first()?;
        let mut answers = Vec::new();
        for _ in 0..count {
            let (&[from, to, promotion, points], after) = rest.split_first_chunk()?;
            rest = after;
            answers.push(Answer { from, to, promotion, points, reply: translations(&mut rest)? });
        }
        Some(Self { points, texts, answers })
    }

    /// Languages of any text; English if there is none.
    fn languages(&self) -> Vec<u16> {
        let replies = self.answers.iter().map(|answer| &answer.reply);
        let mut languages: Vec<u16> =
            self.texts.iter().chain(replies).flatten().map(|(language, _)| *language).collect();
        languages.sort_unstable();
        languages.dedup();
        // Each takes a command with all answers.
        languages.truncate(MOST_LANGUAGES);
        if languages.is_empty() {
            languages.push(0);
        }
        languages
    }
}

/// A text in several languages.
fn translations<'a>(rest: &mut &'a [u8]) -> Option<Vec<Translation<'a>>> {
    let count = le(rest, 0, 2)?;
    *rest = &rest[2..];
    let mut texts = Vec::new();
    for _ in 0..count {
        let (language, length) = (le(rest, 0, 2)? as u16, le(rest, 2, 2)? as usize);
        let (text, after) = rest[4..].split_at_checked(length)?;
        *rest = after;
        texts.push((language, text));
    }
    Some(texts)
}

/// `[%tqu "En","question","hint","hint","e2e4","reply",10]`, with three operands for each answer.
fn append_training(data: &[u8], code_page: CodePage, out: &mut String) -> Option<()> {
    let training = Training::parse(data)?;
    for language in training.languages() {
        let of_language = |texts: &[Translation<'_>], out: &mut String| {
            let text = texts.iter().find(|(other, _)| *other == language).map_or(&[][..], |(_, text)| text);
            append_quoted(text, code_page, out);
        };
        append_separated(out, |out| {
            const LANGUAGES: [&str; 6] = ["En", "Ge", "Fr", "Sp", "It", "Du"];
            let name = LANGUAGES.get(usize::from(language)).copied().unwrap_or_default();
            let _ = write!(out, "[%tqu \"{name}\"");
            for text in [0, 2, 3] {
                out.push(',');
                of_language(&training.texts[text], out);
            }
            for answer in &training.answers {
                let promotion = ["", "q", "r", "b", "n"].get(usize::from(answer.promotion)).unwrap_or(&"");
                let _ = write!(out, ",\"{}{}{promotion}\",", square(answer.from), square(answer.to));
                of_language(&answer.reply, out);
                let _ = write!(out, ",{}", answer.points);
            }
            if training.answers.is_empty() {
                let _ = write!(out, ",\"\",\"\",{}", training.points);
            }
            out.push(']');
        });
    }
    Some(())
}

/// A text and an address.
fn append_link(data: &[u8], code_page: CodePage, out: &mut String) -> Option<()> {
    let (url, rest) = counted(data.get(2..)?)?;
    let text = counted(rest).map_or(&[][..], |(text, _)| text);
    append(text, code_page, out);
    append_separated(out, |out| append(url, code_page, out));
    Some(())
}

/// A text after its length of one byte, and the rest.
fn counted(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&length, rest) = data.split_first()?;
    rest.split_at_checked(length.into())
}

/// The players and the event of another game.
fn append_quotation(data: &[u8], code_page: CodePage, out: &mut String) -> Option<()> {
    let flags = be(data, 4, 2)?;
    let setup = if flags & 64 == 0 { 0 } else { 28 };
    let terminated = |data| {
        let (text, rest) = counted(data)?;
        Some((text, rest.get(1..)?))
    };
    let (white, rest) = terminated(data.get(6 + setup..)?)?;
    let (black, rest) = terminated(rest)?;
    let (event, rest) = terminated(rest.get(6..)?)?;
    let (place, rest) = terminated(rest)?;
    let date = CbDate::from_bits(be(rest, 0, 4)? as u32);
    append(white, code_page, out);
    out.push_str(" - ");
    append(black, code_page, out);
    for text in [event, place] {
        if !text.is_empty() {
            out.push_str(", ");
            append(text, code_page, out);
        }
    }
    if let Some(year) = date.best().0.year() {
        let _ = write!(out, " {year}");
    }
    let result = rest.get(14).copied().unwrap_or(3);
    if let Some(result) = ["0-1", "1/2-1/2", "1-0"].get(usize::from(result)) {
        let _ = write!(out, ", {result}");
    }
    Some(())
}

/// `40/7200:20/3600:900+30`; `None` if it is of a kind that is not known.
fn time_control(data: &[u8]) -> Option<String> {
    /// Number of moves of the rest of the game.
    const REST: u64 = 1000;
    let mut text = String::new();
    for stage in data.chunks_exact(11) {
        let (base, increment, moves) = (be(stage, 0, 4)?, be(stage, 4, 4)?, be(stage, 8, 2)?);
        let increment = match stage[10] {
            0 => continue,
            1 => 0,
            3 => increment,
            _ => return None,
        };
        if base % 100 != 0 || increment % 100 != 0 || base + increment == 0 || moves == 0 {
            return None;
        }
        if !text.is_empty() {
            text.push(':');
        }
        if moves < REST {
            let _ = write!(text, "{moves}/");
        }
        let _ = write!(text, "{}", base / 100);
        if increment > 0 {
            let _ = write!(text, "+{}", increment / 100);
        }
    }
    (!text.is_empty()).then_some(text)
}
