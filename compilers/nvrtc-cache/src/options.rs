//! The options of a program, if the effect of each is known.

use std::env;
use std::ffi::CStr;

use nvrtc::Program;

use crate::bypass::Bypass;

/// What the options of a program name. Each text has one character for each byte.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The folders in which headers are searched, in order.
    pub folders: Vec<String>,
    /// The headers that are included before the source.
    pub headers: Vec<String>,
    /// Definitions of macros, such as `NAME=value`.
    pub definitions: Vec<String>,
    /// Whether the output contains the working folder.
    pub name_the_folder: bool,
    /// An option that makes machine code contain the times and sizes of files.
    lines: Option<String>,
}

/// Variables of the environment that change what some versions of NVRTC write. It reads some of them once.
const VARIABLES: [&str; 5] = [
    "NVRTC_APPEND_FLAGS",
    "NV_NVVM_VERSION",
    "NVVM_IR_VER_CHK",
    "LLVM_OVERRIDE_PRODUCER",
    "EDG_BASE",
];

/// Options that read and write no files, without their hyphens. All others aren't cached, as they could.
const KNOWN: &str = "\
    gpu-architecture arch device-c dc device-w dw relocatable-device-code rdc \
    extensible-whole-program ewp enable-tile tile-only simt-only tile-preview \
    tile-as-default-execution-space default-tile diagnose-implicit-tile-var device-debug G \
    generate-line-info lineinfo dopt Ofast-compile Ofc maxrregcount ftz prec-sqrt prec-div \
    fmad fno-signed-zeros ffinite-math-only use_fast_math extra-device-vectorization \
    modify-stack-limit dlink-time-opt dlto gen-opt-lto jump-table-density jtd \
    device-stack-protector no-cache frandom-seed split-compile undefine-macro \
    no-source-include std builtin-move-forward builtin-initializer-list disable-warnings w \
    Wreorder Wconversion warning-as-error Werror fmax-errors restrict \
    device-as-default-execution-space default-device device-int128 device-float128 \
    optimization-info opt-info version-ident dQ display-error-number err-no \
    no-display-error-number no-err-no diag-error diag-suppress diag-warn brief-diagnostics \
    brief-diag minimal fdevice-syntax-only pch-verbose pch-messages \
    instantiate-templates-in-pch";

/// Options of the assembler that read and write no files.
const KNOWN_OF_PTXAS: &str = "\
    v verbose w disable-warnings O opt-level fmad maxrregcount dlcm def-load-cache dscm \
    def-store-cache allow-expensive-optimizations warn-on-spills warn-spills \
    warn-on-local-memory-usage warn-lmem-usage warn-on-double-precision-use \
    warn-double-usage";

/// Options that make the output contain the working folder.
const NAMING_THE_FOLDER: &str = "generate-line-info lineinfo device-debug G dlink-time-opt dlto";

/// Options that make machine code contain the times and sizes of files, and so depend on more than their contents.
const WRITING_LINES: &str = "generate-line-info lineinfo device-debug G";

/// An option that has a value.
#[derive(Clone, Copy)]
enum ValueOption {
    Folder,
    Header,
    Definition,
    Undefined,
    Ptxas,
    /// A known one, which may have one.
    Known,
}

