use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use nvrtc::{Arch, Program};
use nvrtc_cache::Cache;

use crate::committed;
use crate::compile::{Compiled, Compiler};
use crate::error::{Error, ErrorKind};
use crate::generate::{camel, raw};
use crate::probe::Asked;
use crate::script;

/// Kernels to be compiled by a build script, and called by functions of their own types.
///
/// [The crate's documentation](crate) has an example.
#[must_use = "nothing is compiled until it is written"]
pub struct Build {
    source: Source,
    pub(crate) archs: Vec<Arch>,
    pub(crate) instances: Vec<(String, String)>,
    pub(crate) structures: Vec<Structure>,
    pub(crate) left_out: Vec<String>,
    pub(crate) adjustments: Vec<Adjustment>,
    pub(crate) has_cuda_headers: bool,
    pub(crate) cache: Cache,
    pub(crate) nvcc: Option<Vec<String>>,
    committed: Option<PathBuf>,
    type_name: Option<String>,
}

type Adjustment = Box<dyn Fn(Program<'static>) -> Program<'static>>;

enum Source {
    File(PathBuf),
    Text { name: String, text: String },
}

/// A class or structure of C++, and the `#[repr(C)]` type of Rust that stands for it.
///
/// Size and alignment of both are compared when the crate is compiled, and so are the offset and the type of each
/// [field](Self::field).
#[derive(Clone, Debug)]
pub struct Structure {
    pub(crate) cpp: String,
    pub(crate) rust: String,
    pub(crate) fields: Vec<String>,
}

impl Structure {
    /// The class `cpp`, such as `ns::Pair`, is the type of the path `rust`, such as `crate::Pair`.
    ///
    /// Kernels that take it by value want `cuda_driver::kernel_argument!` of it. Memory and variables of it want
    /// `bytemuck::Pod`, to which padding is a field like any other, and reading a variable wants `Default`, too.
    #[must_use]
    pub fn new(cpp: impl Into<String>, rust: impl Into<String>) -> Self {
        Self {
            cpp: cpp.into(),
            rust: rust.into(),
            fields: Vec::new(),
        }
    }

    /// A field that both have, by one name.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>) -> Self {
        self.fields.push(name.into());
        self
    }

    /// Several fields.
    #[must_use]
    pub fn fields<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.fields.extend(names.into_iter().map(Into::into));
        self
    }
}

