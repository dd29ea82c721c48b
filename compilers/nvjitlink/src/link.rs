//! One link, from creating nvJitLink's handle to destroying it.

use std::borrow::Cow;
use std::ffi::{CString, c_char, c_void};
use std::fs::{self, File};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard};

use cuda_arch::BinaryKind;
use cuda_libraries_sys::nvjitlink::{Symbol, nvJitLinkHandle, nvJitLinkResult};

use crate::error::{LinkError, LinkErrorKind};
use crate::input::{Input, InputKind, Source, is_text};
use crate::library::NvJitLink;
use crate::linker::Linker;
use cuda_arch::{Arch, ObjectCode, Version};

type Destroy = unsafe extern "C" fn(*mut nvJitLinkHandle) -> nvJitLinkResult;
type Size = unsafe extern "C" fn(nvJitLinkHandle, *mut usize) -> nvJitLinkResult;
type Write<T> = unsafe extern "C" fn(nvJitLinkHandle, *mut T) -> nvJitLinkResult;

/// The first version that checks the kind of an input. Earlier ones crash on an input of another kind.
const CHECKS: Version = Version::new(12, 4);

/// The first version whose links with LTO may run concurrently. NVIDIA doesn't document it; the stress test
/// `concurrent_links_with_lto_have_the_same_output_as_single_ones` verifies it. Links without LTO may in every version, which
/// `concurrent_links_have_the_same_output_as_single_ones` verifies.
const PARALLEL_WITH_LTO: Version = Version::new(12, 9);

/// The first version that safely rejects an unknown architecture. In 12.9, a later link with LTO, or a second such request,
/// crashes the process.
const REFUSES_ARCHS: Version = Version::new(13, 0);

/// The compute capabilities that earlier versions link for.
const ARCHS_BEFORE: [(u32, u32); 23] = [
    (3, 0),
    (3, 2),
    (3, 5),
    (3, 7),
    (5, 0),
    (5, 2),
    (5, 3),
    (6, 0),
    (6, 1),
    (6, 2),
    (7, 0),
    (7, 2),
    (7, 5),
    (8, 0),
    (8, 6),
    (8, 7),
    (8, 9),
    (9, 0),
    (10, 0),
    (10, 1),
    (10, 3),
    (12, 0),
    (12, 1),
];

/// Held during a link with LTO of an older version.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// nvJitLink's handle. It doesn't leave the thread and the call that created it.
pub(crate) struct Link<'a> {
    nvjitlink: NvJitLink,
    raw: nvJitLinkHandle,
    destroy: Destroy,
    /// The strings passed to nvJitLink, which keeps the pointers: it reads names again when it links.
    inputs: Vec<(CString, Cow<'a, [u8]>)>,
    _turn: Option<MutexGuard<'static, ()>>,
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: nvJitLink created the handle, and only this destroys it. The result is ignored: the handle is
            // gone either way.
            unsafe { (self.destroy)(&raw mut self.raw) };
        }
    }
}

impl<'a> Link<'a> {
    /// Links, with `more` options after those of `linker`.
    pub(crate) fn new(
        nvjitlink: NvJitLink,
        linker: &Linker<'a>,
        more: &[&str],
    ) -> Result<Self, LinkError> {
        let options = linker.options().iter().map(ToString::to_string);
        let options: Vec<String> = [format!("-arch={}", linker.arch())]
            .into_iter()
            .chain(options)
            .chain(more.iter().map(|option| (*option).to_owned()))
            .collect();
        let mut link = Self::create(nvjitlink, linker.arch(), &options)?;
        for input in linker.inputs() {
            link.add(linker.arch(), input)?;
        }
        link.complete(linker.arch(), &options)?;
        Ok(link)
    }

