//! Values of tags against their rules (sections 8.1.1 and 9).

mod ply_count;

use pgnkit_syntax::Sink;

use super::Finished;

pub(super) fn check<S: Sink + ?Sized>(game: &Finished<'_>, sink: &mut S) {
    ply_count::check(game, sink);
}
