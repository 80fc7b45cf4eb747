//! A file cut into records by another hand, and what two files have in common that say the same.

/// The records of a conforming file in a form that leaves no choice: without noops, moves joined, the tags of a game
/// sorted. What nobody would miss is left out: values that are not known, empty sequences, `$0`.
pub fn normal(mut file: &[u8]) -> Vec<Vec<u8>> {
    let mut records: Vec<Vec<u8>> = Vec::new();
    while let [marker, rest @ ..] = file {
        let string = |at: usize| at + 1 + usize::from(rest[at]);
        let word = |at: usize| usize::from(rest[at]) + 256 * usize::from(rest[at + 1]);
        let end = match marker {
            0 | 5 | 6 | 8 | 9 => 0,
            1 => (0..7).fold(0, |at, _| string(at)),
            2 => string(string(0)),
            3 => string(0),
            4 | 10 => 2 + word(0),
            7 => 1,
            _ => panic!("marker {marker} in a file without faults"),
        };
        let (items, mut next) = rest.split_at(end);
        match marker {
            0 => {}
            1 => {
                let length = 2 + usize::from(next[0]) + 256 * usize::from(next[1]);
                general_of_reduced(items, &next[2..length], &mut records);
                next = &next[length..];
            }
            3 => add_moves(&items[1..], &mut records),
            4 => add_moves(&items[2..], &mut records),
            2 if is_nothing(items) => {}
            7 if items == [0] => {}
            7 => add_annotation(items[0], &mut records),
            _ => records.push([&[*marker], items].concat()),
        }
        file = next;
    }
    sort_tags(&mut records);
    records
}

fn general_of_reduced(mut strings: &[u8], moves: &[u8], records: &mut Vec<Vec<u8>>) {
    records.push(vec![5]);
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
        let (value, rest) = strings.split_at(1 + usize::from(strings[0]));
        strings = rest;
        let items = [&[name.len() as u8], name.as_bytes(), value].concat();
        if !is_nothing(&items) {
            records.push([&[2][..], &items].concat());
        }
    }
    add_moves(moves, records);
    records.push(vec![6]);
}

/// Those beside a move are in ascending order, each once.
fn add_annotation(value: u8, records: &mut Vec<Vec<u8>>) {
    let beside = records.iter().rev().take_while(|record| record[0] == 7).count();
    let first = records.len() - beside;
    if let Err(at) = records[first..].binary_search(&vec![7, value]) {
        records.insert(first + at, vec![7, value]);
    }
}

/// Whether a tag pair of the roster says what is said without it.
fn is_nothing(items: &[u8]) -> bool {
    let (name, value) = items[1..].split_at(usize::from(items[0]));
    let value = &value[1..];
    match name {
        b"Event" | b"Site" | b"Round" | b"White" | b"Black" => {
            value == b"?" || value.iter().all(|byte| *byte == b' ')
        }
        b"Date" => value == b"????.??.??" || value.iter().all(|byte| *byte == b' '),
        b"Result" => value == b"*",
        _ => false,
    }
}

fn add_moves(moves: &[u8], records: &mut Vec<Vec<u8>>) {
    match records.last_mut() {
        Some(last) if last[0] == 3 => last.extend_from_slice(moves),
        _ if moves.is_empty() => {}
        _ => records.push([&[3], moves].concat()),
    }
}

fn sort_tags(records: &mut [Vec<u8>]) {
    for game in records.split_mut(|record| record[0] == 5) {
        let tags = game.iter().take_while(|record| record[0] == 2).count();
        game[..tags].sort();
    }
}
