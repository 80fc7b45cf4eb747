//! Whether there is such material for some half-moves.

use crate::line::Board;

/// Whether it is there in so many positions after the first one with it.
pub fn is_in(text: &str, boards: &[Board], stable: usize, either_color: bool) -> bool {
    let (first, second) = text.split_once(' ').expect("the pieces of both sides");
    let stays = |are_exchanged: bool| {
        let fits = |board: &Board| {
            let (white, black) = if are_exchanged { (second, first) } else { (first, second) };
            has(white, board, true) && has(black, board, false)
        };
        let mut since = 0;
        boards.iter().any(|board| {
            since = if fits(board) { since + 1 } else { 0 };
            since > stable
        })
    };
    stays(false) || either_color && stays(true)
}

/// Whether a side has what is asked of it.
fn has(text: &str, board: &Board, is_white: bool) -> bool {
    let mut asked = Vec::new();
    let met = wishes(text).into_iter().all(|wish| {
        asked.push(wish.letter);
        let (own, other) = (count(wish.letter, board, is_white), count(wish.letter, board, !is_white));
        wish.is_met(own, other)
    });
    let is_asked = |letter: u8| asked.contains(&letter) || b"NB".contains(&letter) && asked.contains(&b'L');
    met && b"QRBNP".iter().all(|letter| is_asked(*letter) || count(*letter, board, is_white) == 0)
}

fn count(letter: u8, board: &Board, is_white: bool) -> i64 {
    let is = |square: &u8| {
        let letters: &[u8] = if letter == b'L' { b"NB" } else { &[letter] };
        square.is_ascii_uppercase() == is_white && letters.contains(&square.to_ascii_uppercase())
    };
    board.iter().filter(|square| is(square)).count() as i64
}

struct Wish {
    letter: u8,
    number: Option<i64>,
    sign: String,
}

impl Wish {
    fn is_met(&self, own: i64, other: i64) -> bool {
        let number = self.number.unwrap_or(1);
        match self.sign.as_str() {
            "" => own == number,
            "*" => true,
            "+" => own >= number,
            "-" => own <= number,
            "=" => own == other,
            "#" => own != other,
            ">" => own >= other + number,
            "<" => own <= other - number,
            ">=" => own == other + number,
            "<=" => own == other - number,
            sign => panic!("a sign of material: {sign}"),
        }
    }
}

/// A letter, a number, a sign, and so on. Letters again, as in `RR`, are a number.
fn wishes(text: &str) -> Vec<Wish> {
    let mut wishes: Vec<Wish> = Vec::new();
    for sign in text.chars() {
        match sign.to_ascii_uppercase() {
            letter @ 'A'..='Z' => match wishes.iter_mut().find(|wish| wish.letter == letter as u8) {
                Some(wish) => wish.number = Some(wish.number.unwrap_or(1) + 1),
                None => wishes.push(Wish { letter: letter as u8, number: None, sign: String::new() }),
            },
            sign => {
                let wish = wishes.last_mut().expect("a letter before the sign");
                match sign.to_digit(10) {
                    Some(digit) => {
                        wish.number = Some(wish.number.unwrap_or(0) * 10 + i64::from(digit));
                    }
                    None => wish.sign.push(sign),
                }
            }
        }
    }
    wishes
}
