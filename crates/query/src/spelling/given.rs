//! Given names that are written for one another: short forms, and those of other languages.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Forms of one given name, without diacritics; the first one stands for all.
pub(super) const FORMS: &[&[&str]] = &[
    &["alexander", "aleksandr", "aleksander", "alex", "sasha", "sascha", "alejandro"],
    &["andrew", "andy"],
    &["andreas", "andi"],
    &["anthony", "tony"],
    &["arthur", "art"],
    &["benjamin", "ben", "benny"],
    &["bernard", "bernhard", "bernie"],
    &["carl", "karl", "charles", "charlie"],
    &["catherine", "katharina", "ekaterina", "kate"],
    &["christopher", "christoph", "chris"],
    &["daniel", "dan", "danny"],
    &["david", "dave"],
    &["dmitry", "dmitri", "dmitriy", "dimitri", "dima"],
    &["donald", "don"],
    &["edward", "eduard", "eddie", "ed"],
    &["elizabeth", "elisabeth", "elisabet", "liz"],
    &["emanuel", "emmanuel", "manuel"],
    &["eugene", "evgeny", "evgeni", "yevgeny", "eugen"],
    &["francisco", "paco"],
    &["frederick", "friedrich", "fritz", "frederic", "fred"],
    &["george", "georg", "georgy", "georgi", "georges", "yuri"],
    &["gregory", "grigory", "grigori", "greg"],
    &["harold", "harry"],
    &["henry", "heinrich", "heinz", "henri", "harry"],
    &["jacob", "jakob", "yakov"],
    &["james", "jim", "jimmy"],
    &["john", "johannes", "johann", "hans", "jack"],
    &["jonathan", "jon"],
    &["joseph", "josef", "jozef", "jozsef", "joe", "iosif"],
    &["jose", "pepe"],
    &["julius", "gyula"],
    &["kenneth", "ken"],
    &["lawrence", "laurence", "larry"],
    &["leonard", "len"],
    &["leo", "lev"],
    &["louis", "ludwig", "lajos"],
    &["matthew", "matt"],
    &["michael", "mikhail", "mihail", "mike", "misha", "mischa"],
    &["nicholas", "nikolai", "nikolay", "nikolaus", "nick", "klaus"],
    &["patrick", "pat"],
    &["paul", "pavel"],
    &["peter", "pyotr", "petr", "pete"],
    &["philip", "philipp", "phil"],
    &["raymond", "ray"],
    &["richard", "dick", "rick"],
    &["robert", "bob", "bobby", "rob"],
    &["ronald", "ron"],
    &["rudolf", "rudolph", "rudi", "rudy"],
    &["samuel", "sam", "sammy"],
    &["stephen", "steven", "steve", "stefan", "stephan"],
    &["susan", "zsuzsa", "zsuzsanna"],
    &["thomas", "tom", "tommy"],
    &["timothy", "tim"],
    &["victor", "viktor"],
    &["vladimir", "wladimir", "volodymyr"],
    &["walter", "wally"],
    &["william", "wilhelm", "willy", "willi", "bill", "billy"],
];

/// The first form of each name that this is one of.
pub fn forms(word: &str) -> impl Iterator<Item = &'static str> {
    FORMS.iter().filter(move |forms| forms.contains(&word)).filter_map(|forms| forms.first().copied())
}

/// A bit for each name of the list that this is a form of: two that have one in common are forms of one name.
pub(super) fn bits(word: &str) -> u64 {
    static BITS: LazyLock<HashMap<&str, u64>> = LazyLock::new(|| {
        let mut bits = HashMap::new();
        for (at, form) in
            FORMS.iter().enumerate().flat_map(|(at, forms)| forms.iter().map(move |form| (at, *form)))
        {
            *bits.entry(form).or_default() |= 1 << at;
        }
        bits
    });
    BITS.get(word).copied().unwrap_or(0)
}

const _: () = assert!(FORMS.len() <= u64::BITS as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_words_as_they_are_compared() {
        for form in FORMS.iter().copied().flatten() {
            assert!(form.len() > 1 && super::super::fold(form) == *form, "{form}");
        }
        assert!(FORMS.iter().all(|forms| forms.len() > 1));
        let are_forms = |one, other| bits(one) & bits(other) != 0;
        assert!(are_forms("fritz", "friedrich") && !are_forms("judit", "jozsef"));
        assert!(are_forms("harry", "harold") && are_forms("harry", "heinz") && !are_forms("harold", "heinz"));
        assert_eq!(forms("harry").collect::<Vec<_>>(), ["harold", "henry"]);
    }
}
