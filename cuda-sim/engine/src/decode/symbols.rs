//! The symbols of a module.

use crate::code::program::{Global, Relocation, RelocationTarget, Space};
use crate::device::windows::FUNCTION_HANDLES;
use crate::forms::Opcode;
use crate::numbers::half::f16;
use crate::numbers::rounding::Rounding;
use crate::ptx::{
    Function, FunctionKind, Initial, InitialValue, Linkage, Module, Operand, Problem, Signature,
    StateSpace, Type, Variable,
};
use crate::state::grid::RESERVED_SHARED;
use std::collections::{HashMap, HashSet};

/// What a symbol refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A variable in global or constant memory, by its index.
    Global(u32),
    /// Shared memory at the same address in every kernel.
    Shared(u32),
    /// A shared variable that only kernels use: its address depends on the kernel.
    KernelShared(u32),
    /// Dynamic shared memory.
    DynamicShared,
    /// A function, by its index.
    Function(u32),
    /// Local memory outside of functions.
    Local,
}

/// The symbols of a module.
pub struct Symbols<'a> {
    /// The version of its PTX, major and minor.
    pub version: (u32, u32),
    /// The target architecture, 75 for `sm_75`.
    pub target: u32,
    /// The size of the shared memory reserved for the system, before the program's own: zero unless the program uses
    /// it.
    pub reserved_shared: u32,
    names: HashMap<&'a str, Symbol>,
    /// Variables in global and constant memory.
    pub globals: Vec<Global>,
    local_globals: HashMap<(u32, u32), u32>,
    kernel_shared: HashMap<(u32, u32), u32>,
    interfaces: Vec<Interface>,
    /// For each function, the offsets of its own shared variables, by their index.
    pub shared_offsets: HashMap<(u32, u32), u32>,
    /// For each function, the size of static shared memory in bytes.
    pub shared_sizes: Vec<u32>,
    /// The functions, each once: its definition if there is one.
    pub functions: Vec<usize>,
    /// The size of the largest argument that a call passes for a parameter that is an array without a size.
    pub variable_arguments: u64,
}

/// What a caller of a function needs to know.
pub struct Interface {
    /// Whether the module defines it.
    pub defined: bool,
    /// The sizes of its parameters in bytes.
    pub params: Vec<u64>,
    /// The sizes of its return values in bytes.
    pub returns: Vec<u64>,
}

impl Interface {
    fn new(function: &Function<'_>) -> Interface {
        let sizes = |range: &std::ops::Range<usize>| {
            let variables = function.variables[range.clone()].iter();
            variables.map(Variable::size).collect()
        };
        Interface {
            defined: function.defined,
            params: sizes(&function.params),
            returns: sizes(&function.returns),
        }
    }
}

type Failures = Vec<Problem>;

