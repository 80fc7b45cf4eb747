//! The reader without a terminal: keys become states, states become screens.

mod forms;
mod hostile;
mod keys;
mod manual;
mod rig;
mod screens;
mod search;
