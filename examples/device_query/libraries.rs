//! CUDA's libraries and headers on this machine, and why one isn't found.

use std::fmt;

use cuda_pathfinder::{
    CCCL_HEADERS, CRT_HEADERS, CUDA_HEADERS, CUDART, DRIVER, HeaderSet, Library, NCCL, NVFATBIN,
    NVJITLINK, NVML, NVRTC, Report, Search,
};
use cuda_pathfinder_cli::SearchReport;
use serde::Serialize;

use crate::table::table;

/// Those that decide how device code is compiled and run; `cuda-pathfinder list` shows all.
const LIBRARIES: [&Library; 7] = [&DRIVER, &NVML, &NVRTC, &NVJITLINK, &NVFATBIN, &CUDART, &NCCL];

/// The headers that kernels include.
const HEADERS: [&HeaderSet; 3] = [&CUDA_HEADERS, &CRT_HEADERS, &CCCL_HEADERS];

#[derive(Serialize)]
pub struct Libraries(Vec<SearchReport>);

impl Libraries {
    /// Searches for all of them. Each is loaded, to see whether that works, and unloaded.
    pub fn collect(search: &Search) -> Self {
        let libraries = LIBRARIES.map(|library| SearchReport::explain(search, library));
        let headers = HEADERS.map(|set| SearchReport::explain_headers(search, set));
        Self(libraries.into_iter().chain(headers).collect())
    }

    /// Returns every place that was searched, and what was found there.
    pub fn places(&self) -> impl Iterator<Item = &Report> {
        self.0.iter().map(|report| &report.report)
    }
}

impl fmt::Display for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = table(["library", "found", "file, or what to do"]);
        for report in &self.0 {
            table.add_row([
                report.title,
                report.place.as_deref().unwrap_or("no"),
                &report.finding(),
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
        Libraries::collect(&Search::with_environment(environment))
    }

    #[test]
    fn a_missing_library_has_a_remedy() {
        let text = simulated(|environment| environment).to_string();
        let line = text.lines().find(|line| line.contains("nvJitLink")).unwrap();
        assert!(line.contains("no ") && line.contains("pip install 'nvidia-nvjitlink"), "{line}");
    }

    #[test]
    fn a_wrong_override_is_reported_with_the_reason() {
        let libraries = simulated(|environment| environment.set("CUDA_NVRTC", "/not/here"));
        let words: Vec<String> =
            libraries.to_string().split_whitespace().map(str::to_owned).collect();
        let text = words.join(" ");
        assert!(text.contains("/not/here: no such file or folder: correct CUDA_NVRTC"), "{text}");
    }

    #[test]
    fn the_json_has_every_place_that_was_searched() {
        let json = serde_json::to_value(simulated(|environment| environment)).unwrap();
        for library in json.as_array().unwrap() {
            assert!(!library["places"].as_array().unwrap().is_empty(), "{library}");
        }
    }

    #[test]
    fn a_headers_folder_is_found_in_the_toolkit() {
        let root = tempfile::tempdir().unwrap();
        let include = root.path().join("usr/local/cuda/include");
        std::fs::create_dir_all(&include).unwrap();
        std::fs::write(include.join("cuda.h"), "").unwrap();
        let environment = Environment::simulated(Os::Linux, root.path());
        let libraries = Libraries::collect(&Search::with_environment(environment));
        let headers = libraries.0.iter().find(|report| report.title == CUDA_HEADERS.title).unwrap();
        assert_eq!(headers.place.as_deref(), Some("usual folders"));
        assert_eq!(headers.path.as_deref(), include.to_str());
    }
}
