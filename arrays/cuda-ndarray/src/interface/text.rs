//! Texts as Python writes them.

use core::fmt;

/// A text in Python's quotes.
pub struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for letter in self.0.chars() {
            match letter {
                '\'' | '\\' => write!(f, "\\{letter}")?,
                letter if letter.is_control() => write!(f, "\\x{:02x}", u32::from(letter))?,
                letter => write!(f, "{letter}")?,
            }
        }
        f.write_str("'")
    }
}
