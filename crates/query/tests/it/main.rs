//! Fields and conditions as their users meet them.

mod condition;
mod functions;
mod positions;
mod themes;
