//! Books small enough to be computed by hand, and any number of others that are computed in another way.

mod books;
mod graphs;
mod positions;