impl<'a> Symbols<'a> {
    /// Lays out the shared memory of `module`, and lists its variables.
    ///
    /// A kernel's static shared memory has at most `shared_per_block` bytes.
    pub fn new(module: &Module<'a>, shared_per_block: u32) -> Result<Symbols<'a>, Failures> {
        let mut symbols = Symbols {
            version: module.version,
            target: module.architecture().unwrap_or(0),
            reserved_shared: 0,
            names: HashMap::new(),
            globals: Vec::new(),
            local_globals: HashMap::new(),
            kernel_shared: HashMap::new(),
            interfaces: Vec::new(),
            shared_offsets: HashMap::new(),
            shared_sizes: Vec::new(),
            functions: Vec::new(),
            variable_arguments: variable_arguments(module),
        };
        let mut failures = Vec::new();
        symbols.add_functions(module);
        symbols.interfaces =
            symbols.functions.iter().map(|&at| Interface::new(&module.functions[at])).collect();
        let used_by: Vec<HashSet<&str>> =
            symbols.functions.iter().map(|&at| module.functions[at].names_used()).collect();
        let reserved = |used: &HashSet<&str>| {
            let mut names = used.iter();
            names.any(|name| name.starts_with("%reserved_smem_offset_"))
        };
        if used_by.iter().any(reserved) {
            symbols.reserved_shared = RESERVED_SHARED;
        }
        let ends = symbols.add_variables(module, &used_by);
        symbols.lay_out_shared(module, &used_by, ends);
        symbols.check_shared(module, shared_per_block, &mut failures);
        symbols.fill_globals(module, &mut failures);
        if failures.is_empty() { Ok(symbols) } else { Err(failures) }
    }

    fn add_functions(&mut self, module: &Module<'a>) {
        for (at, function) in module.functions.iter().enumerate() {
            match self.names.get(function.name) {
                Some(Symbol::Function(index)) => {
                    let known = &mut self.functions[*index as usize];
                    if function.defined {
                        *known = at;
                    }
                }
                _ => {
                    self.names.insert(function.name, Symbol::Function(self.functions.len() as u32));
                    self.functions.push(at);
                }
            }
        }
        for (alias, of, _) in &module.aliases {
            if let Some(&function) = self.names.get(of) {
                self.names.insert(alias, function);
            }
        }
    }

    /// Adds the variables outside of functions; returns for each function where the shared memory ends that functions
    /// have which it may call.
    fn add_variables(&mut self, module: &Module<'a>, used_by: &[HashSet<&str>]) -> Vec<u32> {
        let mut shared = SharedOfFunctions::new(self, module, used_by);
        let local = module.functions.iter().flat_map(|function| &function.variables);
        let initials = module.variables.iter().chain(local).flat_map(|variable| &variable.initial);
        let initial: HashSet<&str> = initials
            .filter_map(|initial| match initial.value {
                InitialValue::Symbol(name, _) | InitialValue::Byte(name, ..) => Some(name),
                _ => None,
            })
            .collect();
        for (number, variable) in module.variables.iter().enumerate() {
            let symbol = match variable.space {
                StateSpace::Shared | StateSpace::SharedCluster if variable.count == 0 => {
                    Symbol::DynamicShared
                }
                StateSpace::Shared | StateSpace::SharedCluster => {
                    let users = (0..used_by.len()).filter(|&i| used_by[i].contains(variable.name));
                    let users: Vec<usize> = users.collect();
                    let is_func = |&index: &usize| {
                        module.functions[self.functions[index]].kind == FunctionKind::Func
                    };
                    if users.iter().any(is_func) {
                        Symbol::Shared(shared.take(variable, users))
                    } else {
                        Symbol::KernelShared(number as u32)
                    }
                }
                StateSpace::Local => Symbol::Local,
                _ => {
                    let index = self.add_global(variable);
                    // What nothing uses needn't be defined, if its size is known.
                    let used = used_by.iter().any(|used| used.contains(variable.name))
                        || initial.contains(variable.name)
                        || variable.count == 0;
                    let global = &mut self.globals[index as usize];
                    global.external &= used;
                    Symbol::Global(index)
                }
            };
            self.names.insert(variable.name, symbol);
        }
        for (index, &at) in self.functions.clone().iter().enumerate() {
            let function = &module.functions[at];
            for (number, variable) in function.variables.iter().enumerate() {
                match variable.space {
                    StateSpace::Global | StateSpace::Const => {
                        let global = self.add_global(variable);
                        self.local_globals.insert((index as u32, number as u32), global);
                    }
                    StateSpace::Shared | StateSpace::SharedCluster if variable.count == 0 => {}
                    StateSpace::Shared | StateSpace::SharedCluster
                        if function.kind == FunctionKind::Func =>
                    {
                        let at = shared.take(variable, vec![index]);
                        self.shared_offsets.insert((index as u32, number as u32), at);
                    }
                    _ => {}
                }
            }
        }
        shared.ends
    }

    fn lay_out_shared(&mut self, module: &Module<'a>, used_by: &[HashSet<&str>], ends: Vec<u32>) {
        for (index, mut end) in ends.into_iter().enumerate() {
            let function = &module.functions[self.functions[index]];
            if function.kind == FunctionKind::Entry {
                let mut take = |variable: &Variable<'_>| {
                    let at = end.next_multiple_of(variable.align.max(1));
                    end = at.saturating_add(small(variable.size()));
                    at
                };
                for (number, variable) in function.variables.iter().enumerate() {
                    if matches!(variable.space, StateSpace::Shared | StateSpace::SharedCluster)
                        && variable.count != 0
                    {
                        let at = take(variable);
                        self.shared_offsets.insert((index as u32, number as u32), at);
                    }
                }
                for (number, variable) in module.variables.iter().enumerate() {
                    if self.names.get(variable.name) == Some(&Symbol::KernelShared(number as u32))
                        && used_by[index].contains(variable.name)
                    {
                        let at = take(variable);
                        self.kernel_shared.insert((index as u32, number as u32), at);
                    }
                }
                let align = self.dynamic_align_of(module, function, &used_by[index]);
                // Dynamic memory follows, aligned to 16 in any case.
                if align > 16 {
                    end = end.next_multiple_of(align);
                }
            }
            self.shared_sizes.push(end - self.reserved_shared);
        }
    }

    fn check_shared(&self, module: &Module<'a>, most: u32, failures: &mut Failures) {
        for (&at, &size) in self.functions.iter().zip(&self.shared_sizes) {
            if size > most {
                let function = &module.functions[at];
                let message = format!(
                    "{} uses {size} bytes of static shared memory, but a block has at most {most}",
                    function.name
                );
                failures.push(Problem::new(function.position, message));
            }
        }
    }