impl Options {
    /// Reads the options of `program`.
    ///
    /// # Errors
    /// The first one whose effect isn't known, or a variable of the environment that changes what NVRTC writes.
    pub fn of(program: &Program<'_>) -> Result<Self, Bypass> {
        if let Some(name) = VARIABLES.into_iter().find(|name| env::var_os(name).is_some()) {
            return Err(Bypass::Variable { name });
        }
        let texts: Vec<String> = program.options().map(|option| latin(&option)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Self::read(&texts).map_err(|option| Bypass::Option { option: option.to_owned() })
    }

    /// Returns an option that makes this output contain the times and sizes of files, if there is one.
    pub fn writing_times(&self, output: &str) -> Option<&str> {
        // What `Cache::compile_for` compiles to may be machine code.
        self.lines.as_deref().filter(|_| !matches!(output, "ptx" | "lto-ir"))
    }

    /// Reads these options, or returns the first one whose effect isn't known.
    fn read<'t>(texts: &[&'t str]) -> Result<Self, &'t str> {
        let mut options = Self::default();
        let mut before = None;
        for text in texts {
            options.add(text, &mut before).ok_or(*text)?;
        }
        match (before, texts.last()) {
            (None | Some(ValueOption::Known), _) | (_, None) => Ok(options),
            // Its value is missing.
            (Some(_), Some(text)) => Err(text),
        }
    }

    /// Adds an option, after one that may have its value here; `None` if its effect isn't known.
    fn add(&mut self, text: &str, before: &mut Option<ValueOption>) -> Option<()> {
        match (before.take(), text.strip_prefix('-')) {
            (Some(option), None) => return self.add_value(option, text),
            (Some(ValueOption::Ptxas), Some(_)) => return self.add_value(ValueOption::Ptxas, text),
            // Whether it is an option or a value.
            (Some(ValueOption::Known) | None, Some(_)) => {}
            _ => return None,
        }
        let (option, value) = Self::split(text)?;
        let name = text.trim_start_matches('-');
        let name = name.split('=').next().unwrap_or_default();
        self.name_the_folder |= has(NAMING_THE_FOLDER, name);
        if has(WRITING_LINES, name) {
            self.lines = Some(text.to_owned());
        }
        match value {
            Some(value) => self.add_value(option, value),
            None => {
                *before = Some(option);
                Some(())
            }
        }
    }

    /// Splits an option and its value.
    fn split(text: &str) -> Option<(ValueOption, Option<&str>)> {
        const NAMED: [(&str, ValueOption); 6] = [
            ("--include-path", ValueOption::Folder),
            ("--pre-include", ValueOption::Header),
            ("-include", ValueOption::Header),
            ("--define-macro", ValueOption::Definition),
            ("--ptxas-options", ValueOption::Ptxas),
            ("-Xptxas", ValueOption::Ptxas),
        ];
        const LETTERS: [(&str, ValueOption); 3] = [
            ("-I", ValueOption::Folder),
            ("-D", ValueOption::Definition),
            ("-U", ValueOption::Undefined),
        ];
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        if let Some((_, option)) = NAMED.iter().find(|(named, _)| *named == name) {
            return Some((*option, value));
        }
        for (letter, option) in LETTERS {
            if let Some(rest) = text.strip_prefix(letter) {
                let value = rest.strip_prefix('=').unwrap_or(rest.trim_start_matches(' '));
                return Some((option, Some(value).filter(|_| !rest.is_empty())));
            }
        }
        let name = name.strip_prefix('-')?;
        let name = name.strip_prefix('-').unwrap_or(name);
        has(KNOWN, name).then_some((ValueOption::Known, value))
    }

    fn add_value(&mut self, option: ValueOption, value: &str) -> Option<()> {
        let path = || {
            // NVRTC leaves out some white space.
            let is_clear = value.trim_matches(|c: char| c <= ' ') == value && !value.is_empty();
            is_clear.then(|| value.to_owned())
        };
        match option {
            ValueOption::Folder => self.folders.push(path()?),
            ValueOption::Header => self.headers.push(path()?),
            ValueOption::Definition => self.definitions.push(value.to_owned()),
            ValueOption::Ptxas => {
                return value.split([',', ' ']).all(is_known_of_ptxas).then_some(());
            }
            ValueOption::Undefined | ValueOption::Known => {}
        }
        Some(())
    }
}

