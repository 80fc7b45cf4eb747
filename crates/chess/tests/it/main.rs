//! The tests of the public interface: one program, one module for each subject.

mod fen;
mod horde;
mod keys;
mod notations;
mod ordinals;
mod perft;
mod playouts;
mod random;
mod san;
mod variants;