    /// Returns the alignment of the dynamic shared memory that a kernel declares itself.
    fn dynamic_align_of(
        &self,
        module: &Module<'a>,
        function: &Function<'a>,
        used: &HashSet<&str>,
    ) -> u32 {
        let is_dynamic = |variable: &&Variable<'_>| {
            let shared = matches!(variable.space, StateSpace::Shared | StateSpace::SharedCluster);
            shared && variable.count == 0
        };
        let of_module = module.variables.iter().filter(is_dynamic);
        let named = of_module.filter(|variable| used.contains(variable.name));
        let own = function.variables.iter().filter(is_dynamic);
        named.chain(own).map(|variable| variable.align).max().unwrap_or(1)
    }

    fn add_global(&mut self, variable: &Variable<'a>) -> u32 {
        self.globals.push(Global {
            name: variable.name.to_owned(),
            space: if variable.space == StateSpace::Const { Space::Const } else { Space::Global },
            size: variable.size(),
            align: u64::from(variable.align.max(1)),
            init: Vec::new(),
            relocations: Vec::new(),
            visible: matches!(
                variable.linkage,
                Linkage::Visible | Linkage::Weak | Linkage::Common | Linkage::Extern
            ),
            external: variable.linkage == Linkage::Extern,
            managed: variable.managed,
            reference: variable.reference,
        });
        self.globals.len() as u32 - 1
    }

    fn fill_globals(&mut self, module: &Module<'a>, failures: &mut Failures) {
        let mut work: Vec<(u32, &Variable<'a>)> = Vec::new();
        for variable in &module.variables {
            if let Some(Symbol::Global(index)) = self.names.get(variable.name) {
                work.push((*index, variable));
            }
        }
        for (&(function, number), &global) in &self.local_globals {
            let function = &module.functions[self.functions[function as usize]];
            work.push((global, &function.variables[number as usize]));
        }
        for (index, variable) in work {
            let mut init = Vec::new();
            let mut relocations = Vec::new();
            for initial in &variable.initial {
                if let Err(message) =
                    self.initial(variable.element, initial, &mut init, &mut relocations)
                {
                    failures.push(Problem::new(initial.position, message));
                }
            }
            let global = &mut self.globals[index as usize];
            global.init = init;
            global.relocations = relocations;
        }
    }

    fn initial(
        &self,
        ty: Type,
        initial: &Initial<'a>,
        bytes: &mut Vec<u8>,
        relocations: &mut Vec<Relocation>,
    ) -> Result<(), String> {
        let size = ty.size() as usize;
        let value = match &initial.value {
            InitialValue::Integer(value) if ty == Type::F32 => {
                u64::from((*value as i64 as f32).to_bits())
            }
            InitialValue::Integer(value) if ty == Type::F64 => (*value as i64 as f64).to_bits(),
            InitialValue::Integer(value) => *value,
            InitialValue::Single(bits) if ty == Type::F64 => {
                f64::from(f32::from_bits(*bits)).to_bits()
            }
            InitialValue::Single(bits) => u64::from(*bits),
            InitialValue::Float(value) if size == 4 => u64::from((*value as f32).to_bits()),
            InitialValue::Float(value) if size == 2 => {
                u64::from(f16::from_f64(*value, Rounding::Nearest).to_bits())
            }
            InitialValue::Float(value) => value.to_bits(),
            InitialValue::Symbol(name, addend) | InitialValue::Byte(name, addend, _) => {
                let target = match self.find(name) {
                    Some(Symbol::Global(index)) => RelocationTarget::Global(index as usize),
                    Some(Symbol::Function(index)) => {
                        RelocationTarget::Function(FUNCTION_HANDLES + u64::from(index) * 16)
                    }
                    Some(_) => {
                        return Err(format!("the address of {name} isn't known before a launch"));
                    }
                    None => return Err(format!("{name} isn't declared")),
                };
                let first = match initial.value {
                    InitialValue::Byte(_, _, byte) => byte as usize,
                    _ => 0,
                };
                relocations.push(Relocation {
                    offset: bytes.len() as u64,
                    target,
                    addend: *addend,
                    bytes: first..first + size.min(8),
                });
                0
            }
        };
        bytes.extend_from_slice(&value.to_le_bytes()[..size.min(8)]);
        bytes.extend(std::iter::repeat_n(0, size.saturating_sub(8)));
        Ok(())
    }

    /// Returns what a caller of the function needs to know.
    pub fn interface(&self, function: u32) -> Option<&Interface> {
        self.interfaces.get(function as usize)
    }

    /// Looks up a name.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.names.get(name).copied()
    }

    /// Returns the global of variable `variable` in function `function`.
    pub fn local_global(&self, function: u32, variable: u32) -> Option<u32> {
        self.local_globals.get(&(function, variable)).copied()
    }

    /// Returns the offset of the module's shared variable `variable` in kernel `function`.
    pub fn kernel_shared(&self, function: u32, variable: u32) -> u32 {
        self.kernel_shared.get(&(function, variable)).copied().unwrap_or(0)
    }
}

