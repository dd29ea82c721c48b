//! Compiles PTX for the device, as a driver does: not what is newer than itself, and once for each device.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::settings::{NEWEST, Settings, version};
use crate::standard_error::print_line;

use crate::state::error::*;
use crate::state::module::load_error::LoadError;
use cuda_sim_engine::{CompileError, CompileErrorKind, DeviceModel, Global, Problem, Program};

/// Returns the number in the first `.version` line of a text, which comments may precede.
fn version_of(ptx: &str) -> Option<(usize, (u32, u32))> {
    let mut lines = ptx.lines().enumerate();
    lines.find_map(|(index, line)| {
        let number = line.trim_start().strip_prefix(".version")?;
        let number = number.split_whitespace().next()?;
        let (major, minor) = number.split_once('.')?;
        Some((index + 1, (major.parse().ok()?, minor.parse().ok()?)))
    })
}

/// Rejects PTX that is newer than the driver, even if the engine could execute it.
fn check_version(ptx: &str) -> Result<(), LoadError> {
    let newest = Settings::get().ptx_version;
    match version_of(ptx) {
        Some((line, (major, minor))) if (major, minor) > newest => {
            // Its user needs to know that another driver version can be set.
            let (version, driver) = (format!("{major}.{minor}"), version());
            print_line(format_args!(
                "cuda-sim: PTX of version {version} was rejected: a driver of CUDA {}.{} accepts up to {}.{}. \
                 Compile with an older NVRTC, or set CUDA_SIM_DRIVER_VERSION={NEWEST}",
                driver / 1000,
                driver % 1000 / 10,
                newest.0,
                newest.1
            ));
            let log = format!(
                "ptxas application ptx input, line {line}; fatal   : Unsupported .version {version}; current version is '{}.{}'\n\
                 {ABORTED}",
                newest.0, newest.1
            );
            Err(LoadError::new(UNSUPPORTED_PTX_VERSION, log))
        }
        _ => Ok(()),
    }
}

/// The programs that were compiled last, the newest at the end: a driver, too, caches what it compiled, and programs load
/// their modules again for each context.
static COMPILED: Mutex<VecDeque<Arc<Program>>> = Mutex::new(VecDeque::new());
/// How many of them are kept, and how many bytes of PTX they have at most.
const KEPT: (usize, usize) = (64, 4 << 20);

/// Returns `true` if this was compiled before, and compiling it again takes no time.
pub(crate) fn is_compiled(model: &DeviceModel, ptx: &str) -> bool {
    COMPILED.lock().iter().any(|program| program.is_of(ptx, model))
}

/// Compiles for the device, with an optional limit of a thread's registers.
pub(crate) fn compile(
    model: &DeviceModel,
    ptx: String,
    max_registers: Option<u32>,
) -> Result<Arc<Program>, LoadError> {
    check_version(&ptx)?;
    if max_registers.is_none() {
        let compiled = COMPILED.lock().iter().find(|program| program.is_of(&ptx, model)).cloned();
        if let Some(program) = compiled {
            note_large_shared(&program);
            return Ok(program);
        }
    }
    Program::compile(ptx, model).map_err(|error| refused(&error, model)).and_then(|mut program| {
        // One with a size is a definition where nothing else is linked.
        let unknown = |global: &&Global| global.external && global.size == 0;
        if let Some(global) = program.globals().iter().find(unknown) {
            let name = &global.name;
            let log = format!("ptxas fatal   : Unresolved extern variable '{name}'\n");
            return Err(LoadError { is_unresolved: true, ..LoadError::new(INVALID_PTX, log) });
        }
        note_large_shared(&program);
        if let Some(most) = max_registers {
            program.limit_registers(most);
            return Ok(Arc::new(program));
        }
        let program = Arc::new(program);
        let mut compiled = COMPILED.lock();
        compiled.push_back(program.clone());
        let mut bytes: usize = compiled.iter().map(|program| program.ptx_len()).sum();
        while compiled.len() > KEPT.0 || bytes > KEPT.1 {
            bytes -= compiled.pop_front().map_or(bytes, |program| program.ptx_len());
        }
        drop(compiled);
        Ok(program)
    })
}

