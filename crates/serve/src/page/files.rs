//! The files of the page, which are the same whatever index there is.

use std::sync::LazyLock;

use hyper::body::Bytes;
use pgnkit_view::HtmlPage;

use crate::etag;
use crate::reply::Reply;

/// Nothing from elsewhere, nothing within the page, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asset {
    Page,
    Script,
    Style,
}

/// A file as it is sent, with its entity tag.
struct File {
    bytes: Bytes,
    entity_tag: String,
}

static PAGE: LazyLock<File> = LazyLock::new(|| page(""));
/// The page of a server with engines.
static PAGE_WITH_ENGINE: LazyLock<File> = LazyLock::new(|| page(include_str!("engine.html")));
static SCRIPT: LazyLock<File> = LazyLock::new(|| {
    // Declarations that see one another, and nobody else.
    let scripts = [
        &*HtmlPage::drawing_script(),
        include_str!("server.js"),
        include_str!("tables.js"),
        include_str!("playing.js"),
        include_str!("engine.js"),
        include_str!("explorer.js"),
    ];
    File::new(format!("'use strict';\n(() => {{\n{}}})();\n", scripts.concat()))
});
static STYLE: LazyLock<File> = LazyLock::new(|| File::new(HtmlPage::style() + include_str!("explorer.css")));

fn page(engine: &str) -> File {
    let definitions = HtmlPage::new("").definitions();
    let page = include_str!("explorer.html").replace("<!-- definitions -->\n", &definitions);
    File::new(page.replace("<!-- engine -->\n", engine))
}

impl File {
    fn new(text: String) -> Self {
        let entity_tag = etag::entity_tag("page", &text);
        Self { bytes: text.into(), entity_tag }
    }
}

impl Asset {
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        match path {
            "/" => Some(Self::Page),
            "/explorer.js" => Some(Self::Script),
            "/explorer.css" => Some(Self::Style),
            _ => None,
        }
    }

    pub(crate) fn reply(self, if_none_match: Option<&str>, has_engine: bool) -> Reply {
        let (file, content_type): (&File, _) = match self {
            Self::Page => (if has_engine { &PAGE_WITH_ENGINE } else { &PAGE }, "text/html; charset=utf-8"),
            Self::Script => (&SCRIPT, "text/javascript; charset=utf-8"),
            Self::Style => (&STYLE, "text/css; charset=utf-8"),
        };
        let entity_tag = file.entity_tag.clone();
        if if_none_match.is_some_and(|header| etag::names(header, &entity_tag)) {
            return Reply::not_modified(entity_tag);
        }
        let policy = (self == Self::Page).then(|| POLICY.to_owned());
        Reply { policy, ..Reply::ok(content_type, file.bytes.clone(), entity_tag) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_its_pieces_and_names_its_files() {
        assert!(!std::str::from_utf8(&PAGE.bytes).unwrap().contains("Analyse"));
        let page = std::str::from_utf8(&PAGE_WITH_ENGINE.bytes).unwrap();
        assert!(page.contains("id=analyse") && !page.contains("<!--"));
        assert!(page.contains("id=\"p-K\"") || page.contains("id=p-K"));
        assert!(page.contains("src=explorer.js") && page.contains("href=explorer.css"));
        // The policy lets nothing in that is within the page.
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains("onclick"));
    }

    #[test]
    fn texts_of_others_never_become_markup() {
        let script = std::str::from_utf8(&SCRIPT.bytes).unwrap();
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            assert!(!script.contains(name), "{name}");
        }
    }
}
