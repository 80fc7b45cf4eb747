//! Writing a file of names.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::bytes::{put, put_varint};
use super::names::{MAGIC, VALUE, WIDE, frequency_width};
use super::{Header, NameKind, Version};

/// Names that are numbered as they come.
#[derive(Clone, Debug, Default)]
pub(super) struct NamesEncoder {
    lists: [HashMap<String, Use>; 4],
}

#[derive(Clone, Copy, Debug)]
struct Use {
    id: u32,
    frequency: u32,
}

/// Greatest length of a name in bytes.
pub(super) const LONGEST: usize = 255;
/// Greatest number of three bytes.
const MOST: u32 = 0xff_ffff;

impl NamesEncoder {
    /// The first kind of which not all of these names are there or can be added.
    pub(super) fn without_room(&self, names: &[(NameKind, String)], version: Version) -> Option<NameKind> {
        let limit = |kind: NameKind| if version == Version::V5 { kind.limit_5() } else { kind.limit() };
        NameKind::ALL.into_iter().find(|kind| {
            let list = &self.lists[*kind as usize];
            if list.len() + names.len() <= limit(*kind) as usize {
                return false;
            }
            let of_kind = names.iter().filter(|(other, _)| other == kind);
            let mut new: Vec<&str> =
                of_kind.map(|(_, name)| &**name).filter(|name| !list.contains_key(*name)).collect();
            // A player may have played both sides.
            new.dedup();
            list.len() + new.len() > limit(*kind) as usize
        })
    }

    /// The number of a name, which is used once more.
    pub(super) fn add(&mut self, kind: NameKind, name: &str) -> u32 {
        let list = &mut self.lists[kind as usize];
        if let Some(known) = list.get_mut(name) {
            known.frequency = (known.frequency + 1).min(MOST);
            return known.id;
        }
        let id = list.len() as u32;
        list.insert(name.to_owned(), Use { id, frequency: 1 });
        id
    }

    /// The whole file of version 5: names in the order of their numbers, and values of the header.
    pub(super) fn write_5(&self, header: &Header) -> Vec<u8> {
        let mut out = Vec::new();
        let mut put = |kind: usize, text: &[&[u8]]| {
            let length: usize = text.iter().map(|part| part.len()).sum();
            put_varint(length as u64 * 8 + kind as u64, &mut out);
            text.iter().for_each(|part| out.extend_from_slice(part));
        };
        for (kind, list) in self.lists.iter().enumerate() {
            let mut names: Vec<_> = list.iter().map(|(name, usage)| (usage.id, name)).collect();
            names.sort_unstable();
            names.iter().for_each(|(_, name)| put(kind, &[name.as_bytes()]));
        }
        header.values().for_each(|(name, value)| put(VALUE, &[name.as_bytes(), &value]));
        out
    }

    /// The whole file of version 4.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put(0, 4, &mut out);
        self.lists.iter().for_each(|list| put(list.len() as u32, 3, &mut out));
        let highest =
            self.lists.each_ref().map(|list| list.values().map(|name| name.frequency).max().unwrap_or(0));
        highest.iter().for_each(|highest| put(*highest, 3, &mut out));
        for (list, highest) in self.lists.iter().zip(highest) {
            let id_width = if list.len() as u32 >= WIDE { 3 } else { 2 };
            let mut names: Vec<(&[u8], Use)> =
                list.iter().map(|(name, usage)| (name.as_bytes(), *usage)).collect();
            names.sort_by(|(a, _), (b, _)| order(a, b));
            let mut previous: Option<&[u8]> = None;
            for (name, Use { id, frequency }) in names {
                put(id, id_width, &mut out);
                put(frequency, frequency_width(highest), &mut out);
                out.push(name.len() as u8);
                let mut shared = 0;
                if let Some(previous) = previous {
                    shared = name.iter().zip(previous).take_while(|(a, b)| a == b).count();
                    out.push(shared as u8);
                }
                out.extend_from_slice(&name[shared..]);
                previous = Some(name);
            }
        }
        out
    }
}

/// The order of names in the file: the first byte as it is, the others as signed numbers.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    let signed = |name: &[u8]| name.iter().skip(1).map(|byte| *byte as i8).collect::<Vec<_>>();
    a.first().cmp(&b.first()).then_with(|| {
        // The end of a text is its zero byte, which signed letters can be below.
        let [mut a, mut b] = [signed(a), signed(b)];
        a.push(0);
        b.push(0);
        a.cmp(&b)
    })
}
