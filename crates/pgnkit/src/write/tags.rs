//! The tag pair section in export format (section 8.1.1): roster, then the others in ASCII order.

use pgnkit_chess::fen::EnPassant;

use super::{Export, TagSelection};
use crate::game::Game;
use crate::read::ROSTER;

impl Export {
    pub(super) fn write_tags(&self, game: &Game, out: &mut Vec<u8>) {
        let mut roster: [&[u8]; 7] =
            [b"?", b"?", b"????.??.??", b"?", b"?", b"?", game.result().as_str().as_bytes()];
        let mut others: Vec<(&[u8], &[u8])> = Vec::new();
        for (name, value) in game.raw_tags() {
            match ROSTER.iter().position(|known| known.as_bytes() == name) {
                Some(6) => {}
                Some(at) if value.iter().any(|byte| !is_blank(*byte)) => roster[at] = value,
                Some(_) => {}
                None => others.push((name, value)),
            }
        }
        for (name, value) in ROSTER.iter().zip(roster) {
            write_pair(name.as_bytes(), value, out);
        }
        let start = game.start();
        let fen;
        let plies;
        if start.playable {
            others.retain(|(name, _)| !matches!(*name, b"FEN" | b"SetUp"));
            if start.set_up {
                fen = start.position.fen(EnPassant::Always);
                others.push((b"FEN", fen.as_bytes()));
                others.push((b"SetUp", b"1"));
            }
        }
        match &self.tags {
            TagSelection::All => {}
            TagSelection::Roster => others.retain(|(name, _)| is_needed(name, game)),
            TagSelection::Named(names) => {
                others.retain(|(name, _)| {
                    is_needed(name, game) || names.iter().any(|wanted| wanted.as_bytes() == *name)
                });
            }
        }
        if let Some(pair) =
            others.iter_mut().find(|(name, _)| *name == b"PlyCount").filter(|_| start.playable)
        {
            plies = game.ply_count().to_string();
            pair.1 = plies.as_bytes();
        }
        others.sort_unstable_by_key(|(name, _)| *name);
        for (name, value) in others {
            write_pair(name, value, out);
        }
        out.push(b'\n');
    }
}

/// White space, and what is written as white space.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f)
}

/// Whether the moves mean nothing without this tag.
fn is_needed(name: &[u8], game: &Game) -> bool {
    match name {
        b"FEN" | b"SetUp" => game.start().set_up || !game.start().playable,
        b"Variant" => game.start().mode != pgnkit_chess::ChessMode::Standard || !game.start().playable,
        _ => false,
    }
}

/// `[Name "value"]`, with `"` and `\` escaped and characters that no string may hold replaced by spaces (TAG-22).
fn write_pair(name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(name);
    out.extend_from_slice(b" \"");
    let odd = |&byte: &u8| byte < b' ' || matches!(byte, b'"' | b'\\' | 0x7f);
    if value.iter().any(odd) {
        for &byte in value {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                0..0x20 | 0x7f => out.push(b' '),
                byte => out.push(byte),
            }
        }
    } else {
        out.extend_from_slice(value);
    }
    out.extend_from_slice(b"\"]\n");
}
