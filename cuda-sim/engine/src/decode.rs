//! Decodes PTX's tree to executable instructions.

mod address_spaces;
mod addresses;
pub(crate) mod architecture;
mod atomic;
mod body;
mod cache_policies;
mod compare;
mod constant_registers;
mod control;
mod convert;
mod count_instrumentation;
mod elementwise;
mod fences;
mod fusion;
mod handlers;
mod liveness;
mod load_coalescing;
mod matrix;
mod mbarrier;
mod memory;
mod modifiers;
mod moves;
mod program;
mod race_instrumentation;
mod refusal;
mod register_allocation;
mod registers;
mod rematerialization;
mod special;
mod spin_loops;
mod strength_reduction;
mod sum_operands;
mod symbols;
mod tensor;
mod texture;
mod video;
mod warp;
mod warp_group;
mod wide_atomic;

use std::path::Path;

use crate::check::{self, FormMismatch};
use crate::code::function::FunctionCode;
use crate::code::level::Level;
use crate::code::place::SourcePlace;
use crate::code::program::{Global, Kernel, Param};
use crate::code::{Code, Observers};
use crate::device::DeviceModel;
use crate::device::error::{CompileError, CompileErrorKind};
use crate::forms::{self, Lowering};
use crate::forms::{Modifier, Opcode};
use crate::ptx;
use crate::ptx::{FunctionKind, Instruction, Position, Problem, StateSpace};
use body::{Body, Decoded, Refusal, missing};
use control::Jumps;
use symbols::Symbols;

/// A decoded module.
pub struct Decode {
    /// Its kernels, each with the index of its function.
    pub kernels: Vec<(Kernel, usize)>,
    /// Its variables.
    pub globals: Vec<Global>,
    /// Its instructions.
    pub code: Code,
    /// Its target architecture.
    pub architecture: u32,
    /// The shared memory reserved for the system, before its kernels' own, in bytes.
    pub reserved_shared: u32,
}

/// An error with one problem.
fn failure(kind: CompileErrorKind, position: Position, message: String) -> CompileError {
    CompileError::new(kind, vec![Problem::new(position, message)])
}

/// The errors of a program's instructions.
#[derive(Default)]
struct Failures {
    /// Whether ptxas would also reject the program.
    invalid: bool,
    found: Vec<Problem>,
}

impl Failures {
    fn add(&mut self, kind: CompileErrorKind, problem: Problem) {
        self.invalid |= kind == CompileErrorKind::InvalidPtx;
        self.found.push(problem);
    }

    fn result(self) -> Result<(), CompileError> {
        let kind =
            if self.invalid { CompileErrorKind::InvalidPtx } else { CompileErrorKind::Unsupported };
        if self.found.is_empty() { Ok(()) } else { Err(CompileError::new(kind, self.found)) }
    }
}

/// Decodes `text` for `device`, so that these observers are told about its instructions.
pub fn decode(
    text: &str,
    device: &DeviceModel,
    observers: Observers,
) -> Result<Decode, CompileError> {
    let mut module = ptx::parse(text)
        .map_err(|problem| CompileError::new(CompileErrorKind::InvalidPtx, vec![problem]))?;
    check_version(&module, device)?;
    check_forms(&mut module)?;
    sum_operands::lower(&mut module)?;
    address_spaces::infer(&mut module);
    for function in &mut module.functions {
        // Counted are the instructions as they were written.
        if !observers.counters {
            strength_reduction::reduce(function);
        }
        // What is moved, or executed together, couldn't be told one by one.
        if observers.any() {
            continue;
        }
        load_coalescing::coalesce(function);
        addresses::fuse(function);
        rematerialization::rematerialize(function);
        fences::delay(function);
    }
    let symbols = Symbols::new(&module, device.shared_per_block)
        .map_err(|problems| CompileError::new(CompileErrorKind::InvalidPtx, problems))?;
    let mut code = Code {
        files: module.files.iter().map(|(_, name)| shown(name)).collect(),
        level: if device.avx2 { Level::detect() } else { Level::Plain },
        observers,
        ..Code::default()
    };
    let mut kernels = Vec::new();
    let mut failures = Failures::default();
    code.functions = symbols
        .functions
        .iter()
        .map(|&at| FunctionCode {
            name: module.functions[at].name.to_owned(),
            entry: u32::MAX,
            ..FunctionCode::default()
        })
        .collect();
    // Frames first: a call needs the offsets of the called function's arguments.
    for (index, &at) in symbols.functions.iter().enumerate() {
        let (offsets, local_size) = lay_out(&module.functions[at], index as u32, &symbols);
        let function = &module.functions[at];
        let part = |range: std::ops::Range<usize>| {
            range
                .map(|variable| {
                    let size = size_of_parameter(&function.variables[variable], &symbols);
                    (offsets[variable], size)
                })
                .collect()
        };
        let body = &mut code.functions[index];
        body.params = part(function.params.clone());
        body.returns = part(function.returns.clone());
        body.local_size = local_size;
        let of_variable = |variable: &ptx::Variable<'_>| match variable.space {
            StateSpace::Local => size_of_variable(variable),
            _ => 0,
        };
        let sizes = function.variables.iter().map(of_variable);
        body.variables_size = sizes.fold(0, u32::saturating_add);
    }
    for (index, &at) in symbols.functions.iter().enumerate() {
        let function = &module.functions[at];
        if !function.defined {
            continue;
        }
        function_code(&module, index as u32, &symbols, &mut code, &mut failures);
    }
    let functions = symbols.functions.iter().enumerate();
    let callable = functions.filter(|(_, at)| module.functions[**at].kind != FunctionKind::Entry);
    let callable: Vec<usize> = callable.map(|(index, _)| index).collect();
    code.measure_stacks(&callable);
    for (index, &at) in symbols.functions.iter().enumerate() {
        let function = &module.functions[at];
        if function.defined && function.kind == FunctionKind::Entry {
            kernels.push((kernel(function, index, &symbols, &code), index));
        }
    }
    failures.result()?;
    Ok(Decode {
        kernels,
        architecture: symbols.target,
        reserved_shared: symbols.reserved_shared,
        globals: symbols.globals,
        code,
    })
}