    fn create(nvjitlink: NvJitLink, arch: Arch, options: &[String]) -> Result<Self, LinkError> {
        let table = nvjitlink.table();
        let create = nvjitlink.require(Symbol::nvJitLinkCreate, table.nvJitLinkCreate)?;
        // Looked up first, so that nothing is created that can't be destroyed.
        let destroy = nvjitlink.require(Symbol::nvJitLinkDestroy, table.nvJitLinkDestroy)?;
        let texts: Vec<CString> =
            options.iter().map(|option| c_string(option)).collect::<Result<_, _>>()?;
        let mut pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        // nvJitLink can't be passed more options than its count can hold.
        let count = u32::try_from(pointers.len()).unwrap_or(u32::MAX);
        let is_lto = options.iter().any(|option| option.contains("lto"));
        check_archs(nvjitlink.version(), options)?;
        let turn = (is_lto && nvjitlink.version() < PARALLEL_WITH_LTO)
            .then(|| ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        let mut link =
            Self { nvjitlink, raw: null_mut(), destroy, inputs: Vec::new(), _turn: turn };
        // SAFETY: the texts are C strings that outlive the call, and there are at least as many as the
        // count says.
        let result = unsafe { create(&raw mut link.raw, count, pointers.as_mut_ptr()) };
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(link),
            result => Err(LinkErrorKind::of_create(
                arch,
                options,
                result,
                link.error_log(),
                nvjitlink.version(),
            )
            .into()),
        }
    }

    fn add(&mut self, arch: Arch, input: &Input<'a>) -> Result<(), LinkError> {
        let nvjitlink = self.nvjitlink;
        let table = nvjitlink.table();
        let kind = input.kind.raw();
        if !looks_right(input, nvjitlink.version())? {
            let result = nvJitLinkResult::NVJITLINK_ERROR_INVALID_INPUT;
            let (log, version) = (String::new(), nvjitlink.version());
            return Err(LinkErrorKind::of_input(arch, input, result, log, version).into());
        }
        let result = match input.source {
            Source::Memory { name, bytes } => {
                let add = nvjitlink.require(Symbol::nvJitLinkAddData, table.nvJitLinkAddData)?;
                self.inputs.push((c_string(name)?, terminated(input.kind, bytes)));
                let (name, given) = &self.inputs[self.inputs.len() - 1];
                let data = given.as_ptr().cast::<c_void>();
                // SAFETY: the handle lives, the name is a C string, data has as many bytes as the count
                // says, with a NUL byte behind them if they are a text; all live as long as the handle.
                unsafe { add(self.raw, kind, data, bytes.len(), name.as_ptr()) }
            }
            Source::File(path) => {
                let add = nvjitlink.require(Symbol::nvJitLinkAddFile, table.nvJitLinkAddFile)?;
                // nvJitLink doesn't report why it can't read a file.
                File::open(path).map_err(|source| LinkErrorKind::file(path, source))?;
                let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|error| {
                    LinkErrorKind::InteriorNul { text: input.name(), at: error.nul_position() }
                })?;
                self.inputs.push((name, Cow::Borrowed(&[])));
                let (name, _) = &self.inputs[self.inputs.len() - 1];
                // SAFETY: the handle lives, and the name is a C string that lives as long.
                unsafe { add(self.raw, kind, name.as_ptr()) }
            }
        };
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            result => Err(LinkErrorKind::of_input(
                arch,
                input,
                result,
                self.error_log(),
                nvjitlink.version(),
            )
            .into()),
        }
    }

    fn complete(&self, arch: Arch, options: &[String]) -> Result<(), LinkError> {
        let nvjitlink = self.nvjitlink;
        let symbol = Symbol::nvJitLinkComplete;
        let complete = nvjitlink.require(symbol, nvjitlink.table().nvJitLinkComplete)?;
        // SAFETY: the handle lives.
        let result = unsafe { complete(self.raw) };
        LinkErrorKind::of_link(arch, options, result, self.error_log(), nvjitlink.version())?;
        Ok(())
    }

    pub(crate) fn cubin(self) -> Result<ObjectCode, LinkError> {
        let table = self.nvjitlink.table();
        let (bytes, log) = self.linked(
            "cubin",
            (Symbol::nvJitLinkGetLinkedCubinSize, table.nvJitLinkGetLinkedCubinSize),
            (Symbol::nvJitLinkGetLinkedCubin, table.nvJitLinkGetLinkedCubin),
        )?;
        // SAFETY: nvJitLink has just written them, as many as it said.
        Ok(unsafe { ObjectCode::binary(BinaryKind::Cubin, bytes) }.with_log(log))
    }

    pub(crate) fn ltoir(self) -> Result<ObjectCode, LinkError> {
        let table = self.nvjitlink.table();
        let (bytes, log) = self.linked(
            "LTO-IR",
            (Symbol::nvJitLinkGetLinkedLTOIRSize, table.nvJitLinkGetLinkedLTOIRSize),
            (Symbol::nvJitLinkGetLinkedLTOIR, table.nvJitLinkGetLinkedLTOIR),
        )?;
        // SAFETY: nvJitLink has just written them, as many as it said.
        Ok(unsafe { ObjectCode::binary(BinaryKind::LtoIr, bytes) }.with_log(log))
    }

    pub(crate) fn ptx(self) -> Result<ObjectCode, LinkError> {
        let table = self.nvjitlink.table();
        let (bytes, log) = self.linked(
            "PTX",
            (Symbol::nvJitLinkGetLinkedPtxSize, table.nvJitLinkGetLinkedPtxSize),
            (Symbol::nvJitLinkGetLinkedPtx, table.nvJitLinkGetLinkedPtx),
        )?;
        Ok(ObjectCode::ptx(written(bytes)).with_log(log))
    }

    /// Returns an output with the log, or the error that there is none.
    fn linked<T>(
        &self,
        kind: &'static str,
        size: (Symbol, Option<Size>),
        write: (Symbol, Option<Write<T>>),
    ) -> Result<(Vec<u8>, String), LinkError> {
        let output = self.output(size, write)?;
        if output.is_empty() {
            return Err(LinkErrorKind::NoOutput {
                output: kind,
                nvjitlink: self.nvjitlink.version(),
            }
            .into());
        }
        let table = self.nvjitlink.table();
        let log = self.output(
            (Symbol::nvJitLinkGetInfoLogSize, table.nvJitLinkGetInfoLogSize),
            (Symbol::nvJitLinkGetInfoLog, table.nvJitLinkGetInfoLog),
        )?;
        Ok((output, text(log)))
    }

    /// Returns nvJitLink's error log; empty if it is unavailable, because the failure is reported anyway.
    fn error_log(&self) -> String {
        let table = self.nvjitlink.table();
        if self.raw.is_null() {
            return String::new();
        }
        let log = self.output(
            (Symbol::nvJitLinkGetErrorLogSize, table.nvJitLinkGetErrorLogSize),
            (Symbol::nvJitLinkGetErrorLog, table.nvJitLinkGetErrorLog),
        );
        text(log.unwrap_or_default())
    }

    /// Returns what nvJitLink writes into a buffer of the size that it requests.
    fn output<T>(
        &self,
        (size_symbol, size): (Symbol, Option<Size>),
        (write_symbol, write): (Symbol, Option<Write<T>>),
    ) -> Result<Vec<u8>, LinkError> {
        let size_of = self.nvjitlink.require(size_symbol, size)?;
        let write = self.nvjitlink.require(write_symbol, write)?;
        let mut size = 0;
        // SAFETY: the handle lives, and the pointer is to a live integer.
        let result = unsafe { size_of(self.raw, &raw mut size) };
        self.nvjitlink.check(size_symbol, result)?;
        let mut bytes = vec![0; size];
        if size > 0 {
            // SAFETY: the handle lives, and the buffer has the size that nvJitLink requested.
            let result = unsafe { write(self.raw, bytes.as_mut_ptr().cast()) };
            self.nvjitlink.check(write_symbol, result)?;
        }
        Ok(bytes)
    }
}

