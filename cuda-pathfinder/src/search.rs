//! The search itself.

use std::path::PathBuf;
use std::sync::Arc;

use crate::environment::Environment;
use crate::files::{absolute, defined, is_file, parts};
use crate::headers::HeaderSet;
use crate::libraries::DRIVER;
use crate::library::{Library, Os};
use crate::load;
use crate::load::LoadedLibrary;
use crate::place;
use crate::place::{Candidate, Place, SearchEntry};
#[cfg(feature = "tools")]
use crate::platform::Platform;
use crate::python::SitePackages;
use crate::report::{Attempt, HeaderFolder, NotFound, Outcome, Report};
use crate::target::Target;

/// A search for libraries and headers, with its options.
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
    pub(crate) environment: Arc<Environment>,
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) newest: Option<u32>,
    help: Option<String>,
}

impl Search {
    /// Creates a search of this machine, for any version.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a search of another environment, for tests.
    #[inline]
    pub fn with_environment(environment: Environment) -> Self {
        Self { environment: Arc::new(environment), ..Self::default() }
    }

    /// Also searches `folder`, before all places except loaded libraries and the override variable.
    ///
    /// Libraries with [`Scope::Driver`](crate::library::Scope::Driver) aren't searched there.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        self.folders.push(absolute(folder));
        self
    }

    /// Skips files of a newer major version of CUDA than `major`, except one named by the override variable.
    pub fn newest(mut self, major: u32) -> Self {
        self.newest = Some(major);
        self
    }

    /// Replaces the help at the end of an error.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Finds and loads `library`, after its [dependencies](Library::needs).
    ///
    /// Its initializers run: files in these places are trusted like those in `LD_LIBRARY_PATH`.
    ///
    /// # Errors
    /// [`NotFound`] if nothing in any place could be loaded, or the override variable is set and doesn't work.
    pub fn load(&self, library: &Library) -> Result<LoadedLibrary, NotFound> {
        let prove = |candidate: &Candidate| self.loaded(library, candidate);
        let (report, found) = self.walk(&self.wanted_library(library), true, prove);
        let mut found = found.ok_or_else(|| NotFound::new(report))?;
        found.keep_dependencies();
        Ok(found)
    }

    /// Finds the folder of a set of headers.
    ///
    /// # Errors
    /// [`NotFound`] if no place has them.
    #[inline]
    pub fn headers(&self, set: &HeaderSet) -> Result<HeaderFolder, NotFound> {
        let (report, found) = self.visit_headers(set, true);
        found.ok_or_else(|| NotFound::new(report))
    }

    /// Tries the places for `library` until one works, and reports the results; nothing stays loaded.
    #[inline]
    pub fn find(&self, library: &Library) -> Report {
        self.visit(library, true)
    }

    /// Tries the places for a set of headers until one works, and reports the results.
    #[inline]
    pub fn find_headers(&self, set: &HeaderSet) -> Report {
        self.visit_headers(set, true).0
    }

    /// Tries every place for `library`, even after one that works, and reports the results; nothing stays loaded.
    #[inline]
    pub fn explain(&self, library: &Library) -> Report {
        self.visit(library, false)
    }

    /// Tries every place for a set of headers, even after one that works, and reports the results.
    #[inline]
    pub fn explain_headers(&self, set: &HeaderSet) -> Report {
        self.visit_headers(set, false).0
    }

    /// Returns the files that [`load`](Self::load) would try, in order; nothing is loaded.
    #[inline]
    pub fn candidates(&self, library: &Library) -> Vec<Candidate> {
        let target = self.wanted_library(library);
        let mut listed = Vec::new();
        for place in place::places(&target, &self.folders) {
            self.listed(place, &target, &mut listed);
        }
        listed
    }

    #[inline]
    fn listed(&self, place: Place, target: &Target, candidates: &mut Vec<Candidate>) {
        for spot in place::list(place, target, &self.environment, &self.folders) {
            if let SearchEntry::Candidate(candidate) = spot {
                candidates.push(candidate);
            }
        }
    }

    /// Returns the file that [`load`](Self::load) will probably choose, without loading anything: the first that
    /// exists, is complete, and is for this machine. The loader may still reject it. Later candidates aren't checked.
    #[inline]
    pub fn likely(&self, library: &Library) -> Option<Candidate> {
        let target = self.wanted_library(library);
        for place in place::places(&target, &self.folders) {
            let mut candidates = Vec::new();
            self.listed(place, &target, &mut candidates);
            for candidate in candidates {
                if let Some(path) = load::likely(&candidate) {
                    return Some(Candidate { path, ..candidate });
                }
            }
            let is_final = |variable| self.environment.variable(variable).is_some();
            if matches!(place, Place::Override(variable) if is_final(variable)) {
                return None;
            }
        }
        None
    }

    /// Checks a library by loading it.
    fn loaded(
        &self,
        library: &Library,
        candidate: &Candidate,
    ) -> Result<(LoadedLibrary, PathBuf), String> {
        let needed = self.needed(library, candidate)?;
        let found = load::open(candidate, needed)
            .map_err(|problem| self.with_missing_dependency(library, problem))?;
        let path = found.path.clone().unwrap_or_else(|| candidate.path.clone());
        Ok((found, path))
    }

    /// Loads the dependencies of `library` that are found.
    ///
    /// A missing dependency may be irrelevant for this version, so the loader decides. For a library that it finds by
    /// name, it also finds the dependencies.
    ///
    /// Fails only if the override variable of a dependency doesn't work.
    #[inline(never)]
    fn needed(
        &self,
        library: &Library,
        candidate: &Candidate,
    ) -> Result<Vec<libloading::Library>, String> {
        let mut all = Vec::new();
        if matches!(candidate.place, Place::AlreadyLoaded | Place::SystemLoader) {
            return Ok(all);
        }
        // Files next to it have the same version.
        let mut folders = load::folders_of(&candidate.path);
        folders.extend_from_slice(&self.folders);
        let (environment, help) = (self.environment.clone(), self.help.clone());
        let search = Self { environment, folders, newest: self.newest, help };
        for needed in library.needs {
            let prove = |candidate: &Candidate| search.loaded(needed, candidate);
            let (report, found) = search.walk(&search.wanted_library(needed), true, prove);
            if report.attempts.iter().any(|attempt| attempt.ends_search) {
                let (path, help) = (candidate.path.display(), report.help);
                return Err(format!("{path}: it needs {}: {help}", needed.title));
            }
            if let Some(found) = found {
                all.append(&mut found.into_kept());
            }
        }
        Ok(all)
    }

    /// Returns the loader's message, and how to install the missing file, if it belongs to another library.
    fn with_missing_dependency(&self, library: &Library, problem: String) -> String {
        for part in parts(&problem, ": ") {
            for row in dependencies(library) {
                for soname in row.sonames.on(self.environment.os()) {
                    if row.name != library.name && part == soname.file {
                        let help = row.help.text(soname.major).unwrap_or_default();
                        return format!("{problem} ({} is missing: {help})", row.title);
                    }
                }
            }
        }
        problem
    }

    fn wanted_library(&self, library: &Library) -> Target {
        Target::library(library, self.environment.os(), self.newest)
    }

    #[inline]
    fn visit(&self, library: &Library, stop_at_first: bool) -> Report {
        // Each library is unloaded before the next is tried; otherwise it would count as already loaded.
        let prove = |candidate: &Candidate| {
            let (_, path) = self.loaded(library, candidate)?;
            Ok(((), path))
        };
        self.walk(&self.wanted_library(library), stop_at_first, prove).0
    }

    #[inline]
    fn visit_headers(
        &self,
        set: &HeaderSet,
        stop_at_first: bool,
    ) -> (Report, Option<HeaderFolder>) {
        let target = Target::headers(set, self.environment.os(), self.newest);
        self.walk(&target, stop_at_first, header_folder(set, self.newest))
    }

    /// Finds the folder of a set of headers for a platform.
    #[cfg(feature = "tools")]
    pub(crate) fn headers_for(
        &self,
        set: &HeaderSet,
        platform: &Platform,
    ) -> Result<HeaderFolder, NotFound> {
        let target = Target::headers(set, self.environment.os(), self.newest);
        let folder = header_folder(set, self.newest);
        let (report, found) = self.walk(&target, true, |candidate| {
            let found = folder(candidate)?;
            platform.check(&candidate.path)?;
            Ok(found)
        });
        found.ok_or_else(|| NotFound::new(report))
    }

    /// Visits the places until `prove` accepts a candidate, or all of them.
    pub(crate) fn walk<T>(
        &self,
        target: &Target,
        stop_at_first: bool,
        prove: impl Fn(&Candidate) -> Result<(T, PathBuf), String>,
    ) -> (Report, Option<T>) {
        let mut first = None;
        let report = self.walk_until(target, stop_at_first, &mut |candidate| {
            let (proven, path) = prove(candidate)?;
            first.get_or_insert(proven);
            Ok(path)
        });
        (report, first)
    }

    #[inline(never)]
    fn walk_until(
        &self,
        target: &Target,
        stop_at_first: bool,
        prove: &mut dyn FnMut(&Candidate) -> Result<PathBuf, String>,
    ) -> Report {
        let mut report = Report {
            title: target.title,
            tried: target.files(),
            attempts: Vec::new(),
            help: self.help.clone().unwrap_or_else(|| target.help.clone()),
        };
        let mut is_found = false;
        for place in place::places(target, &self.folders) {
            let spots = place::list(place, target, &self.environment, &self.folders);
            let mut attempt = Attempt { place, outcomes: Vec::new(), ends_search: false };
            for spot in spots {
                let outcome = match spot {
                    SearchEntry::Note(note) => Outcome::Unusable(note),
                    SearchEntry::Candidate(candidate) => match prove(&candidate) {
                        Ok(path) => {
                            is_found = true;
                            Outcome::Usable(path)
                        }
                        Err(problem) => Outcome::Unusable(problem),
                    },
                };
                if attempt.outcomes.last() != Some(&outcome) {
                    attempt.outcomes.push(outcome);
                }
                if stop_at_first && is_found {
                    break;
                }
            }
            self.check_override(&mut attempt, &mut report.help);
            fold_same(&mut attempt.outcomes, &report.tried);
            let ends = attempt.ends_search;
            report.attempts.push(attempt);
            if stop_at_first && (ends || is_found) {
                break;
            }
        }
        if !is_found && self.help.is_none() {
            self.add_virtualenv(&mut report);
        }
        report
    }

    /// Completes help to install a package for a Python whose packages can't be found, such as a shim of pyenv.
    fn add_virtualenv(&self, report: &mut Report) {
        if report.help.starts_with("pip install ")
            && SitePackages::of(&self.environment).needs_virtualenv
        {
            let activate = match self.environment.os() {
                Os::Linux => "python3 -m venv venv && . venv/bin/activate",
                Os::Windows => r"python -m venv venv && venv\Scripts\activate",
            };
            report.help = format!("{activate} && {}", report.help);
        }
    }

    /// Reports an override variable that is set and doesn't work, which must not be ignored silently.
    fn check_override(&self, attempt: &mut Attempt, help: &mut String) {
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

/// Checks that a header exists, in a version that the caller accepts, and returns the include folder.
#[inline]
fn header_folder(
    set: &HeaderSet,
    newest: Option<u32>,
) -> impl Fn(&Candidate) -> Result<(HeaderFolder, PathBuf), String> {
    let depth = parts(set.header, "/").count();
    move |candidate| {
        let header = &candidate.path;
        if !is_file(header) {
            return Err(format!("{}: not a file", header.display()));
        }
        let version = set.version.and_then(|name| defined(header, name));
        if let (Some(version), Some(newest)) = (version, newest)
            && version / 1000 > newest
        {
            return Err(format!("{}: newer than CUDA {newest}", header.display()));
        }
        let folder = header.ancestors().nth(depth).unwrap_or(header).to_owned();
        Ok((HeaderFolder { folder: folder.clone(), place: candidate.place }, folder))
    }
}

/// Merges equal results for several names into one: "none of them: cannot open shared object file".
#[inline(never)]
fn fold_same(outcomes: &mut Vec<Outcome>, names: &[&str]) {
    if names.len() < 2 || outcomes.len() != names.len() {
        return;
    }
    let mut first = None;
    for (index, name) in names.iter().enumerate() {
        let Some(Outcome::Unusable(problem)) = outcomes.get(index) else {
            return;
        };
        let Some(reason) = problem.strip_prefix(name) else {
            return;
        };
        let Some(reason) = reason.strip_prefix(": ") else {
            return;
        };
        if first.is_some_and(|first| first != reason) {
            return;
        }
        first = Some(reason);
    }
    if let Some(first) = first {
        let folded = format!("none of them: {first}");
        outcomes.clear();
        outcomes.push(Outcome::Unusable(folded));
    }
}

/// The libraries that this one needs, and those that they need, and the driver.
fn dependencies(library: &Library) -> Vec<&'static Library> {
    let mut all = vec![&DRIVER];
    for needed in library.needs {
        all.push(needed);
        all.extend(dependencies(needed));
    }
    all
}
