//! How entries of the driver's log are read.

use core::fmt;

use crate::diagnostics::LogLevel;
use crate::error::split_log_entry;

/// Entries of the driver's log, oldest first: [`Log::read`](super::Log::read).
#[derive(Debug, Clone)]
pub struct LogEntries {
    text: String,
    at: usize,
}

impl LogEntries {
    pub(super) fn new(text: String) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for LogEntries {
    type Item = LogEntry;

    fn next(&mut self) -> Option<LogEntry> {
        let rest = self.text.get(self.at..)?;
        // A message may have several lines; each entry begins with its time.
        let ends = rest.match_indices('\n').map(|(end, _)| end + 1);
        let end = ends.into_iter().find(|end| rest[*end..].starts_with('[')).unwrap_or(rest.len());
        self.at += end;
        let text = rest[..end].trim_end();
        (!text.is_empty()).then(|| LogEntry::new(text, None))
    }
}

/// An entry of the driver's log. `Display` writes it as the driver does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    text: String,
    level: LogLevel,
}

impl LogEntry {
    pub(super) fn new(text: &str, level: Option<LogLevel>) -> Self {
        let mut entry = Self { text: text.to_owned(), level: LogLevel::ERROR };
        let of_text = match entry.field(3) {
            Some("W") => LogLevel::WARNING,
            _ => LogLevel::ERROR,
        };
        entry.level = level.unwrap_or(of_text);
        entry
    }

    /// Returns the message, without what the other methods return.
    #[must_use]
    pub fn message(&self) -> &str {
        self.split().1
    }

    /// Returns the severity.
    #[must_use]
    pub fn level(&self) -> LogLevel {
        self.level
    }

    /// Returns when it was logged, as the driver writes it: `22:21:32.099`.
    #[must_use]
    pub fn time(&self) -> Option<&str> {
        self.field(0)
    }

    /// Returns the operating system's number of the thread.
    #[must_use]
    pub fn thread(&self) -> Option<u64> {
        self.field(1)?.parse().ok()
    }

    /// Returns the name of the function that failed, if the driver writes it.
    #[must_use]
    pub fn function(&self) -> Option<&str> {
        self.field(4)
    }

    fn field(&self, index: usize) -> Option<&str> {
        self.split().0.get(index).copied().flatten()
    }

    fn split(&self) -> ([Option<&str>; 5], &str) {
        split_log_entry(&self.text)
    }
}

impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<LogEntry> {
        LogEntries::new(text.to_owned()).collect()
    }

    #[test]
    fn the_fields_of_an_entry_are_those_of_either_format() {
        let entry =
            &entries("[22:21:32.099][25642][CUDA][E][cuLogsDumpToMemory] buffer cannot be NULL\n")
                [0];
        assert_eq!((entry.time(), entry.thread()), (Some("22:21:32.099"), Some(25642)));
        assert_eq!(entry.function(), Some("cuLogsDumpToMemory"));
        assert_eq!((entry.message(), entry.level()), ("buffer cannot be NULL", LogLevel::ERROR));
        let entry = &entries("[22:21:32.099][25642][CUDA][W] [0, 1] is odd")[0];
        assert_eq!((entry.function(), entry.level()), (None, LogLevel::WARNING));
        assert_eq!(entry.message(), "[0, 1] is odd");
    }

    #[test]
    fn an_entry_without_fields_is_a_message() {
        let found = entries(
            "The log was truncated\n[1][2][CUDA][E] first\nand more\n[3][4][CUDA][E] second",
        );
        let messages: Vec<_> = found.iter().map(LogEntry::message).collect();
        assert_eq!(messages, ["The log was truncated", "first\nand more", "second"]);
        assert_eq!(found[0].time(), None);
    }

    #[test]
    fn an_empty_log_has_no_entries() {
        assert!(entries("").is_empty() && entries("\n").is_empty());
    }

    #[test]
    fn a_torn_entry_is_a_message() {
        for torn in ["[", "[12", "[]", "[1][", "[1][2][3][4][cu"] {
            assert_eq!(entries(torn).len(), 1, "{torn}");
        }
        assert_eq!(entries("[1][2][3][4][cu")[0].message(), "[cu");
    }
}