/// Returns an error for an architecture that this version doesn't safely reject. Any option may be one, as the last of
/// several `-arch` counts.
fn check_archs(nvjitlink: Version, options: &[String]) -> Result<(), LinkError> {
    if nvjitlink >= REFUSES_ARCHS {
        return Ok(());
    }
    for text in options.iter().filter_map(|option| option.strip_prefix("-arch=")) {
        let arch: Option<Arch> = text.parse().ok();
        let kind = match arch.filter(|arch| arch.to_string() == text) {
            Some(arch) if ARCHS_BEFORE.contains(&arch.capability()) => continue,
            Some(arch) => LinkErrorKind::UnsupportedArch {
                arch,
                result: nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
                log: String::new(),
                nvjitlink,
            },
            None => LinkErrorKind::InvalidOption {
                options: options.to_vec(),
                result: nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                log: String::new(),
                nvjitlink,
            },
        };
        return Err(kind.into());
    }
    Ok(())
}

/// Returns the bytes of an input, with a NUL byte after those that may be text: nvJitLink reads PTX as a C string,
/// regardless of the given size.
fn terminated<'a>(kind: InputKind, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    let may_be_text = matches!(kind, InputKind::Ptx | InputKind::Any);
    if may_be_text && bytes.last() != Some(&0) {
        return Cow::Owned([bytes, &[0]].concat());
    }
    Cow::Borrowed(bytes)
}

