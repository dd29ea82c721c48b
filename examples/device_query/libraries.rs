//! CUDA's libraries and headers on this machine, and why one isn't found.

use std::fmt;
use std::path::Path;

use cuda_pathfinder::{CCCL_HEADERS, CUDA_HEADERS, LIBRARIES, NVRTC_BUILTINS, Report, Search};
use serde::Serialize;

use crate::table::table;

#[derive(Serialize)]
pub struct Libraries(Vec<Sought>);

/// One library or set of headers, and what the search for it saw.
#[derive(Serialize)]
struct Sought {
    title: &'static str,
    /// The file or folder that a program gets.
    path: Option<String>,
    /// Where it was found.
    place: Option<String>,
    /// What to do where it wasn't.
    help: Option<String>,
    places: Vec<Place>,
    #[serde(skip)]
    report: Report,
}

#[derive(Serialize)]
struct Place {
    place: String,
    seen: Vec<String>,
}

impl Libraries {
    /// Searches for all of them. Each is loaded to see whether it can be, and given back.
    pub fn collect() -> Self {
        let search = Search::new();
        // The builtins are of use beside their own NVRTC alone, which is asked for them.
        let libraries = LIBRARIES
            .into_iter()
            .filter(|library| library.name != NVRTC_BUILTINS.name);
        let reports = libraries.map(|library| search.explain(library));
        let headers = [&CUDA_HEADERS, &CCCL_HEADERS].map(|set| search.explain_headers(set));
        Self(reports.chain(headers).map(Sought::new).collect())
    }

    /// Every place that was searched, and what was seen there.
    pub fn places(&self) -> impl Iterator<Item = &Report> {
        self.0.iter().map(|sought| &sought.report)
    }
}

impl Sought {
    fn new(report: Report) -> Self {
        let path = report.chosen().map(Path::to_path_buf);
        let chosen = report
            .attempts
            .iter()
            .find(|attempt| path.is_some() && attempt.usable() == path.as_deref());
        Self {
            title: report.title,
            place: chosen.map(|attempt| attempt.place.to_string()),
            help: path.is_none().then(|| report.help.clone()),
            path: path.map(|path| path.display().to_string()),
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

    /// The file; or what is wrong with the variable that should name it, and what to do.
    fn finding(&self) -> String {
        let wrong = self
            .report
            .attempts
            .iter()
            .find(|attempt| attempt.ends_search);
        let wrong = wrong
            .and_then(|attempt| attempt.outcomes.first())
            .map(ToString::to_string);
        match (&self.path, &self.help, wrong) {
            (Some(path), _, _) => path.clone(),
            (None, Some(help), Some(wrong)) => format!("{wrong}: {help}"),
            (None, Some(help), None) => help.clone(),
            (None, None, _) => String::new(),
        }
    }
}

impl fmt::Display for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = table(["library", "found", "file, or what to do"]);
        for sought in &self.0 {
            table.add_row([
                sought.title,
                sought.place.as_deref().unwrap_or("no"),
                &sought.finding(),
            ]);
        }
        table.fmt(f)
    }
}
