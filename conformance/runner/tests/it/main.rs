//! The tests of the library and of the command: one program, one module for each subject.

mod command;
mod lint;
mod loss;
