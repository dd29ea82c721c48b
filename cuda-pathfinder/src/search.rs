//! The search itself.

use std::path::{Path, PathBuf};

use crate::load::{self, Found};
use crate::place::{self, Candidate, Place, Spot};
use crate::report::{Attempt, NotFound, Outcome, Report};
use crate::wanted::Wanted;
use crate::{Environment, HeaderFolder, HeaderSet, LIBRARIES, Library};

/// A search for libraries and headers, with what the caller wants of it.
///
/// ```no_run
/// use cuda_pathfinder::{CUTLASS_HEADERS, NVRTC, Search};
///
/// let search = Search::new().folder("/opt/my-cuda/lib64").newest(13);
/// match search.load(&NVRTC) {
///     Ok(found) => println!("{} from {}", found.soname, found.place),
///     Err(not_found) => println!("{not_found}"), // every place, and what was wrong there
/// }
/// if let Ok(headers) = search.headers(&CUTLASS_HEADERS) {
///     println!("-I{}", headers.folder.display());
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    environment: Environment,
    folders: Vec<PathBuf>,
    newest: Option<u32>,
    help: Option<String>,
}

impl Search {
    /// A search of this machine, for any version.
    pub fn new() -> Self {
        Self::default()
    }

    /// A search of another environment, for tests.
    pub fn in_environment(environment: Environment) -> Self {
        Self {
            environment,
            ..Self::default()
        }
    }

