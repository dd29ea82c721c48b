use std::fmt;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{HeaderSet, Library, Report, Search};
use serde::Serialize;

/// A library or set of headers, and the results of the search for it.
#[derive(Serialize)]
#[non_exhaustive]
pub struct SearchReport {
    /// The short name.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The file or folder that was found.
    pub path: Option<String>,
    /// The same, even if the path isn't UTF-8.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// The place where it was found.
    pub place: Option<String>,
    /// How to install it, if it wasn't found.
    pub help: Option<String>,
    /// The results in each place that was searched, in order.
    pub places: Vec<Place>,
    /// The report of the search.
    #[serde(skip)]
    pub report: Report,
}

/// A place that was searched.
#[derive(Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The place.
    pub place: String,
    /// The results there, as text.
    pub seen: Vec<String>,
}

impl SearchReport {
    /// Searches until a library is found. It is loaded to check that it can be, and unloaded again.
    pub fn find(search: &Search, library: &Library) -> Self {
        Self::new(library.name, search.find(library))
    }

    /// Searches every place for a library. Each one found is loaded and unloaded again.
    pub fn explain(search: &Search, library: &Library) -> Self {
        Self::new(library.name, search.explain(library))
    }

    /// Searches until a set of headers is found.
    pub fn find_headers(search: &Search, set: &HeaderSet) -> Self {
        Self::new(set.name, search.find_headers(set))
    }

    /// Searches every place for a set of headers.
    pub fn explain_headers(search: &Search, set: &HeaderSet) -> Self {
        Self::new(set.name, search.explain_headers(set))
    }

    fn new(name: &'static str, report: Report) -> Self {
        let path = report.chosen().map(Path::to_path_buf);
        let chosen = report
            .attempts
            .iter()
            .find(|attempt| path.is_some() && attempt.usable() == path.as_deref());
        Self {
            name,
            title: report.title,
            place: chosen.map(|attempt| attempt.place.to_string()),
            help: path.is_none().then(|| report.help.clone()),
            path: path.as_ref().map(|path| path.display().to_string()),
            file: path,
            places: report
                .attempts
                .iter()
                .map(|attempt| Place {
                    place: attempt.place.to_string(),
                    seen: attempt.outcomes.iter().map(ToString::to_string).collect(),
                })
                .collect(),
            report,
        }
    }

    /// Returns the file, or the problem with the override variable, and how to fix it.
    pub fn finding(&self) -> String {
        let wrong = self.report.attempts.iter().find(|attempt| attempt.ends_search);
        let wrong = wrong.and_then(|attempt| attempt.outcomes.first()).map(ToString::to_string);
        match (&self.path, &self.help, wrong) {
            (Some(path), _, _) => path.clone(),
            (None, Some(help), Some(wrong)) => format!("{wrong}: {help}"),
            (None, Some(help), None) => help.clone(),
            (None, None, _) => String::new(),
        }
    }
}

/// The whole report.
impl fmt::Display for SearchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}
