//! Compiled files that are committed, for machines without a compiler.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path};

use nvfatbin::FatbinErrorKind;
use nvrtc_cache::Dependencies;
use sha2::{Digest, Sha256};

use crate::compile::{CompiledFiles, Compiler};
use crate::error::{Error, ErrorKind};

/// The environment variable that makes the build write the file.
pub(crate) const UPDATE: &str = "CUDA_BUILD_UPDATE";

/// The first line; its number is the version of the format.
const MAGIC: &str = "cuda-build committed 1";

/// Compiles if there is a compiler; otherwise returns the committed file, if it was made from this source.
pub(crate) fn compile(compiler: &Compiler<'_>, path: &Path) -> Result<CompiledFiles, Error> {
    let inputs = inputs(compiler);
    match compiler.compile() {
        Ok(mut compiled) => {
            if env::var_os(UPDATE).is_some_and(|value| !value.is_empty()) {
                write(path, &inputs, &compiled)?;
            } else if let Err(problem) = read(path, &inputs, compiler) {
                compiled.notes.push(format!(
                    "cargo::warning={}: {problem}; CUDA_BUILD_UPDATE=1 cargo build updates it",
                    path.display()
                ));
            }
            Ok(compiled)
        }
        Err(error) if compiler_is_missing(&error) => {
            if !path.exists() {
                return Err(error);
            }
            let mut compiled =
                read(path, &inputs, compiler).map_err(|problem| ErrorKind::Committed {
                    path: path.to_owned(),
                    source_name: compiler.source_name.to_owned(),
                    problem,
                })?;
            // The hash covers headers, and an installed compiler would be used.
            (compiled.notes, compiled.dependencies) = compiler.dependencies()?;
            Ok(compiled)
        }
        Err(error) => Err(error),
    }
}

/// Returns `true` if there is no compiler, or no library to pack its output.
fn compiler_is_missing(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::NoNvrtc { .. } | ErrorKind::NoNvcc { .. } => true,
        ErrorKind::Fatbin { error, .. } => matches!(error.kind(), FatbinErrorKind::Load(_)),
        _ => false,
    }
}

/// Returns a hash of all inputs except the compiler and headers from outside the crate.
fn inputs(compiler: &Compiler<'_>) -> String {
    let build = compiler.build;
    let mut hash = Hash(Sha256::new());
    let source = lines_of(compiler.source.as_bytes());
    let name = compiler.source_name.replace(MAIN_SEPARATOR, "/");
    hash.list([
        name.as_bytes(),
        source.as_ref(),
        compiler.type_name.as_bytes(),
        compiler.stem.as_bytes(),
    ]);
    hash.list(build.archs.iter().map(ToString::to_string));
    let instances = build.instances.iter();
    hash.list(instances.flat_map(|(expression, name)| [expression, name]));
    let structures = build.structures.iter();
    hash.list(structures.map(|structure| format!("{structure:?}")));
    hash.list(build.constants.iter().map(|constant| format!("{constant:?}")));
    hash.list(build.enumerations.iter().map(|enumeration| format!("{enumeration:?}")));
    hash.list([[build.generates_structures.into(), build.is_embedded.into()]]);
    hash.list(&build.left_out);
    hash.list(build.nvcc.iter().flatten());
    // Without CUDA's folders, which differ between machines.
    let program = nvrtc::Program::new(compiler.source_name.to_owned(), compiler.source.to_owned());
    let program = build.adjustments.iter().fold(program, |program, adjust| adjust(program));
    hash.list(program.options().map(|option| option.to_bytes().to_vec()));
    let headers = program.headers();
    hash.list(
        headers
            .flat_map(|(name, text)| [Cow::Borrowed(name.to_bytes()), lines_of(text.to_bytes())]),
    );
    let here = env::current_dir().and_then(fs::canonicalize);
    let mut files = Vec::new();
    for path in nvrtc_cache::included_files(&program).unwrap_or_default() {
        if let Ok(here) = &here
            && let Ok(name) = path.strip_prefix(here)
        {
            let name = name.as_os_str().to_string_lossy();
            files.push(name.replace(MAIN_SEPARATOR, "/").into_bytes());
            files.push(lines_of(&fs::read(&path).unwrap_or_default()).into_owned());
        }
    }
    hash.list(files);
    hex(&hash.0.finalize())
}