fn check_version(module: &ptx::Module<'_>, device: &DeviceModel) -> Result<(), CompileError> {
    let (major, minor) = module.version;
    if module.version > device.ptx_version {
        let message = format!(
            "the PTX has version {major}.{minor}, but the device accepts up to {}.{}: compile with an older NVRTC",
            device.ptx_version.0, device.ptx_version.1
        );
        return Err(failure(
            CompileErrorKind::UnsupportedPtxVersion,
            module.version_position,
            message,
        ));
    }
    if !architecture::is_version(module.version) {
        let message = format!("Unsupported .version {major}.{minor}: there is no such version");
        let at = module.version_position;
        return Err(failure(CompileErrorKind::UnsupportedPtxVersion, at, message));
    }
    let invalid = |message: String| {
        let at = module.target_position;
        Err(failure(CompileErrorKind::InvalidPtx, at, message))
    };
    let target = module.target;
    let Some((number, since)) =
        module.architecture().and_then(|number| Some((number, architecture::since(number)?)))
    else {
        return invalid(format!("unknown architecture {target}"));
    };
    let digits = |c: char| c.is_ascii_digit();
    let letter = target.rsplit(digits).next().and_then(|rest| rest.chars().next());
    if letter.is_some_and(|letter| !architecture::has_letter(number, letter)) {
        return invalid(format!("unknown architecture {target}"));
    }
    let since = match letter {
        Some('a') if number == 90 => (8, 0),
        _ => since,
    };
    if module.version < since {
        return invalid(format!(
            "PTX of version {major}.{minor} can't be for {target}, which came with {}.{}",
            since.0, since.1
        ));
    }
    let (own_major, own_minor) = device.compute_capability;
    if number > own_major * 10 + own_minor {
        let message = format!(
            "the PTX is for {target}, but the device has compute capability {own_major}.{own_minor}: compile for compute_{own_major}{own_minor} or older"
        );
        return Err(failure(CompileErrorKind::UnsupportedTarget, module.target_position, message));
    }
    Ok(())
}

fn size_of_variable(variable: &ptx::Variable<'_>) -> u32 {
    u32::try_from(variable.size()).unwrap_or(u32::MAX / 4)
}

/// Returns the size of a parameter, with room for all that calls pass in an array without a size.
fn size_of_parameter(variable: &ptx::Variable<'_>, symbols: &Symbols<'_>) -> u32 {
    match variable.count {
        0 => u32::try_from(symbols.variable_arguments).unwrap_or(u32::MAX / 4),
        _ => size_of_variable(variable),
    }
}

/// Computes the offset of each variable of a function, and the size of its local memory.
fn lay_out(function: &ptx::Function<'_>, index: u32, symbols: &Symbols<'_>) -> (Vec<u32>, u32) {
    let mut offsets = vec![0; function.variables.len()];
    let (mut local, mut params) = (0u32, 0u32);
    for (number, variable) in function.variables.iter().enumerate() {
        let size = size_of_variable(variable);
        let kernel_param =
            function.kind == FunctionKind::Entry && function.params.contains(&number);
        let end = if kernel_param { &mut params } else { &mut local };
        match variable.space {
            StateSpace::Local | StateSpace::Param => {
                let at = end.next_multiple_of(variable.align.clamp(1, 1 << 12));
                offsets[number] = at;
                // Arguments of functions are read eight bytes at a time.
                let is_argument = variable.space == StateSpace::Param && !kernel_param;
                let size =
                    if is_argument { size_of_parameter(variable, symbols).max(8) } else { size };
                *end = at.saturating_add(size).min(u32::MAX / 4);
            }
            StateSpace::Shared | StateSpace::SharedCluster => {
                offsets[number] =
                    symbols.shared_offsets.get(&(index, number as u32)).copied().unwrap_or(0);
            }
            _ => {}
        }
    }
    (offsets, local)
}

