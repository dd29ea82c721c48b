//! A process that runs programs on one device and records their results.
//!
//! It is a separate process because a program may hang or make the context unusable; its parent determines which
//! program did.

use std::ffi::{CString, c_void};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use cuda_driver::{CuResult, Driver, Raw};
use cuda_driver_sys::{
    CUdeviceptr, CUfunction, CUfunction_attribute, CUjit_option, CUlaunchAttribute,
    CUlaunchAttributeID, CUlaunchConfig, CUlimit,
};

use crate::answers::Answer;
use crate::case::{self, Case};
use crate::hash::hash;

/// The exit status after a fault: the parent starts another worker with the next program.
pub(crate) const FAULT: u8 = 77;

/// The arguments of a worker.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder with the programs
    folder: PathBuf,
    /// Run on the software device
    #[arg(long)]
    software: bool,
    /// The index of the first program in the folder
    #[arg(long)]
    first: usize,
    /// The difference between the indices of successive programs
    #[arg(long)]
    step: usize,
    /// The file for the results
    #[arg(long)]
    answers: PathBuf,
    /// The file to which standard output is redirected
    #[arg(long)]
    printed: PathBuf,
    /// A folder for the programs' output
    #[arg(long)]
    keep: Option<PathBuf>,
}

fn code(error: CuResult) -> u32 {
    error.code().as_raw().0
}

