//! CUDA's libraries and headers on this machine, and why one isn't found.

use std::fmt;
use std::path::Path;

use cuda_pathfinder::{
    CCCL_HEADERS, CUDA_HEADERS, CUDART, DRIVER, Library, NCCL, NVFATBIN, NVJITLINK, NVML, NVRTC,
    Report, Search,
};
use serde::Serialize;

use crate::table::table;

/// Those that decide how device code is compiled and run; `cuda-pathfinder list` shows all.
const LIBRARIES: [&Library; 7] = [
    &DRIVER, &NVML, &NVRTC, &NVJITLINK, &NVFATBIN, &CUDART, &NCCL,
];

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
    pub fn collect(search: &Search) -> Self {
        let reports = LIBRARIES.into_iter().map(|library| search.explain(library));
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
        f.write_str(&table.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use cuda_pathfinder::{Environment, Os};

    use super::*;

    fn simulated(environment: impl FnOnce(Environment) -> Environment) -> Libraries {
        let root = tempfile::tempdir().unwrap();
        let environment = environment(Environment::simulated(Os::Linux, root.path()));
        Libraries::collect(&Search::in_environment(environment))
    }

    #[test]
    fn a_library_that_is_not_there_says_what_to_do() {
        let text = simulated(|environment| environment).to_string();
        let line = text
            .lines()
            .find(|line| line.contains("nvJitLink"))
            .unwrap();
        assert!(
            line.contains("no ") && line.contains("pip install 'nvidia-nvjitlink"),
            "{line}"
        );
    }

    #[test]
    fn a_variable_that_names_no_library_says_what_is_wrong_with_it() {
        let libraries = simulated(|environment| environment.set("CUDA_NVRTC", "/not/here"));
        let text = libraries.to_string();
        assert!(
            text.contains("/not/here: no such file or folder: correct CUDA_NVRTC"),
            "{text}"
        );
    }

    #[test]
    fn the_json_has_every_place_that_was_searched() {
        let json = serde_json::to_value(simulated(|environment| environment)).unwrap();
        for library in json.as_array().unwrap() {
            assert!(
                !library["places"].as_array().unwrap().is_empty(),
                "{library}"
            );
        }
    }

    #[test]
    fn a_headers_folder_is_found_in_the_toolkit() {
        let root = tempfile::tempdir().unwrap();
        let include = root.path().join("usr/local/cuda/include");
        std::fs::create_dir_all(&include).unwrap();
        std::fs::write(include.join("cuda.h"), "").unwrap();
        let environment = Environment::simulated(Os::Linux, root.path());
        let libraries = Libraries::collect(&Search::in_environment(environment));
        let headers = libraries
            .0
            .iter()
            .find(|sought| sought.title == CUDA_HEADERS.title)
            .unwrap();
        assert_eq!(headers.place.as_deref(), Some("usual folders"));
        assert_eq!(headers.path.as_deref(), include.to_str());
    }
}