/// The number of registers that a multiprocessor has for the same lane of all warps.
const REGISTERS_OF_LANES: u32 = 65_536 / 32;

fn kernel(
    function: &ptx::Function<'_>,
    index: usize,
    symbols: &Symbols<'_>,
    code: &Code,
) -> Kernel {
    let (offsets, _) = lay_out(function, index as u32, symbols);
    let params: Vec<Param> = function
        .params
        .clone()
        .map(|number| Param {
            offset: offsets[number],
            size: size_of_variable(&function.variables[number]),
        })
        .collect();
    let threads =
        |shape: Option<[u32; 3]>| shape.map(|[x, y, z]| x.saturating_mul(y).saturating_mul(z));
    let body = &code.functions[index];
    let max_threads = threads(function.max_threads);
    let largest = threads(function.required_threads).or(max_threads);
    // As a GPU's compiler makes it, the largest block that a kernel asks for fits on a multiprocessor.
    // Each of its four parts has as many warps.
    let warps = largest.map_or(1, |threads| threads.div_ceil(32).clamp(1, 32));
    let warps = warps.next_multiple_of(4);
    let fitting = REGISTERS_OF_LANES / warps / 8 * 8;
    let most = function.max_registers.unwrap_or(255).min(fitting);
    let most = most.clamp(8, 255);
    Kernel {
        name: function.name.to_owned(),
        param_size: params.last().map_or(0, |last| last.offset + last.size),
        params,
        shared_static: symbols.shared_sizes.get(index).copied().unwrap_or(0),
        local: body.stack_variables,
        registers: (body.frame_words / 32).clamp(8, most),
        max_threads,
        required_block: function.required_threads,
        required_cluster: function.required_cluster,
        max_cluster: function.max_cluster,
        explicit_cluster: function.explicit_cluster,
        blocks_are_clusters: function.blocks_are_clusters,
        is_tile: function.is_tile,
        launches_graphs: code.functions[index].launches_graphs,
        native: None,
    }
}

fn function_code<'a>(
    module: &ptx::Module<'a>,
    index: u32,
    symbols: &Symbols<'a>,
    code: &mut Code,
    failures: &mut Failures,
) {
    let function = &module.functions[symbols.functions[index as usize]];
    let (offsets, _) = lay_out(function, index, symbols);
    let entry = code.insts.len() as u32;
    let mut frame = std::mem::take(&mut code.functions[index as usize]);
    let mut jumps = Jumps::new(function);
    let mut body = Body::new(function, index, symbols, code);
    body.offsets = offsets;
    body.local_size = frame.local_size;
    body.find_constant_registers();
    body.allocate();
    for (at, instruction) in function.body.iter().enumerate() {
        let place = place_of(module, instruction, index);
        jumps.arrive(at, &mut body, place);
        let counted = body.count_next(instruction, place);
        if body.defines_constant(instruction) {
            continue;
        }
        body.keep_order(instruction);
        let decoded = counted
            .and_then(|()| body.begin_coalesced_loads(function, at))
            .and_then(|()| body.place(instruction, place))
            .and_then(|()| body.watch(instruction, place, || instruction.name()))
            .and_then(|watch| {
                body.instruction(instruction, at, &mut jumps)?;
                body.watch_after(watch);
                body.place(instruction, place)
            });
        body.pending.clear();
        body.waits = false;
        if let Err(refusal) = decoded {
            let kind = refusal.kind;
            let mut problem = refusal.at(instruction.position);
            problem.message = format!("{}: {}", instruction.name(), problem.message);
            failures.add(kind, problem);
        }
    }
    let place = SourcePlace { function: index, ..code_end(module, function, index) };
    jumps.arrive(function.body.len(), &mut body, place);
    body.end(place);
    if let Err(refusal) = jumps.finish(body.parts) {
        failures.add(refusal.kind, refusal.at(function.position));
    }
    body.finish(entry, &mut frame);
    code.functions[index as usize] = frame;
}