/// The shared memory that functions have besides kernels': a kernel has that of the functions that it may call, as with ptxas,
/// and a function's is at the same address in every kernel.
struct SharedOfFunctions {
    /// For each function, those that may call it.
    callers: Vec<Vec<usize>>,
    /// For each function, where the memory ends of those that it may call, and its own.
    ends: Vec<u32>,
}

impl SharedOfFunctions {
    fn new(symbols: &Symbols<'_>, module: &Module<'_>, used_by: &[HashSet<&str>]) -> Self {
        let function = |name: &str| match symbols.names.get(name) {
            Some(Symbol::Function(index)) => Some(*index as usize),
            _ => None,
        };
        let of_functions = symbols.functions.iter().map(|&at| &module.functions[at]);
        let variables = of_functions.clone().flat_map(|of_function| &of_function.variables);
        let initials =
            module.variables.iter().chain(variables).flat_map(|variable| &variable.initial);
        // What an indirect call may call.
        let mut taken: HashSet<usize> = initials
            .filter_map(|initial| match initial.value {
                InitialValue::Symbol(name, _) | InitialValue::Byte(name, ..) => function(name),
                _ => None,
            })
            .collect();
        let mut indirect = Vec::new();
        let mut callers = vec![Vec::new(); used_by.len()];
        for (caller, (of, used)) in of_functions.zip(used_by).enumerate() {
            let targets = of.signatures.iter().flat_map(|(_, signature)| match signature {
                Signature::Targets(targets) => targets.as_slice(),
                Signature::Prototype(..) => &[],
            });
            for callee in used.iter().chain(targets).filter_map(|name| function(name)) {
                callers[callee].push(caller);
            }
            let mut is_indirect = false;
            for instruction in &of.body {
                let called = match instruction.opcode {
                    Opcode::Call => instruction
                        .operands
                        .iter()
                        .find(|operand| !matches!(operand, Operand::List(_))),
                    _ => None,
                };
                is_indirect |= matches!(called, Some(Operand::Register(_)));
                let others = instruction
                    .operands
                    .iter()
                    .filter(|operand| !called.is_some_and(|of| std::ptr::eq(*operand, of)));
                let addresses = others.filter_map(|other| match other {
                    Operand::Symbol(name, _) => function(name),
                    _ => None,
                });
                for address in addresses {
                    is_indirect = true;
                    taken.insert(address);
                }
            }
            indirect.extend(is_indirect.then_some(caller));
        }
        for function in taken {
            callers[function].extend(&indirect);
        }
        Self { callers, ends: vec![symbols.reserved_shared; used_by.len()] }
    }

    /// Returns the offset of a variable that these functions use.
    fn take(&mut self, variable: &Variable<'_>, mut next: Vec<usize>) -> u32 {
        let mut found = HashSet::new();
        while let Some(function) = next.pop() {
            if found.insert(function) {
                next.extend(&self.callers[function]);
            }
        }
        let end = found.iter().map(|&function| self.ends[function]).max().unwrap_or(0);
        let at = end.next_multiple_of(variable.align.max(1));
        for function in found {
            self.ends[function] = at.saturating_add(small(variable.size()));
        }
        at
    }
}

/// Returns the size of the largest argument for an array without a size, which may be any function's if the call is
/// indirect.
fn variable_arguments(module: &Module<'_>) -> u64 {
    let takes_any = |function: &Function<'_>| {
        let last = function.variables[function.params.clone()].last();
        function.kind == FunctionKind::Func && last.is_some_and(|parameter| parameter.count == 0)
    };
    let all: HashSet<&str> = module
        .functions
        .iter()
        .filter(|function| takes_any(function))
        .map(|function| function.name)
        .collect();
    if all.is_empty() {
        return 0;
    }
    let mut largest = 0;
    for function in &module.functions {
        for call in function.body.iter().filter(|i| i.opcode == Opcode::Call) {
            let target = call.operands.iter().find(|operand| !matches!(operand, Operand::List(_)));
            let others = match target {
                Some(Operand::Symbol(name, _)) => {
                    !all.contains(name) && module.aliases.iter().all(|(alias, ..)| alias != name)
                }
                _ => false,
            };
            let lists = call.operands.iter().rev().find_map(|operand| match operand {
                Operand::List(list) => Some(list),
                _ => None,
            });
            let last = lists.and_then(|list| list.last());
            if let (false, Some(Operand::Variable(index, _))) = (others, last) {
                let variable = function.variables.get(*index as usize);
                largest = largest.max(variable.map_or(0, Variable::size));
            }
        }
    }
    largest
}

fn small(size: u64) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX / 2)
}