    /// Also looks into `folder`, before all but what is loaded and the override variable.
    ///
    /// Libraries with [`Scope::Driver`](crate::Scope::Driver) aren't searched there.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        self.folders
            .push(std::path::absolute(&folder).unwrap_or(folder));
        self
    }

    /// Takes no file of a newer major version of CUDA than `major`; the override variable may.
    pub fn newest(mut self, major: u32) -> Self {
        self.newest = Some(major);
        self
    }

    /// Replaces the advice that an error ends with.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Finds and loads `library`, and before it what it [needs](Library::needs).
    ///
    /// Its initialisers run: what lies in the places above is trusted as `LD_LIBRARY_PATH` is.
    ///
    /// # Errors
    /// Nothing in any place could be loaded, or the override variable is set and doesn't work.
    pub fn load(&self, library: &Library) -> Result<Found, NotFound> {
        let prove = |candidate: &Candidate| self.loaded(library, candidate);
        let (report, found) = self.walk(&self.wanted_library(library), true, prove);
        let mut found = found.ok_or_else(|| NotFound::new(report))?;
        found.keep_what_it_needs();
        Ok(found)
    }

    /// Finds the folder of a set of headers.
    ///
    /// # Errors
    /// No place has them.
    pub fn headers(&self, set: &HeaderSet) -> Result<HeaderFolder, NotFound> {
        let (report, found) = self.visit_headers(set, true);
        found.ok_or_else(|| NotFound::new(report))
    }

    /// Tries the places for `library` until one works, and tells what is there; nothing stays loaded.
    pub fn find(&self, library: &Library) -> Report {
        self.visit(library, true)
    }

    /// Tries the places for a set of headers until one works, and tells what is there.
    pub fn find_headers(&self, set: &HeaderSet) -> Report {
        self.visit_headers(set, true).0
    }

    /// Tries every place for `library`, also after one that works, and tells what is there; nothing
    /// stays loaded.
    pub fn explain(&self, library: &Library) -> Report {
        self.visit(library, false)
    }

    /// Tries every place for a set of headers, also after one that works, and tells what is there.
    pub fn explain_headers(&self, set: &HeaderSet) -> Report {
        self.visit_headers(set, false).0
    }

    /// The files that [`load`](Self::load) would try, in order; nothing is loaded.
    pub fn candidates(&self, library: &Library) -> Vec<Candidate> {
        let wanted = self.wanted_library(library);
        let places = place::places(&wanted, &self.folders);
        let listed = places
            .into_iter()
            .flat_map(|place| self.listed(place, &wanted));
        listed.collect()
    }

    fn listed(&self, place: Place, wanted: &Wanted) -> impl Iterator<Item = Candidate> {
        let spots = place::list(place, wanted, &self.environment, &self.folders);
        spots.into_iter().filter_map(|spot| match spot {
            Spot::Candidate(candidate) => Some(candidate),
            Spot::Note(_) => None,
        })
    }

    /// The file that [`load`](Self::load) is likely to take, found without loading anything: the first that is there,
    /// whole, and for this machine. It may still be one that the loader refuses. What comes behind it isn't looked at.
    pub fn likely(&self, library: &Library) -> Option<Candidate> {
        let wanted = self.wanted_library(library);
        for place in place::places(&wanted, &self.folders) {
            let found = self.listed(place, &wanted).find_map(|candidate| {
                let path = load::likely(&candidate)?;
                Some(Candidate { path, ..candidate })
            });
            let is_final = |variable| self.environment.variable(variable).is_some();
            if found.is_some() || matches!(place, Place::Override(variable) if is_final(variable)) {
                return found;
            }
        }
        None
    }

    #[cfg(feature = "tools")]
    pub(crate) fn find_tool(&self, tool: &crate::Tool) -> Result<PathBuf, NotFound> {
        let mut search = self.clone();
        if tool.is_program {
            search.folders.extend(self.environment.paths("PATH"));
        }
        let wanted = tool.wanted(self.environment.os(), self.newest);
        let prove = |candidate: &Candidate| {
            let path = &candidate.path;
            if path.is_file() {
                Ok((path.clone(), path.clone()))
            } else {
                Err(format!("{}: not a file", path.display()))
            }
        };
        let (report, found) = search.walk(&wanted, true, prove);
        found.ok_or_else(|| NotFound::new(report))
    }

    /// Proves a library by loading it.
    fn loaded(&self, library: &Library, candidate: &Candidate) -> Result<(Found, PathBuf), String> {
        let needed = self.needed(library, candidate)?;
        let found = load::open(candidate, needed)
            .map_err(|problem| self.with_what_lacks(library, problem))?;
        let path = found.path.clone().unwrap_or_else(|| candidate.path.clone());
        Ok((found, path))
    }

    /// Loads what `library` needs, where that is found.
    ///
    /// What isn't there may be of no use to this version, so the loader has the last word. It also
    /// finds by itself what a library needs that it finds by name.
    ///
    /// Fails only where an override variable of what is needed doesn't work.
    fn needed(
        &self,
        library: &Library,
        candidate: &Candidate,
    ) -> Result<Vec<libloading::Library>, String> {
        let mut all = Vec::new();
        if matches!(candidate.place, Place::AlreadyLoaded | Place::SystemLoader) {
            return Ok(all);
        }
        // What lies beside it is of its own version.
        let mut search = self.clone();
        search
            .folders
            .splice(..0, load::folders_of(&candidate.path));
        for needed in library.needs {
            let prove = |candidate: &Candidate| search.loaded(needed, candidate);
            let (report, found) = search.walk(&search.wanted_library(needed), true, prove);
            if report.attempts.iter().any(|attempt| attempt.ends_search) {
                let (path, help) = (candidate.path.display(), report.help);
                return Err(format!("{path}: it needs {}: {help}", needed.title));
            }
            if let Some(found) = found {
                all.extend(found.into_kept());
            }
        }
        Ok(all)
    }

    /// What the loader says is wrong, and how to get the file that it lacks, if that is another library's.
    fn with_what_lacks(&self, library: &Library, problem: String) -> String {
        for row in LIBRARIES.iter().filter(|row| row.name != library.name) {
            for soname in row.sonames.on(self.environment.os()) {
                if problem.split(": ").any(|part| part == soname.file) {
                    let help = row.help.text(soname.major).unwrap_or_default();
                    return format!("{problem} ({} is missing: {help})", row.title);
                }
            }
        }
        problem
    }

    fn wanted_library(&self, library: &Library) -> Wanted {
        Wanted::library(library, self.environment.os(), self.newest)
    }

    fn visit(&self, library: &Library, stop_at_first: bool) -> Report {
        // Each is given back before the next is tried: one that stayed would be "already loaded".
        let prove = |candidate: &Candidate| {
            let (_, path) = self.loaded(library, candidate)?;
            Ok(((), path))
        };
        self.walk(&self.wanted_library(library), stop_at_first, prove)
            .0
    }

    fn visit_headers(
        &self,
        set: &HeaderSet,
        stop_at_first: bool,
    ) -> (Report, Option<HeaderFolder>) {
        let wanted = Wanted::headers(set, self.environment.os(), self.newest);
        self.walk(&wanted, stop_at_first, header_folder(set, self.newest))
    }

    /// Visits the places until `prove` accepts a candidate, or all of them.
    fn walk<T>(
        &self,
        wanted: &Wanted,
        stop_at_first: bool,
        prove: impl Fn(&Candidate) -> Result<(T, PathBuf), String>,
    ) -> (Report, Option<T>) {
        let mut first = None;
        let report = self.walk_until(wanted, stop_at_first, &mut |candidate| {
            let (proven, path) = prove(candidate)?;
            first.get_or_insert(proven);
            Ok(path)
        });
        (report, first)
    }

    fn walk_until(
        &self,
        wanted: &Wanted,
        stop_at_first: bool,
        prove: &mut dyn FnMut(&Candidate) -> Result<PathBuf, String>,
    ) -> Report {
        let mut report = Report {
            title: wanted.title,
            tried: wanted.accepted.iter().map(|soname| soname.file).collect(),
            attempts: Vec::new(),
            help: self.help.clone().unwrap_or_else(|| wanted.help.clone()),
        };
        let mut is_found = false;
        for place in place::places(wanted, &self.folders) {
            let spots = place::list(place, wanted, &self.environment, &self.folders);
            let mut attempt = Attempt {
                place,
                outcomes: Vec::new(),
                ends_search: false,
            };
            for spot in spots {
                let outcome = match spot {
                    Spot::Note(note) => Outcome::Unusable(note),
                    Spot::Candidate(candidate) => match prove(&candidate) {
                        Ok(path) => {
                            is_found = true;
                            Outcome::Usable(path)
                        }
                        Err(problem) => Outcome::Unusable(problem),
                    },
                };
                attempt.outcomes.push(outcome);
                if stop_at_first && is_found {
                    break;
                }
            }
            self.judge_override(&mut attempt, &mut report.help);
            fold_same(&mut attempt.outcomes, &report.tried);
            let ends = attempt.ends_search;
            report.attempts.push(attempt);
            if stop_at_first && (ends || is_found) {
                break;
            }
        }
        report
    }

    /// A variable that the user has set and that doesn't work is not to be passed over in silence.
    fn judge_override(&self, attempt: &mut Attempt, help: &mut String) {
        if let Place::Override(variable) = attempt.place
            && self.environment.variable(variable).is_some()
            && attempt.usable().is_none()
        {
            attempt.ends_search = true;
            *help =
                format!("correct {variable} (a file, or the folder that holds it), or unset it");
        }
    }
}

