//! Decoding of branches, calls and exits.

use crate::code::operands::CallSite;
use crate::code::place::SourcePlace;
use crate::code::{Code, Inst};
use crate::decode::body::{Body, NEXT, blank, shown};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::spin_loops::{is_spin_loop, is_strong};
use crate::decode::symbols::{Interface, Symbol};
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Function, Instruction, Operand, Type};

/// The branches of a function and their targets.
pub struct Jumps<'f> {
    /// For each label, the following instruction in the tree.
    labels: &'f [usize],
    targets: &'f [(u32, Vec<u32>)],
    /// For each instruction of the tree, whether a branch goes to it.
    entered: Vec<bool>,
    /// For each instruction of the tree, whether a forward branch goes to it.
    reached: Vec<bool>,
    /// For each instruction of the tree, the index of its first one in the code.
    starts: Vec<u32>,
    /// For each instruction of the tree, the number of preceding ones at which lanes may wait for others.
    waiting: Vec<u32>,
    fixups: Vec<Fixup>,
}

struct Fixup {
    /// The index of the branch in the code.
    inst: usize,
    /// The preceding comparison that also performs the branch.
    comparison: Option<usize>,
    label: u32,
    /// The factor of a backward branch's cost; 0 for a forward branch.
    factor: u32,
}

/// The factor for a loop in which lanes may wait for each other.
const WAITING_FACTOR: u32 = 64;

impl<'f> Jumps<'f> {
    /// Collects the branch targets of `function`.
    pub fn new(function: &'f Function<'_>) -> Jumps<'f> {
        let length = function.body.len();
        let mut entered = vec![false; length + 1];
        let mut reached = vec![false; length + 1];
        let mut waiting = vec![0; length + 1];
        for (at, instruction) in function.body.iter().enumerate() {
            let waits =
                instruction.facts().is_some_and(|facts| facts.may_wait) || is_strong(instruction);
            waiting[at + 1] = waiting[at] + u32::from(waits);
            for operand in &instruction.operands {
                let Operand::Label(label) = operand else {
                    continue;
                };
                let listed = function.branch_targets.iter().find(|(id, _)| id == label);
                let (indexed, targets) =
                    listed.map_or((false, vec![*label]), |(_, targets)| (true, targets.clone()));
                for target in targets {
                    let to = function.labels.get(target as usize).copied().unwrap_or(0);
                    entered[to.min(length)] = true;
                    if to > at || indexed {
                        reached[to.min(length)] = true;
                    }
                }
            }
        }
        Jumps {
            labels: &function.labels,
            targets: &function.branch_targets,
            entered,
            reached,
            starts: vec![0; length + 1],
            waiting,
            fixups: Vec::new(),
        }
    }

    /// Records that instruction `at` of the tree begins.
    pub fn arrive(&mut self, at: usize, body: &mut Body<'_, '_>, place: SourcePlace) {
        let here = body.parts.insts.len();
        self.starts[at] = here as u32;
        if self.entered[at] {
            body.join_paths();
        }
        if self.reached[at] {
            body.parts.push(Inst { x: here as u64, ..blank(body.level.of::<ops::Label>()) }, place);
        }
    }

    /// Fills in the targets of branches.
    pub fn finish(self, code: &mut Code) -> Decoded<()> {
        // Beside each instruction is one that counts it, and takes no time.
        let counters = 1 + u32::from(code.observers.counters);
        for fixup in &self.fixups {
            let target = self.labels.get(fixup.label as usize).and_then(|&at| self.starts.get(at));
            let &target = target.ok_or("a branch has an undefined label")?;
            let Some(inst) = code.insts.get_mut(fixup.inst) else {
                continue;
            };
            inst.x = inst.x & !0xffff_ffff | u64::from(target);
            if fixup.factor != 0 {
                let length = (fixup.inst as u32).saturating_sub(target) / counters;
                inst.z = length.max(1).saturating_mul(fixup.factor);
            }
            let branch = *inst;
            if let Some(comparison) = fixup.comparison.and_then(|at| code.insts.get_mut(at)) {
                comparison.c = branch.z;
                comparison.x = branch.x;
                comparison.y = branch.y | branch.b << 1;
            }
        }
        // The list of an indexed branch contains labels until now.
        for (list, labels) in code.label_lists.drain(..) {
            let targets = labels.iter().map(|&label| {
                self.labels
                    .get(label as usize)
                    .and_then(|&at| self.starts.get(at))
                    .copied()
                    .unwrap_or(u32::MAX - 8)
            });
            code.lists[list] = targets.collect();
        }
        Ok(())
    }
}

