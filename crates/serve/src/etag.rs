//! Entity tags, by which clients ask whether an answer is still the same.

/// The tag of what a version of an index says about a key.
pub(crate) fn entity_tag(version: &str, key: &str) -> String {
    // FNV-1a. A client that meets two versions with one tag has waited for 2^64 of them.
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    // No byte of UTF-8 is 0xff.
    for byte in version.bytes().chain([0xff]).chain(key.bytes()) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("\"{hash:032x}\"")
}

/// Whether a header `If-None-Match` names a tag. Commas are in no tag of ours.
pub(crate) fn names(header: &str, tag: &str) -> bool {
    header.trim() == "*"
        || header.split(',').map(str::trim).any(|it| it.strip_prefix("W/").unwrap_or(it) == tag)
}

#[cfg(test)]
mod tests {
    use super::{entity_tag, names};

    #[test]
    fn tags_differ_by_version_and_key_and_by_where_one_ends() {
        let tags = [("1", "a"), ("2", "a"), ("1", "b"), ("1a", ""), ("", "1a")];
        let tags: Vec<_> = tags.iter().map(|(version, key)| entity_tag(version, key)).collect();
        for (at, tag) in tags.iter().enumerate() {
            assert_eq!(tags.iter().position(|other| other == tag), Some(at));
        }
    }

    #[test]
    fn headers_name_tags_in_all_forms() {
        let tag = entity_tag("1", "a");
        for header in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag} , \"y\""), "*".into()] {
            assert!(names(&header, &tag), "{header}");
        }
        for header in ["", "\"\"", &tag[1..], "\"x\", \"y\""] {
            assert!(!names(header, &tag), "{header}");
        }
    }
}