/// Returns a text with the ends of lines as Git keeps them: a checkout may have others (`core.autocrlf`).
fn lines_of(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.windows(2).any(|two| two == b"\r\n") {
        return Cow::Borrowed(text);
    }
    let mut lines = Vec::with_capacity(text.len());
    for (at, byte) in text.iter().enumerate() {
        if *byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            lines.push(*byte);
        }
    }
    Cow::Owned(lines)
}

/// Hashes lists with their lengths and those of their parts, so that the boundaries are unambiguous.
struct Hash(Sha256);

impl Hash {
    fn list(&mut self, parts: impl IntoIterator<Item: AsRef<[u8]>>) {
        let parts: Vec<_> = parts.into_iter().collect();
        self.0.update((parts.len() as u64).to_le_bytes());
        for part in &parts {
            self.0.update((part.as_ref().len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the header, the Rust source, and the unchanged image.
fn write(path: &Path, inputs: &str, compiled: &CompiledFiles) -> Result<(), Error> {
    let CompiledFiles { rust, image, image_name, .. } = compiled;
    // Git converts the whole file unless the image is machine code.
    let image = match str::from_utf8(image) {
        Ok(_) => lines_of(image),
        Err(_) => Cow::Borrowed(image.as_slice()),
    };
    let mut body = format!("{image_name}\n{} {}\n{rust}", rust.len(), image.len()).into_bytes();
    body.extend_from_slice(&image);
    let head = format!("{MAGIC}\ninputs {inputs}\ncontents {}\n", hex(&Sha256::digest(&body)));
    let bytes = [head.as_bytes(), &body].concat();
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    written.and_then(|()| fs::write(path, bytes)).map_err(|error| {
        let path = path.to_owned();
        ErrorKind::Write { path, error }.into()
    })
}

fn read(path: &Path, inputs: &str, compiler: &Compiler<'_>) -> Result<CompiledFiles, String> {
    let mut bytes = fs::read(path).map_err(|error| error.to_string())?;
    if bytes.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.starts_with(b"\r\n")) {
        bytes = lines_of(&bytes).into_owned();
    }
    let damaged = || "it is corrupted".to_owned();
    let line = |bytes: &[u8]| -> Option<(String, usize)> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let text = str::from_utf8(&bytes[..end]).ok()?;
        Some((text.to_owned(), end + 1))
    };
    let mut at = 0;
    let mut next = || {
        let (text, length) = line(&bytes[at..])?;
        at += length;
        Some((text, at))
    };
    let (magic, _) = next().ok_or_else(damaged)?;
    if magic != MAGIC {
        return Err("another version of cuda-build wrote it".to_owned());
    }
    let (known, _) = next().ok_or_else(damaged)?;
    let (digest, body) = next().ok_or_else(damaged)?;
    let digest = digest.strip_prefix("contents ").ok_or_else(damaged)?;
    if digest != hex(&Sha256::digest(&bytes[body..])) {
        return Err(damaged());
    }
    if known.strip_prefix("inputs ") != Some(inputs) {
        return Err(format!(
            "{} or the build script's requests changed after it was written",
            compiler.source_name
        ));
    }
    let (image_name, _) = next().ok_or_else(damaged)?;
    let (lengths, start) = next().ok_or_else(damaged)?;
    let (rust, _) = lengths.split_once(' ').ok_or_else(damaged)?;
    let rust: usize = rust.parse().map_err(|_| damaged())?;
    let rest = &bytes[start..];
    let (rust, image) = rest.split_at_checked(rust).ok_or_else(damaged)?;
    Ok(CompiledFiles {
        rust: String::from_utf8(rust.to_vec()).map_err(|_| damaged())?,
        image: image.to_vec(),
        image_name,
        notes: Vec::new(),
        dependencies: Dependencies::default(),
    })
}