/// Checks that an input may be passed to nvJitLink: it must not obviously be of another kind on which this version
/// crashes.
fn looks_right(input: &Input<'_>, nvjitlink: Version) -> Result<bool, LinkError> {
    if nvjitlink >= CHECKS {
        // PTX is the only input that safe code can pass, and nvJitLink 12.4 crashes on an empty one.
        return Ok(match input.source {
            Source::Memory { bytes, .. } => input.kind != InputKind::Ptx || is_text(bytes),
            Source::File(_) => true,
        });
    }
    match input.source {
        Source::Memory { bytes, .. } => Ok(looks_whole(input.kind, bytes)),
        Source::File(path) => match fs::read(path) {
            Ok(bytes) => Ok(looks_whole(input.kind, &bytes)),
            Err(source) => Err(LinkErrorKind::file(path, source).into()),
        },
    }
}

/// Returns `true` if this may be passed to an nvJitLink that doesn't check inputs: it crashes on PTX without the
/// initial directives.
fn looks_whole(kind: InputKind, bytes: &[u8]) -> bool {
    kind.fits(bytes) && (kind != InputKind::Ptx || str::from_utf8(bytes).is_ok_and(has_head))
}

/// Returns `true` if a text begins with `.version 8.0` and `.target sm_75`, comments aside.
fn has_head(ptx: &str) -> bool {
    fn skip(mut text: &str) -> &str {
        loop {
            text = text.trim_start();
            let end = if text.starts_with("//") {
                text.find('\n')
            } else if text.starts_with("/*") {
                text.find("*/").map(|end| end + 2)
            } else {
                return text;
            };
            text = end.map_or("", |end| &text[end..]);
        }
    }
    fn word(text: &str) -> (&str, &str) {
        let text = skip(text);
        let end = text.find(|c: char| c.is_whitespace() || c == '/' || c == ',');
        text.split_at(end.unwrap_or(text.len()))
    }
    let (version, rest) = word(ptx);
    let (number, rest) = word(rest);
    let (target, rest) = word(rest);
    let (arch, _) = word(rest);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_version =
        number.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor));
    version == ".version" && is_version && target == ".target" && arch.len() > 3
}

fn c_string(text: &str) -> Result<CString, LinkError> {
    CString::new(text).map_err(|error| {
        let kind = LinkErrorKind::InteriorNul { text: text.to_owned(), at: error.nul_position() };
        kind.into()
    })
}

/// Returns the C string in a buffer: up to the first NUL byte.
fn written(mut bytes: Vec<u8>) -> CString {
    if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
        bytes.truncate(end);
    }
    CString::new(bytes).unwrap_or_default()
}

fn text(bytes: Vec<u8>) -> String {
    written(bytes).to_string_lossy().into_owned()
}

impl NvJitLink {
    /// Links with this nvJitLink, as [`Linker::link_cubin`] does with the default one.
    ///
    /// # Errors
    /// As [`Linker::link_cubin`].
    pub fn link_cubin(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &[])?.cubin()
    }

    /// Links with this nvJitLink, as [`Linker::link_ptx`] does with the default one.
    ///
    /// # Errors
    /// As [`Linker::link_ptx`].
    pub fn link_ptx(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &["-ptx"])?.ptx()
    }

    /// Links with this nvJitLink, as [`Linker::link_ltoir`] does with the default one.
    ///
    /// # Errors
    /// As [`Linker::link_ltoir`].
    pub fn link_ltoir(self, linker: &Linker<'_>) -> Result<ObjectCode, LinkError> {
        Link::new(self, linker, &[])?.ltoir()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_ptx_headers_are_detected() {
        for whole in [
            ".version 8.0\n.target sm_75\n",
            "//\n// .version\n/* a\n*/ .version 8.0 // x\n.target sm_90a, debug",
        ] {
            assert!(has_head(whole), "{whole}");
        }
        for part in [
            "",
            ".version",
            ".version 8.0",
            ".version 8.0\n.target",
            ".version 8\n.target sm_75",
            ".version 8.0\nfrobnicate",
            ".target sm_75\n.version 8.0",
            "/* .version 8.0\n.target sm_75\n",
            "// .version 8.0\n.target sm_75\n",
        ] {
            assert!(!has_head(part), "{part}");
        }
    }
}
