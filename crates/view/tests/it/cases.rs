//! Ten pictures.

use pgnkit::chess::Color;
use pgnkit::{Game, Node};
use pgnkit_view::{Diagram, PieceSet, Svg, Theme, parse_mark};

/// A picture and how it looks.
pub struct Case {
    pub name: &'static str,
    pub diagram: Diagram,
    pub theme: Theme,
    pub pieces: PieceSet,
    pub size: u32,
}

impl Case {
    fn new(name: &'static str, theme: Theme, diagram: Diagram) -> Self {
        Self { name, diagram, theme, pieces: PieceSet::Staunton, size: 400 }
    }

    fn size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    fn discs(self) -> Self {
        Self { pieces: PieceSet::Discs, ..self }
    }

    pub fn svg(&self) -> Svg<'_> {
        self.diagram.svg().theme(self.theme).pieces(self.pieces).size(self.size)
    }
}

/// The end of a game, with the marks there.
pub fn end_of(text: &str) -> Diagram {
    let game: Game = text.parse().unwrap();
    let root = game.root();
    let last: Node<'_> = game.mainline().last().unwrap_or(root);
    Diagram::of_node(&last)
}

fn setup(fen: &str, rest: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{rest}\n")
}

/// Each with its name.
pub fn cases() -> Vec<Case> {
    let plain = |text: &str| end_of(text);
    let flipped = |text: &str| {
        let mut diagram = end_of(text);
        diagram.bottom = Color::Black;
        diagram
    };
    let bare = |text: &str| {
        let mut diagram = end_of(text);
        diagram.coordinates = false;
        diagram
    };
    let marked = |text: &str, marks: &str| {
        let mut diagram = end_of(text);
        diagram.marks.extend(marks.split(' ').map(|mark| parse_mark(mark).unwrap()));
        diagram
    };
    let mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    let marks = "1. d4 d5 2. c4 {[%csl Gc4,Rd5,Yb2,Be7] [%cal Gc4d5,Rd8d5,Yb1c3,Bg8f6]} *";
    let later = marks.replace(" *", " Nf6 3. Qa4+ {[%csl Gc4,Rd5,Yb2,Be7] [%cal Gc4d5,Rd8d5,Yb1c3,Bg8f6]} *");
    let star = "d4:green d4a4 d4a7:red d4d8:yellow d4g7:blue d4h4 d4g1:red d4d1:yellow d4a1:blue d4e6 h8h7";
    let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 5. Q@d5 *";
    let endgame = setup("8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50", "*");
    let queen = setup("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "*");
    vec![
        Case::new("start", Theme::Brown, plain("*")),
        Case::new("last-move-blue", Theme::Blue, plain("1. e4 c5 2. Nf3")),
        Case::new("mate-green", Theme::Green, plain(mate)).size(720),
        Case::new("marks-brown", Theme::Brown, plain(marks)).size(720),
        Case::new("flipped-grey", Theme::Grey, flipped("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")),
        Case::new("arrows-contrast", Theme::Contrast, marked(&queen, star)),
        Case::new("marks-print", Theme::Print, flipped(&later)),
        Case::new("discs", Theme::Brown, plain("1. e4 e5 2. Nf3")).discs(),
        Case::new("crazyhouse", Theme::Blue, plain(house)),
        Case::new("print-bare", Theme::Print, bare(&endgame)).discs().size(240),
    ]
}
