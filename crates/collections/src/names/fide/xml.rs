//! Lists as XML: an element `player` for each, with one for each value.

use std::io::{self, BufRead};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

use super::{Player, filled, number, title};

/// Bytes of a value that are kept.
const MAX_VALUE: usize = 1024;

pub(super) fn read(list: impl BufRead, mut take: impl FnMut(Player)) -> io::Result<()> {
    let mut reader = Reader::from_reader(list);
    reader.config_mut().check_end_names = false;
    let (mut buffer, mut value) = (Vec::new(), String::new());
    let mut player = Player::default();
    loop {
        buffer.clear();
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) => return Err(io::Error::new(error.kind(), error)),
            Err(error) => {
                let text = format!("no list of players in XML: {error}, at byte {}", reader.error_position());
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
        };
        let text: &str = &event;
        match &event {
            Event::Start(start) => {
                value.clear();
                if start.name().into_inner() == "player" {
                    player = Player::default();
                }
            }
            Event::Text(_) | Event::CData(_) if value.len() + text.len() <= MAX_VALUE => value.push_str(text),
            Event::GeneralRef(reference) if value.len() < MAX_VALUE => match reference.resolve_char_ref() {
                Ok(Some(c)) => value.push(c),
                _ => value.push_str(resolve_predefined_entity(text).unwrap_or_default()),
            },
            Event::End(end) => match end.name().into_inner() {
                "player" => {
                    let whole = std::mem::take(&mut player);
                    if whole.id > 0 && !whole.name.is_empty() {
                        take(whole);
                    }
                }
                "fideid" => player.id = value.trim().parse().unwrap_or(0),
                "name" => player.name = filled(&value).unwrap_or_default(),
                "country" => player.federation = filled(&value),
                "title" => player.title = title(&value),
                "rating" => player.rating = number(&value),
                "birthday" => player.born = number(&value),
                _ => {}
            },
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}
