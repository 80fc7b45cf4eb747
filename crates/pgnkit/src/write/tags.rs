//! The tag pair section in export format (section 8.1.1): roster, then the others in ASCII order.

use std::fmt::Write as _;

use pgnkit_chess::fen::EnPassant;

use super::{Export, TagSelection};
use crate::game::Game;
use crate::read::ROSTER;

impl Export {
    pub(super) fn write_tags(&self, game: &Game, out: &mut Vec<u8>) {
        let mut roster = ["?", "?", "????.??.??", "?", "?", "?", game.result().as_str()];
        let mut others: Vec<(&str, &str)> = Vec::new();
        for (name, value) in game.tags() {
            match ROSTER.iter().position(|known| *known == name) {
                Some(6) => {}
                Some(at) if !value.trim().is_empty() => roster[at] = value,
                Some(_) => {}
                None => others.push((name, value)),
            }
        }
        for (name, value) in ROSTER.iter().zip(roster) {
            write_pair(name, value, out);
        }
        let start = game.start();
        let fen;
        let plies;
        if start.playable {
            others.retain(|(name, _)| !matches!(*name, "FEN" | "SetUp"));
            if start.set_up {
                fen = start.position.fen(EnPassant::Always);
                others.push(("FEN", fen.as_str()));
                others.push(("SetUp", "1"));
            }
        }
        match &self.tags {
            TagSelection::All => {}
            TagSelection::Roster => others.retain(|(name, _)| is_needed(name, game)),
            TagSelection::Named(names) => {
                others.retain(|(name, _)| is_needed(name, game) || names.iter().any(|wanted| wanted == name));
            }
        }
        if let Some(pair) = others.iter_mut().find(|(name, _)| *name == "PlyCount").filter(|_| start.playable)
        {
            plies = game.ply_count().to_string();
            pair.1 = &plies;
        }
        others.sort_unstable_by_key(|(name, _)| name.as_bytes());
        for (name, value) in others {
            write_pair(name, value, out);
        }
        out.push(b'\n');
    }
}

/// Whether the moves mean nothing without this tag.
fn is_needed(name: &str, game: &Game) -> bool {
    match name {
        "FEN" | "SetUp" => game.start().set_up || !game.start().playable,
        "Variant" => game.start().mode != pgnkit_chess::ChessMode::Standard || !game.start().playable,
        _ => false,
    }
}

/// `[Name "value"]`, with `"` and `\` escaped and characters that no string may hold replaced by spaces (TAG-22).
fn write_pair(name: &str, value: &str, out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b" \"");
    if value.bytes().all(|byte| matches!(byte, 0x20..=0x7e) && byte != b'"' && byte != b'\\') {
        out.extend_from_slice(value.as_bytes());
    } else {
        write_odd_value(value, out);
    }
    out.extend_from_slice(b"\"]\n");
}

fn write_odd_value(value: &str, out: &mut Vec<u8>) {
    let mut safe = String::with_capacity(value.len() + 8);
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                let _ = write!(safe, "\\{c}");
            }
            '\0'..='\x1f' | '\x7f' => safe.push(' '),
            c => safe.push(c),
        }
    }
    out.extend_from_slice(safe.as_bytes());
}