/// Returns `true` if `name` is one of these words.
fn has(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

fn is_known_of_ptxas(option: &str) -> bool {
    let Some(name) = option.strip_prefix('-') else {
        return false;
    };
    let name = name.strip_prefix('-').unwrap_or(name);
    let name = name.split('=').next().unwrap_or_default();
    let name = name.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or(name);
    has(KNOWN_OF_PTXAS, name)
}

/// Converts each byte to a character, so that nothing is lost in any encoding.
pub fn latin(text: &CStr) -> String {
    text.to_bytes().iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_every_spelling() {
        let texts =
            ["--include-path=/a", "-I/b", "-I=/c", "-I", "/d", "-I /e", "--include-path", "/f"];
        assert_eq!(Options::read(&texts).unwrap().folders, ["/a", "/b", "/c", "/d", "/e", "/f"]);
        let texts = ["--pre-include=a", "-include", "b", "-include=c", "--pre-include", "d"];
        assert_eq!(Options::read(&texts).unwrap().headers, ["a", "b", "c", "d"]);
        let texts = ["-DA=1", "-D", "B", "-D=C=2", "--define-macro=D", "-D E", "-UA", "-U", "B"];
        let texts = Options::read(&texts).unwrap();
        assert_eq!(texts.definitions, ["A=1", "B", "C=2", "D", "E"]);
        assert!(!texts.name_the_folder);
        for named in ["-G", "--device-debug", "-lineinfo", "--generate-line-info", "-dlto"] {
            assert!(Options::read(&[named]).unwrap().name_the_folder, "{named}");
        }
    }

    #[test]
    fn options_that_write_times_are_known_for_each_output() {
        for (option, writing) in [
            ("-lineinfo", &["cubin", "Target"][..]),
            ("--generate-line-info", &["cubin", "Target"]),
            ("-G", &["cubin", "Target"]),
            ("--device-debug", &["cubin", "Target"]),
            ("-dlto", &[]),
        ] {
            let options = Options::read(&[option]).unwrap();
            for output in ["ptx", "cubin", "lto-ir", "Target"] {
                let expected = writing.contains(&output).then_some(option);
                assert_eq!(options.writing_times(output), expected, "{option} {output}");
            }
        }
    }

    #[test]
    fn options_without_files_are_known() {
        let texts = [
            "--std=c++17",
            "-arch",
            "sm_80",
            "--ftz=true",
            "-rdc=true",
            "--maxrregcount",
            "32",
            "-Xptxas",
            "-v,-O3",
            "--ptxas-options=-dlcm=ca --warn-on-spills",
            "-use_fast_math",
            "--diag-suppress=1,2",
            "-U",
            "X",
        ];
        assert_eq!(Options::read(&texts), Ok(Options::default()));
    }

    #[test]
    fn an_option_that_is_not_known_is_an_error() {
        for texts in [
            &["--options-file=o"][..],
            &["-optf", "o"],
            &["@o"],
            &["--pch"],
            &["--create-pch=a"],
            &["-use-pch=a"],
            &["--pch-dir=a"],
            &["--time=a"],
            &["--fdevice-time-trace=a"],
            &["--use-bundled-headers=a"],
            &["-Xcudafe", "--preinclude=a"],
            &["-Xcudafe=--preinclude=a"],
            &["-Xopt=a"],
            &["-isystem=/a"],
            &["-include-path=/a"],
            &["--INCLUDE-PATH=/a"],
            &["--I=/a"],
            &["--include-path=/a", "b"],
            &["-I", "-I/a"],
            &["-I"],
            &["-I/a "],
            &["-I\t/a"],
            &["--include-path= /a"],
            &["--include-path="],
            &[" -I/a"],
            &["-D", "-I/a"],
            &["--pre-include=a\n"],
            &["-Xptxas", "--options-file=a"],
            &["-Xptxas=-v,-optf=a"],
            &["-Xptxas", "-I/a"],
            &["--std c++17"],
            &["-w-I/a"],
            &[""],
            &["-"],
            &["--"],
        ] {
            let outcome = Options::read(texts);
            assert!(outcome.is_err(), "{texts:?}: {outcome:?}");
        }
    }
}
