//! A test bench: a cache, headers that change, and the outcome for a program, with and without the cache.

use std::fs;
use std::path::PathBuf;

use cuda_rust::skip;
use nvrtc::{Arch, Nvrtc, Program};
use nvrtc_cache::Cache;
use tempfile::TempDir;

pub fn has_nvrtc() -> bool {
    Nvrtc::load().map_err(skip).is_ok()
}

/// A cache, and a folder for headers.
pub struct Bench {
    pub cache: TempDir,
    pub files: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        Self { cache: TempDir::new().unwrap(), files: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.files.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// A program whose one variable is `N`, with include folders.
    pub fn program(&self, source: &str, folders: &[&str]) -> Program<'static> {
        let source = format!("{source}\n__device__ int n = N;");
        let program = Program::new("k.cu", source).arch(Arch::compute(7, 5));
        let folders = folders.iter().map(|folder| self.path(folder));
        folders.fold(program, Program::include_dir)
    }

    /// Compiles by a new cache on the same folder, as another process would.
    pub fn n(&self, program: &Program<'_>) -> Result<i32, String> {
        let cache = Cache::at(self.cache.path());
        let ptx = cache.compile_ptx(program).map_err(|error| error.to_string())?;
        let (_, n) = ptx.as_str().split_once(" n = ").unwrap();
        Ok(n.split(';').next().unwrap().trim().parse().unwrap())
    }

    pub fn manifests(&self) -> usize {
        let files = fs::read_dir(self.cache.path()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".manifest")).count()
    }

    /// Fills the cache, and has it remember the files: those must be older than the clock's tick for that.
    pub fn fill(&self, program: &Program<'_>, n: i32) -> &Self {
        for _ in 0..100 {
            assert_eq!(self.n(program), Ok(n));
            if self.manifests() > 0 {
                return self;
            }
        }
        panic!("the files are never remembered");
    }

    /// What a program gives before and after a change, once it was remembered.
    pub fn changes(&self, program: &Program<'_>, before: i32, change: impl FnOnce(), after: i32) {
        self.fill(program, before);
        change();
        assert_eq!(self.n(program), Ok(after));
        assert_eq!(self.n(program), Ok(after));
    }
}

/// A test that needs an NVRTC.
macro_rules! tricks {
    ($($(#[$attribute:meta])* fn $test:ident($bench:ident) $body:block)*) => { $(
        #[test]
        $(#[$attribute])*
        fn $test() {
            if has_nvrtc() {
                let $bench = Bench::new();
                $body
            }
        }
    )* };
}
