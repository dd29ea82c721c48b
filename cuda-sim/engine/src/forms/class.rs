//! Which modifiers' order matters.

/// What a modifier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A type, which must come in the form's order.
    Type,
    /// The layout of a matrix, which must, too.
    Layout,
    /// One that may be anywhere.
    Other,
}

impl Class {
    /// Returns that of a word; of a word that the table lacks, what it looks like.
    pub fn of(word: &str) -> Class {
        match word {
            "row" | "col" => return Class::Layout,
            "pred" | "tf32" | "b1" | "s4" | "u4" | "s2" | "u2" | "f64" | "f32" | "f32x2" => {
                return Class::Type;
            }
            _ => {}
        }
        let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let width = matches!(digits, "8" | "16" | "32" | "64" | "128" | "1024" | "16x2" | "8x16");
        let prefix = &word[..word.len() - digits.len()];
        let small = prefix == "e" || prefix == "ue";
        let is_type = width && matches!(prefix, "b" | "u" | "s" | "f" | "bf")
            || small && digits.contains('m');
        if is_type { Class::Type } else { Class::Other }
    }
}