/// Returns the code for what the engine doesn't compile, and its log.
fn refused(error: &CompileError, model: &DeviceModel) -> LoadError {
    let waits =
        |problem: &Problem| problem.is_undefined_symbol && problem.message.contains(SYNCHRONIZE);
    // What a link may define has no address yet.
    let needs_link = |problem: &Problem| {
        problem.message.contains(ADDRESS) && !problem.message.contains("arithmetic")
    };
    let code = match error.kind {
        CompileErrorKind::InvalidPtx => INVALID_PTX,
        CompileErrorKind::UnsupportedPtxVersion => UNSUPPORTED_PTX_VERSION,
        // As on an H200, of whatever else is wrong with it.
        CompileErrorKind::UnsupportedTarget => INVALID_PTX,
        CompileErrorKind::Unsupported
            if model.compute_capability >= (9, 0) && error.problems.iter().any(waits) =>
        {
            UNSUPPORTED_DEVSIDE_SYNC
        }
        CompileErrorKind::Unsupported if error.has_undefined_symbol() => INVALID_PTX,
        CompileErrorKind::Unsupported => {
            // A real driver would accept it, so few programs ask for a log.
            print_line(format_args!("cuda-sim: {error}"));
            NOT_SUPPORTED
        }
    };
    LoadError {
        is_unresolved: (error.has_undefined_symbol() || error.problems.iter().all(needs_link))
            && error.kind != CompileErrorKind::UnsupportedTarget,
        ..LoadError::new(code, in_ptxas_format(error))
    }
}

/// The function of kernels that waits for others, which is no longer for GPUs from compute capability 9.0 on.
const SYNCHRONIZE: &str = "cudaDeviceSynchronize is declared";

/// What is said of a function without a definition whose address is taken.
const ADDRESS: &str = "Cannot take address of function";

/// The end of each log of errors.
const ABORTED: &str = "ptxas fatal   : Ptx assembly aborted due to errors\n";

/// The most static shared memory of a kernel that ptxas compiles, in bytes; a driver takes all that a block can have.
const STATIC_SHARED: u32 = 49_152;

/// Says on standard error which kernel programs that are compiled ahead can't have.
fn note_large_shared(program: &Program) {
    let mut kernels = program.kernels();
    if let Some(kernel) = kernels.find(|kernel| kernel.shared_static > STATIC_SHARED) {
        print_line(format_args!(
            "cuda-sim: kernel {} uses {} bytes of static shared memory: a driver loads it, but ptxas, and so nvcc, refuses more than {STATIC_SHARED}; use dynamic shared memory",
            kernel.name, kernel.shared_static
        ));
    }
}

/// Returns the problems in the format of ptxas, which tools look for.
fn in_ptxas_format(error: &CompileError) -> String {
    let mut out = String::new();
    for problem in &error.problems {
        let (line, column, message) = (problem.line, problem.column, problem.message.trim());
        out += &format!(
            "ptxas application ptx input, line {line}; error   : {message} (column {column})\n"
        );
    }
    if error.left_out > 0 {
        out += &format!("ptxas error   : and {} more\n", error.left_out);
    }
    out + ABORTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ptx_that_is_loaded_again_is_compiled_once_for_each_device() {
        let ptx = "// Of this test alone.\n.version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n";
        let other = DeviceModel { multiprocessors: 7, ..DeviceModel::default() };
        let compiled = |model: &DeviceModel, most| compile(model, ptx.to_owned(), most).unwrap();
        let first = compiled(&DeviceModel::default(), None);
        assert!(Arc::ptr_eq(&first, &compiled(&DeviceModel::default(), None)));
        assert!(!Arc::ptr_eq(&first, &compiled(&other, None)));
        // A limit is said of the kernels, of which others have none.
        assert!(!Arc::ptr_eq(&first, &compiled(&DeviceModel::default(), Some(16))));
        assert!(Arc::ptr_eq(&first, &compiled(&DeviceModel::default(), None)));
    }

    #[test]
    fn the_version_is_found_after_comments_with_its_line() {
        let text = "// .version 1.0\n\n  .version 8.7 // NVRTC\n.target sm_90";
        assert_eq!(version_of(text), Some((3, (8, 7))));
        assert_eq!(version_of(".version x"), None);
    }

    #[test]
    fn ptx_newer_than_the_driver_is_rejected_with_the_message_of_ptxas() {
        let rejected = check_version(".version 9.1\n.target sm_90\n").unwrap_err();
        assert_eq!(rejected.code, UNSUPPORTED_PTX_VERSION);
        let line = "line 1; fatal   : Unsupported .version 9.1; current version is '9.0'\n";
        assert!(rejected.log.contains(line), "{}", rejected.log);
        assert!(check_version(".version 9.0\n").is_ok());
    }

    #[test]
    fn logs_have_the_format_of_ptxas() {
        let error = CompileError {
            kind: CompileErrorKind::InvalidPtx,
            problems: vec![Problem {
                line: 5,
                column: 3,
                message: "foo is no instruction".to_owned(),
                is_undefined_symbol: false,
            }],
            left_out: 0,
        };
        let log = in_ptxas_format(&error);
        assert!(
            log.starts_with("ptxas application ptx input, line 5; error   : foo is no instruction"),
            "{log}"
        );
        assert!(log.trim_end().ends_with("Ptx assembly aborted due to errors"));
    }
}