impl<'a> Body<'_, 'a> {
    /// `bra`, `brx.idx`.
    pub fn branch(&mut self, i: &Instruction<'a>, at: usize, jumps: &mut Jumps<'_>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        mods.flag(Modifier::Uni);
        if i.opcode == Opcode::Brx {
            mods.flag(Modifier::Idx);
            mods.finish()?;
            let [index, Operand::Label(label)] = i.operands.as_slice() else {
                return Err("expected an index and a list of branch targets".into());
            };
            let Some((_, labels)) = jumps.targets.iter().find(|(id, _)| id == label) else {
                return Err("the label has no .branchtargets".into());
            };
            let a = self.source(index, Type::U32)?;
            let z = self.parts.lists.len() as u32;
            self.parts.lists.push(Box::default());
            self.parts.label_lists.push((z as usize, labels.clone()));
            self.waits = true;
            self.emit(Inst { a, z, b: 16, ..blank(rare::<ops::BranchIndexed>()) });
            return Ok(());
        }
        mods.finish()?;
        let [Operand::Label(label)] = i.operands.as_slice() else {
            return Err("the function has no such label".into());
        };
        let to = jumps.labels.get(*label as usize).copied().unwrap_or(0);
        let back = to <= at;
        let waits = back && jumps.waiting[at + 1] > jumps.waiting[to];
        let factor = if !back {
            0
        } else if waits {
            WAITING_FACTOR
        } else {
            1
        };
        let polls = u32::from(waits && is_spin_loop(&self.function.body[to..=at]));
        // The guard is part of the branch.
        let inst = self.parts.insts.len();
        let inst_code = match i.guard {
            Some((register, negated)) => Inst {
                a: self.register(register)?,
                b: polls,
                y: u32::from(negated),
                x: (inst as u64 + 1) << 32,
                ..blank(self.level.of::<ops::Branch>())
            },
            None if back => Inst { b: polls, ..blank(self.level.of::<ops::JumpBack>()) },
            None => blank(self.level.of::<ops::Jump>()),
        };
        let place = SourcePlace {
            line: i.position.line,
            function: self.index,
            source_line: i.location.line,
            file: None,
        };
        let comparison = i.guard.and_then(|_| self.fuse_comparison(inst_code.a));
        self.parts.push(inst_code, place);
        jumps.fixups.push(Fixup { inst, comparison, label: *label, factor });
        Ok(())
    }

    /// `ret`, `exit`, `trap`.
    pub fn leave(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        mods.flag(Modifier::Uni);
        mods.finish()?;
        self.waits = true;
        let run = match i.opcode {
            Opcode::Trap => rare::<ops::Trap>(),
            Opcode::Ret if !self.is_kernel() => rare::<ops::Return>(),
            _ => self.level.of::<ops::Exit>(),
        };
        self.emit(blank(run));
        Ok(())
    }

    /// Ends the function.
    pub fn end(&mut self, place: SourcePlace) {
        let run =
            if self.is_kernel() { self.level.of::<ops::Exit>() } else { rare::<ops::Return>() };
        self.parts.push(blank(run), place);
    }

    /// `call`
    pub fn call(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        mods.flag(Modifier::Uni);
        mods.finish()?;
        let mut operands = i.operands.as_slice();
        let mut lists: [&[Operand<'a>]; 2] = [&[]; 2];
        if let [Operand::List(results), rest @ ..] = operands {
            lists[1] = results;
            operands = rest;
        }
        let [target, rest @ ..] = operands else {
            return Err("expected a function to call".into());
        };
        if let [Operand::List(arguments), ..] = rest {
            lists[0] = arguments;
        }
        let mut site = CallSite { caller: self.index, ..CallSite::default() };
        for (list, values) in lists.iter().zip([&mut site.arguments, &mut site.results]) {
            for operand in *list {
                let Operand::Variable(index, 0) = operand else {
                    return Err(Refusal::unsupported(format!(
                        "arguments of a call are .param variables, not {}",
                        shown(operand)
                    )));
                };
                let variable = self.variable(*index)?;
                let at = self.offsets.get(*index as usize).copied().unwrap_or(0);
                values.push((at, u32::try_from(variable.size()).unwrap_or(0)));
            }
        }
        let z = self.parts.calls.len() as u32;
        let mut inst = Inst { z, x: NEXT, ..blank(rare::<ops::Call>()) };
        match target {
            Operand::Symbol(name, 0) => {
                let Some(Symbol::Function(function)) = self.symbols.find(name) else {
                    return Err(format!("{name} isn't a function of the module").into());
                };
                site.function = Some(function);
                let interface = self.symbols.interface(function);
                if let Some(message) =
                    interface.and_then(|interface| disagreement(&site, interface))
                {
                    return Err(format!("{name} {message}").into());
                }
                if !interface.is_some_and(|interface| interface.defined) {
                    // Functions of the device runtime have two names, by the release of nvcc.
                    let runtime = name.strip_prefix("__cudaCDP2").or(name.strip_prefix("cuda"));
                    inst.run = match *name {
                        "vprintf" => rare::<ops::Printf>(),
                        "malloc" => rare::<ops::Malloc>(),
                        "free" => rare::<ops::Free>(),
                        "__assertfail" => rare::<ops::Assert>(),
                        "__cudaSimRuntime" => rare::<ops::Runtime>(),
                        "cudaGraphSetConditional" => rare::<ops::SetCondition>(),
                        "cudaGraphLaunch" | "cudaGraphLaunch_ptsz" => {
                            site.launches_graph = true;
                            rare::<ops::LaunchGraph>()
                        }
                        _ if runtime == Some("GetParameterBufferV2") => {
                            rare::<ops::ParameterBuffer>()
                        }
                        _ if matches!(runtime, Some("LaunchDeviceV2" | "LaunchDeviceV2_ptsz")) => {
                            rare::<ops::LaunchKernel>()
                        }
                        _ if matches!(runtime, Some("GetLastError" | "PeekAtLastError")) => {
                            inst.y = u32::from(runtime == Some("PeekAtLastError"));
                            rare::<ops::LaunchError>()
                        }
                        _ => {
                            return Err(Refusal::undefined(format!(
                                "{name} is declared but not defined: link the module that defines it, or remove the call"
                            )));
                        }
                    };
                }
            }
            Operand::Register(register) if register.ty.size() == 4 => {
                let address = self.register(*register)?;
                inst.a = self.widened_word(address);
            }
            Operand::Register(_) => inst.a = self.source(target, Type::B64)?,
            _ => return Err(format!("a function can't be called by {}", shown(target)).into()),
        }
        self.parts.calls.push(site);
        self.waits = true;
        self.emit(inst);
        Ok(())
    }
}

/// Returns how a call differs from the called function's declaration.
fn disagreement(site: &CallSite, interface: &Interface) -> Option<String> {
    let lists = [
        ("parameters", &site.arguments, &interface.params),
        ("return values", &site.results, &interface.returns),
    ];
    lists.into_iter().find_map(|(list, given, declared)| {
        // An array whose size isn't declared can be left out, and have any.
        let (given, declared) = match (given.split_last(), declared.split_last()) {
            (_, Some((0, others))) if given.len() == others.len() => (given.as_slice(), others),
            (Some((_, given)), Some((0, others))) => (given, others),
            _ => (given.as_slice(), declared.as_slice()),
        };
        if given.len() != declared.len() {
            let (given, declared) = (given.len(), declared.len());
            return Some(format!("has {declared} {list}, and the call has {given}"));
        }
        let sizes = || given.iter().map(|(_, size)| u64::from(*size)).zip(declared);
        let (given, declared) = sizes().find(|(given, declared)| given != *declared)?;
        Some(format!("has {list} of other sizes: {declared} bytes, and {given} in the call"))
    })
}