/// Checks that each instruction has a form of the table. PTX before 2.0 is exempt.
fn check_forms(module: &mut ptx::Module<'_>) -> Result<(), CompileError> {
    if module.version < (2, 0) {
        check::assume_all(module);
        return Ok(());
    }
    let newer = module.version > forms::VERSION;
    let mut failures = Failures::default();
    for FormMismatch { position, name, reason } in check::check_all(module) {
        let (kind, reason) = if newer {
            (
                CompileErrorKind::Unsupported,
                format!("{reason}, as far as the software device knows PTX of this version"),
            )
        } else {
            (CompileErrorKind::InvalidPtx, reason)
        };
        failures.add(kind, Problem::new(position, format!("{name}: {reason}")));
    }
    failures.result()
}

/// Returns the name of a source as messages show it: without the working folder, which compilers put before the name of a
/// program that is no file.
fn shown(name: &str) -> String {
    let here = std::env::current_dir().ok();
    let inside = here.and_then(|here| Path::new(name).strip_prefix(here).ok());
    inside.map_or(name.into(), Path::to_string_lossy).into_owned()
}

fn place_of(module: &ptx::Module<'_>, instruction: &Instruction<'_>, function: u32) -> SourcePlace {
    let file = module
        .files
        .iter()
        .position(|(number, _)| *number == instruction.location.file && *number != 0);
    SourcePlace {
        line: instruction.position.line,
        file: file.map(|file| file as u32),
        source_line: instruction.location.line,
        function,
    }
}

fn code_end(module: &ptx::Module<'_>, function: &ptx::Function<'_>, index: u32) -> SourcePlace {
    function.body.last().map_or_else(SourcePlace::default, |last| place_of(module, last, index))
}

impl<'a> Body<'_, 'a> {
    fn instruction(
        &mut self,
        i: &Instruction<'a>,
        at: usize,
        jumps: &mut Jumps<'_>,
    ) -> Decoded<()> {
        let plain = self.without_hint(i)?;
        let i = plain.as_ref().unwrap_or(i);
        // On the GPUs of that time these were less precise.
        if self.symbols.version < (2, 0)
            && matches!(i.opcode, Opcode::Mad | Opcode::Div | Opcode::Rcp | Opcode::Sqrt)
            && i.modifiers.contains(&Modifier::F32)
        {
            return Err(Refusal::unsupported(
                "the software device doesn't round as PTX before 2.0 does; compile with a newer NVRTC",
            ));
        }
        let Some(form) = i.form else {
            return Err("unknown instruction".into());
        };
        match form.facts.lowering {
            Lowering::Elementwise => self.elementwise(i),
            Lowering::CarryOperation => self.carry_operation(i),
            Lowering::ThreeInputs => self.three_inputs(i),
            Lowering::Predicates => self.predicates(i),
            Lowering::Lop3 => self.lop3(i),
            Lowering::Compare => self.compare(i),
            Lowering::Select => self.select(i),
            Lowering::Video => self.video(i),
            Lowering::Convert => self.convert(i),
            Lowering::Mov => self.mov(i),
            Lowering::StoreAsync => self.store_async(i),
            Lowering::OrderedAccess => self.ordered_access(i),
            Lowering::Atomic => self.atomic(i),
            Lowering::CreatePolicy => self.create_policy(i),
            Lowering::ConvertAddress => self.convert_address(i),
            Lowering::CopyAsync => self.copy_async(i),
            Lowering::BulkCopy => self.copy_bulk(i),
            Lowering::TensorCopy => self.copy_tensor(i),
            Lowering::ArriveAfterCopies => self.arrive_after_copies(i),
            Lowering::Mbarrier => self.mbarrier(i),
            Lowering::Shuffle => self.shuffle(i),
            Lowering::Vote => self.vote(i),
            Lowering::ActiveMask => self.active_mask(i),
            Lowering::Match => self.match_lanes(i),
            Lowering::Redux => self.redux(i),
            Lowering::Elect => self.elect(i),
            Lowering::Barrier => self.barrier(i),
            Lowering::Fence => self.fence(i),
            Lowering::Sleep => self.sleep(i),
            Lowering::Prefetch => self.prefetch(i),
            Lowering::IsInSpace => self.is_in_space(i),
            Lowering::MapAddress => self.map_address(i),
            Lowering::Mma => self.mma(i),
            Lowering::Wmma => self.wmma(i),
            Lowering::RowMatrix => self.row_matrix(i),
            Lowering::Branch => self.branch(i, at, jumps),
            Lowering::Call => self.call(i),
            Lowering::Leave => self.leave(i),
            Lowering::Image => self.image(i),
            Lowering::TensorMap => self.tensor_map(i),
            Lowering::WarpGroup => self.warp_group(i),
            Lowering::NoEffect => Ok(()),
            Lowering::Stack => self.stack(i),
            Lowering::Unsupported => Err(Refusal::unsupported(form.facts.reason)),
            Lowering::Multimem => {
                self.emit(missing(2));
                Ok(())
            }
        }
    }
}
