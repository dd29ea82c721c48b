use std::path::PathBuf;

use nvrtc::{Arch, Program};
use nvrtc_cache::Cache;

use crate::probe::RequestedStructure;

/// Kernels that a build script compiles, and for which it generates typed functions.
///
/// ```no_run
/// // build.rs
/// use cuda_build::{Arch, Build};
///
/// fn main() -> Result<(), cuda_build::Error> {
///     Build::file("src/kernels.cu")
///         .arch(Arch::sm(8, 0)) // machine code for this GPU
///         .arch(Arch::compute(9, 0)) // and PTX, for newer ones
///         .instance("scale<float>", "scale_f32") // of `template <typename T> __global__ void scale(…)`
///         .write("kernels") // OUT_DIR/kernels.rs
/// }
/// ```
#[must_use = "nothing is compiled until it is written"]
pub struct Build {
    pub(crate) source: Source,
    pub(crate) archs: Vec<Arch>,
    pub(crate) instances: Vec<(String, String)>,
    pub(crate) structures: Vec<Structure>,
    pub(crate) generates_structures: bool,
    pub(crate) constants: Vec<NamedConstant>,
    /// The Rust types and C++ names of enumerations.
    pub(crate) enumerations: Vec<(String, String)>,
    pub(crate) is_embedded: bool,
    pub(crate) left_out: Vec<String>,
    pub(crate) adjustments: Vec<Adjustment>,
    pub(crate) has_cuda_headers: bool,
    pub(crate) cache: Cache,
    pub(crate) nvcc: Option<Vec<String>>,
    pub(crate) committed: Option<PathBuf>,
    pub(crate) type_name: Option<String>,
}

/// A constant that the build script names.
#[derive(Clone, Debug)]
pub(crate) struct NamedConstant {
    /// Its name in Rust.
    pub(crate) name: String,
    /// Its type in Rust.
    pub(crate) rust: String,
    pub(crate) cpp: String,
}

type Adjustment = Box<dyn Fn(Program<'static>) -> Program<'static>>;

pub(crate) enum Source {
    File(PathBuf),
    Text { name: String, text: String },
}

/// A C++ class or structure, and the equivalent `#[repr(C)]` type in Rust: one that is [generated](Self::generated), or
/// one [of the crate](Self::new).
///
/// Size and alignment of both are compared when the crate is compiled, and so are the offset and the type of each
/// [field](Self::field).
///
/// ```no_run
/// // build.rs, for `struct Particle { float position[3]; float mass; };` in kernels.cu. The crate has
/// // `#[repr(C)] struct Particle { position: [f32; 3], mass: f32 }`, with `kernel_argument!(Particle)`.
/// use cuda_build::{Build, Structure};
///
/// fn main() -> Result<(), cuda_build::Error> {
///     let particle = Structure::new("Particle", "crate::Particle").fields(["position", "mass"]);
///     Build::file("src/kernels.cu").structure(particle).write("kernels")
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Structure {
    pub(crate) cpp: String,
    /// The path of the Rust type; `None` if it is generated.
    pub(crate) rust: Option<String>,
    pub(crate) fields: Vec<String>,
}

impl Structure {
    /// Maps the class `cpp`, such as `ns::Pair`, to the Rust type with the path `rust`, such as `crate::Pair`.
    ///
    /// For kernels that take it by value, use `cuda_driver::kernel_argument!`. For memory and variables, implement
    /// `bytemuck::Pod`, for which padding must be explicit fields, and for reading a variable also `Default`.
    #[must_use]
    pub fn new(cpp: impl Into<String>, rust: impl Into<String>) -> Self {
        Self { cpp: cpp.into(), rust: Some(rust.into()), fields: Vec::new() }
    }

    /// Generates the Rust type of the class `cpp`, for kernels that take it by value or read it from memory.
    ///
    /// ```no_run
    /// // build.rs, for `struct Particle { float position[3]; float mass; };` in kernels.cu
    /// use cuda_build::{Build, Structure};
    ///
    /// fn main() -> Result<(), cuda_build::Error> {
    ///     Build::file("src/kernels.cu").structure(Structure::generated("Particle")).write("kernels")
    ///     // `kernels::Particle { position: [0.0; 3], mass: 1.0 }`
    /// }
    /// ```
    ///
    /// The type is called like the class, in camel case with its namespaces, and its fields like those of the class. The
    /// compiler says their names, types and places. It implements `Copy`, `Debug`, `Default` (all bytes are 0), `PartialEq`, [`Pod`], and `kernel_argument!`.
    ///
    /// A pointer is a `u64`, an address on the device; a `bool` is a `u8`, which must be 0 or 1; a class within it is
    /// generated as well, unless it is [named](Self::new), and then it implements these traits.
    ///
    /// Each byte of the class must belong to a field: padding is an error, because Rust doesn't copy it, and so is what has no
    /// equivalent, such as base classes, unions and bit-fields. If the source can't be compiled with debug information (`-G`),
    /// which has the names, [list](Self::fields) all fields, in their order.
    ///
    /// [`Pod`]: https://docs.rs/bytemuck/latest/bytemuck/trait.Pod.html
    #[must_use]
    pub fn generated(cpp: impl Into<String>) -> Self {
        Self { cpp: cpp.into(), rust: None, fields: Vec::new() }
    }

    /// Adds a field that both have under the same name.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>) -> Self {
        self.fields.push(name.into());
        self
    }

    /// Adds several fields.
    #[must_use]
    pub fn fields<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.fields.extend(names.into_iter().map(Into::into));
        self
    }
}