impl Build {
    /// The kernels of a file, by its path from the crate's folder.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self::new(Source::File(path.into()))
    }

    /// The kernels of a text, which messages call `name`. If the script read it from a file, it is the script that tells Cargo
    /// so (`cargo::rerun-if-changed`).
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        Self::new(Source::Text { name, text })
    }

    fn new(source: Source) -> Self {
        Self {
            source,
            archs: Vec::new(),
            instances: Vec::new(),
            structures: Vec::new(),
            left_out: Vec::new(),
            adjustments: Vec::new(),
            has_cuda_headers: true,
            cache: Cache::of_this_user(),
            nvcc: None,
            committed: None,
            type_name: None,
        }
    }

    /// Compiles for `arch`, and for each other that is added: PTX for a virtual architecture, machine code for a real
    /// one, and a fat binary where there are several. It is PTX for `compute_75` unless told.
    ///
    /// Kernels, variables and structures must be of the same types for all, which is checked, and so must `__block_size__`.
    /// Where `__CUDA_ARCH__` decides launch bounds and shared memory, what is told holds for all: the fewest threads, the fewest
    /// blocks, and the most shared memory.
    pub fn arch(mut self, arch: Arch) -> Self {
        self.archs.push(arch);
        self
    }

    /// Instantiates a template, `scale<float>`, whose kernel is called `name` in Rust; or names one of several kernels of one
    /// name, `static_cast<void (*)(int)>(k)`.
    pub fn instance(mut self, expression: impl Into<String>, name: impl Into<String>) -> Self {
        self.instances.push((expression.into(), name.into()));
        self
    }

    /// Names the Rust type of a structure that kernels take, point to, or have in variables; a structure has one.
    pub fn structure(mut self, structure: Structure) -> Self {
        self.structures.push(structure);
        self
    }

    /// Writes no function for the kernel `name`, whose parameters no Rust type has. It must be there.
    pub fn leave_out(mut self, name: impl Into<String>) -> Self {
        self.left_out.push(name.into());
        self
    }

    /// Changes the program that NVRTC compiles: its options, include folders, and headers in memory. What it is compiled for
    /// is what [`arch`](Self::arch) says.
    ///
    /// ```no_run
    /// # let build = cuda_build::Build::file("src/kernels.cu");
    /// build.with(|program| program.fmad(false).define("BLOCK", 256).include_dir("include"));
    /// ```
    pub fn with(mut self, adjust: impl Fn(Program<'static>) -> Program<'static> + 'static) -> Self {
        self.adjustments.push(Box::new(adjust));
        self
    }

    /// Whether CUDA's own headers are searched for what the source includes; they are unless told otherwise.
    pub fn cuda_headers(mut self, wanted: bool) -> Self {
        self.has_cuda_headers = wanted;
        self
    }

    /// Where compilations are kept; the [user's cache](Cache::of_this_user) unless told.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }

    /// Compiles with nvcc and these options instead of NVRTC, for what only nvcc can: host code beside the kernels, say.
    /// What was [changed](Self::with) of the program isn't looked at. A template has the instances that the source asks for
    /// itself, and [`instance`](Self::instance) only names them.
    pub fn nvcc<O: Into<String>>(mut self, options: impl IntoIterator<Item = O>) -> Self {
        self.nvcc = Some(options.into_iter().map(Into::into).collect());
        self
    }

    /// Takes what was compiled from the file `path` where there is no compiler, if it is of this very source.
    ///
    /// The file is written, to be committed, where there is a compiler and `CUDA_BUILD_UPDATE` is set. It has a hash of all
    /// that it was made from, the source and the headers of the crate among that, and is refused when that is another.
    pub fn committed(mut self, path: impl Into<PathBuf>) -> Self {
        self.committed = Some(path.into());
        self
    }

    /// The name of the type that has the kernels; that of the file in camel case unless told.
    pub fn type_name(mut self, name: impl Into<String>) -> Self {
        self.type_name = Some(name.into());
        self
    }

    /// Compiles, and writes `name.rs` and the image to the build script's folder, to be included:
    ///
    /// ```text
    /// mod kernels { include!(concat!(env!("OUT_DIR"), "/kernels.rs")); }
    /// ```
    ///
    /// What the compiler says is told to Cargo, and so is every file that was included.
    ///
    /// # Errors
    /// An [`Error`] with what the compiler said, or what keeps a kernel from being called by Rust.
    pub fn write(&self, name: &str) -> Result<(), Error> {
        let folder = env::var_os("OUT_DIR").map(PathBuf::from);
        let folder = folder.ok_or(ErrorKind::NotInBuildScript {
            variable: "OUT_DIR",
        })?;
        let result = self.write_to(&folder, name);
        match &result {
            Ok(notes) => notes.iter().for_each(|note| println!("{note}")),
            Err(error) => script::of_error(error)
                .iter()
                .for_each(|note| println!("{note}")),
        }
        // What it was compiled from is watched also where that failed.
        if result.is_err()
            && let Source::File(path) = &self.source
        {
            println!("{}", script::changed(path));
        }
        result.map(|_| ())
    }

    /// The same into any folder; the lines that Cargo is to be told.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_to(&self, folder: &Path, name: &str) -> Result<Vec<String>, Error> {
        let type_name = match &self.type_name {
            Some(name) => name.clone(),
            None => camel(name),
        };
        for (name, what) in [(type_name.as_str(), "type"), (name, "module")]
            .into_iter()
            .chain(
                self.instances
                    .iter()
                    .map(|(_, name)| (name.as_str(), "function")),
            )
        {
            check_name(name, what)?;
        }
        let (source_name, source) = self.read_source()?;
        self.check_twice(&source_name)?;
        let compiler = Compiler {
            build: self,
            source_name: &source_name,
            source: &source,
            type_name: &type_name,
            stem: name,
        };
        let mut notes = match &self.source {
            Source::File(path) => vec![script::changed(path)],
            Source::Text { .. } => Vec::new(),
        };
        let compiled = match &self.committed {
            None => compiler.compile()?,
            Some(path) => {
                notes.push(script::changed(path));
                notes.push(script::environment(committed::UPDATE));
                committed::compile(&compiler, path)?
            }
        };
        let Compiled {
            rust,
            image,
            image_name,
            notes: more,
        } = compiled;
        notes.extend(more);
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            // What is the same keeps its time, so that nothing is compiled for it.
            if fs::read(&path).is_ok_and(|known| known == bytes) {
                return Ok(());
            }
            fs::write(&path, bytes).map_err(|error| ErrorKind::Write { path, error })
        };
        write(&image_name, &image)?;
        write(&format!("{name}.rs"), rust.as_bytes())?;
        Ok(notes)
    }

    /// Refuses what is named twice, of which one alone would be looked at.
    fn check_twice(&self, source_name: &str) -> Result<(), Error> {
        let structures = self.structures.iter().map(|structure| &structure.cpp);
        let mut lists = vec![
            ("Build::structure".to_owned(), structures.collect()),
            (
                "Build::leave_out".to_owned(),
                self.left_out.iter().collect(),
            ),
        ];
        for Structure { cpp, fields, .. } in &self.structures {
            lists.push((
                format!("Structure::field of {cpp}"),
                fields.iter().collect(),
            ));
        }
        for (what, names) in lists {
            let mut names: Vec<&String> = names;
            names.sort_unstable();
            if let Some(name) = names
                .windows(2)
                .find(|two| two[0] == two[1])
                .map(|two| two[0])
            {
                return Err(ErrorKind::Twice {
                    source_name: source_name.to_owned(),
                    what,
                    name: name.clone(),
                }
                .into());
            }
        }
        Ok(())
    }

    fn read_source(&self) -> Result<(String, String), Error> {
        match &self.source {
            Source::Text { name, text } => {
                let text = text.trim_start_matches('\u{feff}');
                Ok((name.clone(), text.to_owned()))
            }
            Source::File(path) => {
                let text = fs::read(path).map_err(|error| ErrorKind::Read {
                    path: path.clone(),
                    error,
                })?;
                let text = String::from_utf8_lossy(&text);
                // NVRTC can't read what some editors begin a file with.
                let text = text.trim_start_matches('\u{feff}').to_owned();
                Ok((path.display().to_string(), text))
            }
        }
    }

    pub(crate) fn asked_structures(&self) -> Vec<Asked> {
        let structures = self.structures.iter();
        structures
            .map(|structure| Asked {
                cpp: structure.cpp.clone(),
                fields: structure.fields.clone(),
            })
            .collect()
    }
}

fn check_name(name: &str, what: &'static str) -> Result<(), Error> {
    let mut characters = name.chars();
    let begins = characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    if begins && characters.all(|c| c.is_alphanumeric() || c == '_') && raw(name) == name {
        return Ok(());
    }
    let name = name.to_owned();
    Err(ErrorKind::Name { name, what }.into())
}