/// Runs its programs in order.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let cases = case::read(&options.folder)?;
    let mut answers = OpenOptions::new().append(true).open(&options.answers)?;
    let driver = if options.software { cuda_sim::driver()? } else { Driver::load()? };
    let raw = driver.raw();
    // SAFETY: the calls are given live pointers, and handles that they returned.
    unsafe {
        let device = raw.cuDeviceGet(0)?;
        raw.cuCtxSetCurrent(raw.cuDevicePrimaryCtxRetain(device)?)?;
        raw.cuCtxSetLimit(CUlimit::CU_LIMIT_STACK_SIZE, 16 << 10)?;
        raw.cuCtxSetLimit(CUlimit::CU_LIMIT_MALLOC_HEAP_SIZE, 8 << 20)?;
    }
    let mut printed = File::open(&options.printed)?;
    printed.seek(SeekFrom::End(0))?;
    for case in cases.iter().skip(options.first).step_by(options.step) {
        writeln!(answers, "{}", case.name)?;
        let mut answer = attempt(raw, options, case)?;
        let mut text = Vec::new();
        printed.read_to_end(&mut text)?;
        if let Answer::Ran { text: of_text, .. } = &mut answer {
            *of_text = hash(&text);
        }
        writeln!(answers, "{}\t{answer}", case.name)?;
        if matches!(answer, Answer::Failed(_)) {
            return Ok(ExitCode::from(FAULT));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn attempt(raw: Raw, options: &Options, case: &Case) -> Result<Answer> {
    let ptx = CString::new(fs::read(options.folder.join(&case.ptx))?)?;
    // Optimizations by ptxas are not compared.
    let mut names = [CUjit_option::CU_JIT_OPTIMIZATION_LEVEL];
    let mut values = [std::ptr::null_mut::<c_void>()];
    let (count, names, values) = (1, names.as_mut_ptr(), values.as_mut_ptr());
    // SAFETY: the text is null-terminated, and one option has one value.
    let module = match unsafe { raw.cuModuleLoadDataEx(ptx.as_ptr().cast(), count, names, values) }
    {
        Ok(module) => module,
        Err(error) => return Ok(Answer::Refused(code(error))),
    };
    let kernel = CString::new(case.kernel.as_str())?;
    // SAFETY: the module was just loaded.
    let answer = match unsafe { raw.cuModuleGetFunction(module, &kernel) } {
        Ok(function) => launch(raw, options, case, function)?,
        Err(error) => Answer::Refused(code(error)),
    };
    if !matches!(answer, Answer::Failed(_)) {
        // SAFETY: none of the module's kernels is running any more.
        unsafe { raw.cuModuleUnload(module)? };
    }
    Ok(answer)
}

fn launch(raw: Raw, options: &Options, case: &Case, function: CUfunction) -> Result<Answer> {
    let input = fs::read(options.folder.join(&case.input))
        .with_context(|| format!("the input of {}", case.name))?;
    if input.len() < 64 {
        bail!("the input of {} is too short", case.name);
    }
    let memory = |size: usize| -> Result<CUdeviceptr> {
        // SAFETY: the function takes only a size.
        Ok(unsafe { raw.cuMemAlloc(size.max(16))? })
    };
    let places = [memory(input.len())?, memory(case.output)?, memory(case.zeroed)?];
    let mut arguments: [*mut c_void; 4] = [
        (&raw const places[0]).cast_mut().cast(),
        (&raw const places[1]).cast_mut().cast(),
        (&raw const places[2]).cast_mut().cast(),
        input.as_ptr().cast_mut().cast(),
    ];
    let mut attributes = [CUlaunchAttribute::default(); 2];
    let mut count = 0;
    if case.cluster > 1 {
        attributes[count].id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[count].value.clusterDim.x = case.cluster;
        attributes[count].value.clusterDim.y = 1;
        attributes[count].value.clusterDim.z = 1;
        count += 1;
    }
    if case.cooperative {
        attributes[count].id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[count].value.cooperative = 1;
        count += 1;
    }
    let config = CUlaunchConfig {
        gridDimX: case.grid[0],
        gridDimY: case.grid[1],
        gridDimZ: case.grid[2],
        blockDimX: case.block[0],
        blockDimY: case.block[1],
        blockDimZ: case.block[2],
        sharedMemBytes: case.shared,
        attrs: attributes.as_mut_ptr(),
        numAttrs: count as u32,
        ..CUlaunchConfig::default()
    };
    let mut result = vec![0u8; case.output + if case.compares_zeroed { case.zeroed } else { 0 }];
    // SAFETY: the copies and fills are as long as their memory, the arguments are those of every kernel here, and what
    // they point to lives until the launch is over.
    let done = unsafe {
        raw.cuMemcpyHtoD(places[0], input.as_ptr().cast(), input.len())?;
        raw.cuMemsetD8(places[1], 0xcd, case.output)?;
        raw.cuMemsetD8(places[2], 0, case.zeroed)?;
        raw.cuCtxSynchronize()?;
        if case.shared > 48 << 10 {
            let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            raw.cuFuncSetAttribute(function, attribute, case.shared as i32)?;
        }
        let arguments = arguments.as_mut_ptr();
        let launched = if count == 0 {
            let ([gx, gy, gz], [bx, by, bz]) = (case.grid, case.block);
            let (shared, stream, extra) = (case.shared, std::ptr::null_mut(), std::ptr::null_mut());
            raw.cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra)
        } else {
            raw.cuLaunchKernelEx(&raw const config, function, arguments, std::ptr::null_mut())
        };
        launched.and_then(|()| raw.cuCtxSynchronize())
    };
    if let Err(error) = done {
        return Ok(Answer::Failed(code(error)));
    }
    // SAFETY: the result has room for both, and the memory is ours.
    unsafe {
        raw.cuMemcpyDtoH(result.as_mut_ptr().cast(), places[1], case.output)?;
        if case.compares_zeroed {
            let rest = result[case.output..].as_mut_ptr();
            raw.cuMemcpyDtoH(rest.cast(), places[2], case.zeroed)?;
        }
        for place in places {
            raw.cuMemFree(place)?;
        }
    }
    if let Some(folder) = &options.keep {
        fs::write(folder.join(format!("{}.out", case.name)), &result)?;
    }
    Ok(Answer::Ran { output: hash(&result), text: 0 })
}
