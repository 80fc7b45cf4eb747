//! The tags of a game.

use std::borrow::Cow;

use pgnkit::chess::ChessMode;
use pgnkit::chess::fen::EnPassant;
use pgnkit::diagnostics::Span;
use pgnkit::{Start, Text, Visitor};

use super::read::{GameRecord, Report};
use super::{CbDate, EntityKind, File, Reason};

/// Passes the tags of a game to a visitor.
pub(super) struct TagWriter<'w, 'r, V: ?Sized> {
    pub(super) visitor: &'w mut V,
    pub(super) report: &'w mut Report<'r>,
}

impl<V: Visitor + ?Sized> TagWriter<'_, '_, V> {
    /// All tags.
    pub(super) fn write(&mut self, record: &GameRecord<'_>, start: &Start, time_control: Option<&str>) {
        let GameRecord { header, names, extra, .. } = *record;
        let tournament = names.tournament(header.tournament);
        if tournament.is_none() {
            self.unnamed(EntityKind::Tournament, header.tournament);
        }
        let tournament = tournament.unwrap_or_default();
        self.put_or_unknown("Event", &tournament.title);
        self.put_or_unknown("Site", &tournament.place);
        self.date("Date", header.date);
        let round = match (header.round, header.subround) {
            (0, 0) => Cow::Borrowed("?"),
            // Without a round it is 0: `?.2` is no value of the tag.
            (round, 0) => round.to_string().into(),
            (round, subround) => format!("{round}.{subround}").into(),
        };
        self.put("Round", &round);
        for (tag, id) in [("White", header.white), ("Black", header.black)] {
            match names.player(id) {
                Some(player) => self.put_or_unknown(tag, &player.name()),
                None => {
                    self.unnamed(EntityKind::Player, id);
                    self.put(tag, "?");
                }
            }
        }
        match header.outcome() {
            Some(outcome) => self.put("Result", outcome.as_str()),
            None => {
                self.report.at(File::Headers, 27, Reason::Value("Result"));
                self.put("Result", "*");
            }
        }
        if header.result == BOTH_LOST {
            self.report.at(File::Headers, 27, Reason::BothLost);
        }
        for (tag, rating) in [("WhiteElo", header.white_rating), ("BlackElo", header.black_rating)] {
            self.number(tag, rating.into());
        }
        self.eco(header.eco(), header.eco);
        if header.annotator > 0 || names.len(EntityKind::Annotator) > 0 {
            match names.annotator(header.annotator) {
                Some(name) => self.put_some("Annotator", &name),
                None => self.unnamed(EntityKind::Annotator, header.annotator),
            }
        }
        if let Some(extra) = extra {
            for (tag, id) in [("WhiteTeam", extra.white_team), ("BlackTeam", extra.black_team)] {
                let Some(id) = id else { continue };
                match names.team(id) {
                    Some(team) if team.number > 0 => {
                        self.put_some(tag, &format!("{} {}", team.title, team.number))
                    }
                    Some(team) => self.put_some(tag, &team.title),
                    None => self.unnamed(EntityKind::Team, id),
                }
            }
        }
        self.tournament(&tournament);
        self.source(record);
        if let Some(id) = extra.and_then(|extra| extra.game_tag) {
            match names.game_tag(id) {
                Some(title) => self.put_some("GameTitle", &title),
                None => self.unnamed(EntityKind::GameTag, id),
            }
        }
        if let Some(time_control) = time_control {
            self.put("TimeControl", time_control);
        }
        if header.is_forfeit() {
            self.put("Termination", "rules infraction");
        }
        self.start(start);
    }

    fn put(&mut self, name: &str, value: &str) {
        let nowhere = Span::default();
        self.visitor.tag(Text::of_str(name, nowhere), Text::of_str(value, nowhere));
    }

    /// A tag if it has a value.
    fn put_some(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.put(name, value);
        }
    }

    fn put_or_unknown(&mut self, name: &str, value: &str) {
        let value = value.trim();
        self.put(name, if value.is_empty() { "?" } else { value });
    }

    fn number(&mut self, name: &str, value: u32) {
        if value > 0 {
            self.put(name, &value.to_string());
        }
    }

    fn date(&mut self, tag: &'static str, date: CbDate) {
        let (date, is_whole) = date.best();
        if !is_whole {
            self.report.at(File::Headers, 24, Reason::Value(tag));
        }
        self.put(tag, &date.to_string());
    }

    /// The date of something else than the game, if there is one.
    fn some_date(&mut self, tag: &'static str, date: CbDate) {
        if date != CbDate::default() {
            self.put(tag, &date.best().0.to_string());
        }
    }

    fn eco(&mut self, eco: Option<u16>, bits: u16) {
        match eco {
            Some(code) => {
                let letter = char::from(b'A' + (code / 100) as u8);
                self.put("ECO", &format!("{letter}{:02}", code % 100));
            }
            None if (1..128).contains(&bits) || (501 * 128..64_576).contains(&bits) => {
                self.report.at(File::Headers, 35, Reason::Value("ECO"));
            }
            None => {}
        }
    }

    fn tournament(&mut self, tournament: &super::Tournament<'_>) {
        self.some_date("EventDate", tournament.date);
        self.some_date("EventEndDate", tournament.end);
        if let Some(kind) = tournament.kind_name() {
            self.put("EventType", &kind);
        }
        if let Some(nation) = tournament.nation() {
            self.put("EventCountry", nation);
        }
        self.number("EventCategory", tournament.category.into());
        self.number("EventRounds", tournament.rounds.into());
    }

    fn source(&mut self, record: &GameRecord<'_>) {
        let id = record.header.source;
        if id == 0 && record.names.is_empty(EntityKind::Source) {
            return;
        }
        let Some(source) = record.names.source(id) else {
            return self.unnamed(EntityKind::Source, id);
        };
        self.put_some("Source", &source.publisher);
        self.put_some("SourceTitle", &source.title);
        self.some_date("SourceDate", source.publication);
        self.number("SourceVersion", source.version.into());
        self.some_date("SourceVersionDate", source.date);
        self.number("SourceQuality", source.quality.into());
    }

    fn start(&mut self, start: &Start) {
        if start.mode == ChessMode::Chess960 {
            self.put("Variant", "Chess960");
        }
        if start.set_up {
            self.put("SetUp", "1");
            self.put("FEN", start.position.fen(EnPassant::Always).as_str());
        }
    }

    fn unnamed(&mut self, kind: EntityKind, id: u32) {
        self.report.at(File::Headers, 0, Reason::NoName(kind, id));
    }
}

/// The result of a game that both players lost.
const BOTH_LOST: u8 = 7;