/// Proves a header by its being there, of a version that the caller takes, and gives the folder that it
/// is included from.
fn header_folder(
    set: &HeaderSet,
    newest: Option<u32>,
) -> impl Fn(&Candidate) -> Result<(HeaderFolder, PathBuf), String> {
    let depth = set.header.split('/').count();
    move |candidate| {
        let header = &candidate.path;
        if !header.is_file() {
            return Err(format!("{}: not a file", header.display()));
        }
        let version = set.version.and_then(|name| defined(header, name));
        if let (Some(version), Some(newest)) = (version, newest)
            && version / 1000 > newest
        {
            return Err(format!("{}: newer than CUDA {newest}", header.display()));
        }
        let folder = header.ancestors().nth(depth).unwrap_or(header).to_owned();
        Ok((
            HeaderFolder {
                folder: folder.clone(),
                place: candidate.place,
            },
            folder,
        ))
    }
}

/// The number that a header defines a macro as, in a line of its own.
fn defined(header: &Path, name: &str) -> Option<u32> {
    let text = std::fs::read(header).ok()?;
    let text = String::from_utf8_lossy(&text);
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let is_it = words.next() == Some("#define") && words.next() == Some(name);
        words.next().filter(|_| is_it)?.parse().ok()
    })
}

/// Says once what holds for each of several names: "no", "none of them: cannot open shared object file".
fn fold_same(outcomes: &mut Vec<Outcome>, names: &[&str]) {
    outcomes.dedup();
    if names.len() < 2 || outcomes.len() != names.len() {
        return;
    }
    let mut reasons = outcomes
        .iter()
        .zip(names)
        .map(|(outcome, name)| match outcome {
            Outcome::Unusable(problem) => problem.strip_prefix(name)?.strip_prefix(": "),
            Outcome::Usable(_) => None,
        });
    if let Some(Some(first)) = reasons.next()
        && reasons.all(|reason| reason == Some(first))
    {
        let folded = format!("none of them: {first}");
        *outcomes = vec![Outcome::Unusable(folded)];
    }
}