impl Build {
    /// Creates a build of the kernels in a file, with a path relative to the crate's folder.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self::new(Source::File(path.into()))
    }

    /// Creates a build of the kernels in a string, which messages call `name`. If the script read it from a file, it
    /// must tell Cargo (`cargo::rerun-if-changed`).
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
            generates_structures: false,
            constants: Vec::new(),
            enumerations: Vec::new(),
            is_embedded: false,
            left_out: Vec::new(),
            adjustments: Vec::new(),
            has_cuda_headers: true,
            cache: Cache::of_this_user(),
            nvcc: None,
            committed: None,
            type_name: None,
        }
    }

    /// Compiles for `arch`, and for each further one that is added: to PTX for a virtual architecture, to machine code
    /// for a real one, and to a fat binary for several. The default is PTX for `compute_75`.
    ///
    /// Kernels, variables and structures must have the same types for all, and kernels the same `__block_size__`, which
    /// is checked. Launch bounds and sizes of shared memory that depend on `__CUDA_ARCH__` are merged, so that they
    /// hold for all.
    pub fn arch(mut self, arch: Arch) -> Self {
        self.archs.push(arch);
        self
    }

    /// Instantiates a template, `scale<float>`, whose kernel is called `name` in Rust; or names one of several
    /// overloaded kernels, `static_cast<void (*)(int)>(k)`.
    pub fn instance(mut self, expression: impl Into<String>, name: impl Into<String>) -> Self {
        self.instances.push((expression.into(), name.into()));
        self
    }

    /// Names the Rust type of a structure that kernels take, point to, or have in variables; a structure has one.
    pub fn structure(mut self, structure: Structure) -> Self {
        self.structures.push(structure);
        self
    }

    /// [Generates](Structure::generated) the Rust types of all structures that kernels take by value or take the address of,
    /// unless [another](Self::structure) is named for them.
    ///
    /// Structures that are only in variables, or at addresses in other structures, are generated if they are named:
    /// `structure(Structure::generated("Particle"))`.
    pub fn generate_structures(mut self) -> Self {
        self.generates_structures = true;
        self
    }

    /// Generates Rust constants of the type `rust`, such as `u32`, for macros, enumerators and `constexpr` variables that
    /// are integers: `constants("usize", ["TILE", "THREADS"])`. The compiler says their values; one that doesn't fit into the
    /// type is an error when the crate is compiled.
    pub fn constants<N: Into<String>>(
        mut self,
        rust: impl Into<String>,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let rust = rust.into();
        self.constants.extend(names.into_iter().map(|name| {
            let cpp: String = name.into();
            let name = cpp.rsplit("::").next().unwrap_or(&cpp).to_owned();
            NamedConstant { name, rust: rust.clone(), cpp }
        }));
        self
    }

    /// Generates [constants](Self::constants) for the enumerators of an enumeration, whose names the compiler says.
    /// Parameters of kernels and fields of structures that are of the enumeration are of the type `rust`: `u32` for
    /// `enum Mode { ADD, MULTIPLY };`.
    pub fn enumeration(mut self, rust: impl Into<String>, cpp: impl Into<String>) -> Self {
        let (rust, cpp) = (rust.into(), cpp.into());
        self.structures.push(Structure::new(cpp.clone(), rust.clone()));
        self.enumerations.push((rust, cpp));
        self
    }

    /// Generates functions that need no loading: each driver loads the kernels when one is launched first, by
    /// `EmbeddedKernels`, and `Kernels::saxpy(&stream, …)` launches one on a stream of any context.
    ///
    /// This is for libraries, which get streams from their callers. The image is PTX, so there is one
    /// [architecture](Self::arch), a virtual one. Variables of the source have no getters and setters.
    pub fn embedded(mut self) -> Self {
        self.is_embedded = true;
        self
    }

    /// Generates no function for the kernel with the C++ name `name`, for example because a parameter has no Rust type.
    pub fn leave_out(mut self, name: impl Into<String>) -> Self {
        self.left_out.push(name.into());
        self
    }

    /// Changes the program that NVRTC compiles: its options, include folders, and headers in memory. Set the
    /// architecture with [`arch`](Self::arch).
    ///
    /// ```no_run
    /// # let build = cuda_build::Build::file("src/kernels.cu");
    /// build.with(|program| program.fmad(false).define("BLOCK", 256).include_dir("include"));
    /// ```
    pub fn with(mut self, adjust: impl Fn(Program<'static>) -> Program<'static> + 'static) -> Self {
        self.adjustments.push(Box::new(adjust));
        self
    }

    /// Sets whether to search CUDA's own headers for `#include`s of the source; on by default.
    pub fn cuda_headers(mut self, enabled: bool) -> Self {
        self.has_cuda_headers = enabled;
        self
    }

    /// Sets the cache of compilations; the default is the [user's cache](Cache::of_this_user).
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }

    /// Compiles with nvcc and these options instead of NVRTC, for features that only nvcc has, and files that also have host
    /// code, which is left out: [`StaticLibrary`](crate::static_library::StaticLibrary) compiles it. [Changes](Self::with) of the program are ignored. Templates have only the instances in the source
    /// itself, and [`instance`](Self::instance) only names them.
    pub fn nvcc<O: Into<String>>(mut self, options: impl IntoIterator<Item = O>) -> Self {
        self.nvcc = Some(options.into_iter().map(Into::into).collect());
        self
    }

    /// Uses the compiled kernels in the file `path` if there is no compiler, provided they were compiled from the same
    /// source.
    ///
    /// If there is a compiler and `CUDA_BUILD_UPDATE` is set, the file is written, to be committed. It contains a hash
    /// of all inputs, including the source and the crate's headers, and is rejected if the hash differs. The ends of lines
    /// don't count, because checkouts differ in them (`core.autocrlf` of Git).
    pub fn committed(mut self, path: impl Into<PathBuf>) -> Self {
        self.committed = Some(path.into());
        self
    }

    /// Sets the name of the type with the kernels; the default is the file's name in camel case.
    pub fn type_name(mut self, name: impl Into<String>) -> Self {
        self.type_name = Some(name.into());
        self
    }

    /// Returns the structures that the build script names; those to generate may still lack their fields.
    pub(crate) fn requested_structures(&self) -> Vec<RequestedStructure> {
        let structures = self.structures.iter();
        structures
            .map(|structure| RequestedStructure {
                cpp: structure.cpp.clone(),
                fields: structure.fields.clone(),
                sizes: Vec::new(),
                is_generated: structure.rust.is_none(),
            })
            .collect()
    }
}
