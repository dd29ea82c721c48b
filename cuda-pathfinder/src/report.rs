//! The report of a search, and its format.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::place::Place;

/// Everything that a search tried, place by place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The display name of what was searched for.
    pub title: &'static str,
    /// The file names that were acceptable, newest first.
    pub tried: Vec<&'static str>,
    /// The places, in the order of the search.
    pub attempts: Vec<Attempt>,
    /// How to install it.
    pub help: String,
}

/// A folder of headers that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeaderFolder {
    /// The folder, to pass to a compiler as `-I`.
    pub folder: PathBuf,
    /// The place where it was found.
    pub place: Place,
}

/// The results in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The place.
    pub place: Place,
    /// The results there, in order.
    pub outcomes: Vec<Outcome>,
    /// Whether the search had to end here, because of an override that is set and doesn't work.
    pub ends_search: bool,
}

/// The result for one file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// This file can be used.
    Usable(PathBuf),
    /// The problem, as text.
    Unusable(String),
}

impl Report {
    /// Returns the file that the search chose, if there is one.
    #[inline]
    pub fn chosen(&self) -> Option<&Path> {
        for attempt in &self.attempts {
            if let Some(usable) = attempt.usable() {
                return Some(usable);
            }
            if attempt.ends_search {
                return None;
            }
        }
        None
    }

    #[inline(never)]
    fn write_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tried.as_slice() {
            [first, .., last] if self.tried.len() > 6 => write!(f, "\n  tried  {first} … {last}")?,
            tried => {
                f.write_str("\n  tried  ")?;
                for (index, name) in tried.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{name}")?;
                }
            }
        }
        let mut width = 0;
        for attempt in &self.attempts {
            width = width.max(attempt.place.to_string().len());
        }
        for (row, attempt) in self.attempts.iter().enumerate() {
            let label = if row == 0 { "in" } else { "" };
            for (line, outcome) in attempt.outcomes.iter().enumerate() {
                if line == 0 {
                    write!(f, "\n  {label:<6} {:<width$}  {outcome}", attempt.place)?;
                } else {
                    write!(f, "\n  {:<6} {:<width$}  {outcome}", "", "")?;
                }
            }
        }
        Ok(())
    }
}

impl Attempt {
    /// Returns the first file here that can be used.
    pub fn usable(&self) -> Option<&Path> {
        for outcome in &self.outcomes {
            if let Outcome::Usable(path) = outcome {
                return Some(path);
            }
        }
        None
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usable(path) => write!(f, "{} (usable)", path.display()),
            Self::Unusable(problem) => f.write_str(problem),
        }
    }
}

/// Formats a table of the places, the results in each, and the file that the search chose.
impl fmt::Display for Report {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)?;
        self.write_body(f)?;
        match self.chosen() {
            Some(path) => write!(f, "\n  uses   {}", path.display()),
            None => write!(f, "\n  help   {}", self.help),
        }
    }
}

/// The error that nothing usable was found. It lists every place, what was wrong there, and how to install it.
#[derive(Clone, PartialEq, Eq)]
pub struct NotFound(Box<Report>);

impl NotFound {
    pub(crate) fn new(report: Report) -> Self {
        Self(Box::new(report))
    }

    /// Returns the report of the search.
    pub fn report(&self) -> &Report {
        &self.0
    }

    /// Replaces the installation help, for a caller that knows better how to install the library.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let were = if self.0.title.ends_with('s') { "were" } else { "was" };
        write!(f, "no usable {} {were} found", self.0.title)?;
        self.0.write_body(f)?;
        write!(f, "\n  help   {}", self.0.help)
    }
}

impl std::error::Error for NotFound {}
