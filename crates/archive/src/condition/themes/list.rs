//! The themes that come with the library: a file each.

macro_rules! themes {
    ($($name:literal),* $(,)?) => {
        /// Names and texts.
        pub(super) static THEMES: &[(&str, &str)] = &[$(($name, include_str!(concat!($name, ".sql")))),*];
    };
}

themes!["smothered-mate",];
