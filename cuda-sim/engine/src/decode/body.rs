//! The state of a function that is being decoded: its frame, operands and instructions.

use crate::code::function::{Constant, FunctionCode, Slot, Special};
use crate::code::level::Level;
use crate::code::place::SourcePlace;
use crate::code::{Code, Handler, Inst, frame_size};
use crate::decode::addresses::MentionCounts;
use crate::decode::fences::Ordered;
use crate::decode::fusion::{Element, Fusible};
pub use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::register_allocation::Places;
use crate::decode::registers::words;
use crate::decode::symbols::{Symbol, Symbols};
use crate::device::windows::FUNCTION_HANDLES;
use crate::numbers::half::{bf16, f16};
use crate::numbers::rounding::Rounding;
use crate::ops::{Add, Branch, Guard, Label, rare};
use crate::ptx::{
    Address, Base, Function, Instruction, Operand, Register, StateSpace, Type, Variable,
};
use std::collections::HashMap;

/// An address operand.
pub struct AddressOperand {
    /// The register with the address.
    pub at: u32,
    /// Whether it has 64 bits.
    pub wide: bool,
    /// The number of bytes added.
    pub offset: i64,
}

/// A function being decoded.
pub struct Body<'d, 'a> {
    /// The function.
    pub function: &'d Function<'a>,
    /// Its index.
    pub index: u32,
    /// The module's symbols.
    pub symbols: &'d Symbols<'a>,
    /// The CPU's instruction set.
    pub level: Level,
    /// The positions of registers.
    pub places: Places,
    /// Registers that never change.
    pub constant_registers: HashMap<u32, Constant>,
    slots: Vec<Slot>,
    slot_of: HashMap<(Constant, u8), u32>,
    /// The size of the frame in words.
    words: u32,
    /// The offset of each variable in shared, local or parameter memory.
    pub offsets: Vec<u32>,
    /// The size of local memory in bytes.
    pub local_size: u32,
    /// Lists, calls and shapes shared by all functions.
    pub parts: &'d mut Code,
    /// The code of the current instruction.
    pub pending: Vec<Inst>,
    /// Whether a guard must become a branch, because the code waits or jumps.
    pub waits: bool,
    carry: Option<u32>,
    scratch: Vec<u32>,
    /// How many of these the current instruction uses.
    scratch_used: usize,
    /// The last comparison, if it can be combined with a branch.
    pub comparison: Option<Fusible>,
    /// The first instruction of the function after the last group of loads.
    pub coalesced: usize,
    /// The last address of an element, if it can be combined with an access.
    pub element: Option<Element>,
    /// The last upper half of a product of 64-bit words, if it can be combined with a shift: its index, and its register.
    pub half: Option<(usize, Register)>,
    /// How often registers are read and written.
    pub mentions: MentionCounts,
    /// Which accesses before the next instruction are ordered before those after it.
    pub ordered: Ordered,
    /// The index of the last fence without a guard.
    pub last_fence: Option<usize>,
}

impl<'d, 'a> Body<'d, 'a> {
    /// Creates the state for a function before its first instruction.
    pub fn new(
        function: &'d Function<'a>,
        index: u32,
        symbols: &'d Symbols<'a>,
        parts: &'d mut Code,
    ) -> Body<'d, 'a> {
        Body {
            function,
            index,
            symbols,
            level: parts.level,
            places: Places::default(),
            constant_registers: HashMap::new(),
            slots: Vec::new(),
            slot_of: HashMap::new(),
            words: 0,
            offsets: vec![0; function.variables.len()],
            local_size: 0,
            parts,
            pending: Vec::new(),
            waits: false,
            carry: None,
            scratch: Vec::new(),
            scratch_used: 0,
            comparison: None,
            coalesced: 0,
            element: None,
            half: None,
            mentions: MentionCounts::of(&function.body),
            ordered: Ordered::Unknown,
            last_fence: None,
        }
    }

    /// Starts the frame with `words` words of registers.
    pub fn start_frame(&mut self, words: u32) {
        self.words = words;
    }

    /// Returns `true` if it is a kernel.
    pub fn is_kernel(&self) -> bool {
        self.function.kind == crate::ptx::FunctionKind::Entry
    }

    /// Finishes the function after its last instruction.
    pub fn finish(self, entry: u32, code: &mut FunctionCode) {
        code.entry = entry;
        code.frame_words = self.words.next_multiple_of(32);
        let varying = self.slots.iter().filter(|slot| slot.constant.varies_by_call());
        code.entry_slots = varying.copied().collect();
        let top = self.slots.iter().find(|slot| matches!(slot.constant, Constant::StackTop(_)));
        code.stack_top = top.map(|slot| slot.at);
        code.slots = self.slots;
        code.local_size = self.local_size;
    }

    fn take_words(&mut self, lane_words: u32) -> u32 {
        // A predicate has a whole plane, because constants are few.
        let at = self.words.next_multiple_of(32);
        self.words = at + lane_words.max(1) * 32;
        at
    }

    /// Forgets what precedes the next instruction, because a branch goes there, too: accesses of the branch's path may
    /// not be ordered, and the next instruction must not be executed together with one before its label, which the
    /// branch skips.
    pub fn join_paths(&mut self) {
        self.ordered = Ordered::Unknown;
        self.last_fence = None;
        self.comparison = None;
        self.element = None;
        self.half = None;
    }

    /// Returns the position of a constant with `lane_words` words for each lane (0: a predicate).
    pub fn constant(&mut self, constant: Constant, lane_words: u8) -> u32 {
        if let Some(&at) = self.slot_of.get(&(constant, lane_words)) {
            return at;
        }
        let at = self.take_words(lane_words.into());
        self.slots.push(Slot { at, words: lane_words, constant });
        self.slot_of.insert((constant, lane_words), at);
        at
    }

    /// Returns `true` if all lanes of a warp have the same value at this position, because it is constant.
    pub fn is_alike(&self, at: u32) -> bool {
        let slot = self.slots.iter().find(|slot| slot.at == at);
        slot.is_some_and(|slot| slot.constant.is_alike())
    }

    /// Returns the position of the first free address after the frame.
    pub fn stack_top(&mut self) -> u32 {
        self.constant(Constant::StackTop(frame_size(self.local_size)), 2)
    }

    /// Returns a position for a value that is only used within one instruction.
    pub fn temporary(&mut self, lane_words: u32) -> u32 {
        self.take_words(lane_words)
    }

    /// Returns a position of one word, as [`Body::temporary`] does, which other PTX instructions use, too. Only
    /// instructions that neither wait nor branch between writing and reading it may use it.
    pub fn scratch(&mut self) -> u32 {
        if self.scratch_used == self.scratch.len() {
            let at = self.take_words(1);
            self.scratch.push(at);
        }
        self.scratch_used += 1;
        self.scratch[self.scratch_used - 1]
    }

    /// Returns the predicate that holds the carry flag.
    pub fn carry(&mut self) -> u32 {
        if let Some(at) = self.carry {
            return at;
        }
        let at = self.take_words(1);
        self.carry = Some(at);
        at
    }

    /// Returns the index of the next instruction.
    pub fn next_inst(&self) -> usize {
        self.parts.insts.len() + self.pending.len()
    }

    /// Returns the position of a register, for any use.
    pub fn register(&mut self, register: Register) -> Decoded<u32> {
        if let Some(constant) = self.constant_registers.get(&register.id).copied() {
            return Ok(self.constant(constant, words(register.ty) as u8));
        }
        self.places
            .at
            .get(&register.id)
            .copied()
            .ok_or_else(|| "the register isn't allocated".into())
    }

    /// Returns the position of a source of type `ty`.
    pub fn source(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<u32> {
        let expected = words(ty);
        match operand {
            Operand::Register(register) if words(register.ty) == expected => {
                self.register(*register)
            }
            Operand::Register(register) => {
                Err(format!("expected an operand of type {ty:?}, found {:?}", register.ty).into())
            }
            Operand::Special(name) => self.special(name, expected),
            _ => {
                let constant = self.immediate(operand, ty)?;
                Ok(self.constant(constant, expected as u8))
            }
        }
    }

    /// Returns the position of a source whose register may be wider or narrower than `ty`, and its number of words.
    pub fn loose_source(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<(u32, u32)> {
        match operand {
            Operand::Register(register) => Ok((self.register(*register)?, words(register.ty))),
            _ => Ok((self.source(operand, ty)?, words(ty))),
        }
    }

    /// Returns the value of a constant operand.
    pub fn immediate(&self, operand: &Operand<'a>, ty: Type) -> Decoded<Constant> {
        let value = match operand {
            Operand::Integer(value) => match ty {
                // For floating-point types, an integer is only allowed as the bits of a 16-bit number.
                Type::F32 => u64::from((*value as i64 as f32).to_bits()),
                Type::F64 => (*value as i64 as f64).to_bits(),
                _ => *value,
            },
            Operand::Single(bits) if ty == Type::F64 => f64::from(f32::from_bits(*bits)).to_bits(),
            Operand::Single(bits) => u64::from(*bits),
            Operand::Double(value) => match ty {
                Type::F64 | Type::B64 => value.to_bits(),
                Type::F32 | Type::B32 => u64::from((*value as f32).to_bits()),
                Type::F16 => u64::from(f16::from_f64(*value, Rounding::Nearest).to_bits()),
                Type::Bf16 => u64::from(bf16::from_f64(*value, Rounding::Nearest).to_bits()),
                _ => {
                    return Err(
                        format!("the number {value} is given where {ty:?} is expected").into()
                    );
                }
            },
            Operand::Variable(index, offset) => return self.variable_address(*index, *offset),
            Operand::Symbol(name, offset) => return self.symbol_address(name, *offset),
            _ => {
                return Err(format!("unexpected form of operand: {}", shown(operand)).into());
            }
        };
        Ok(Constant::Value(value))
    }

    /// Returns the address of a function's variable, in its own space.
    pub fn variable_address(&self, index: u32, offset: i64) -> Decoded<Constant> {
        let variable = self.variable(index)?;
        let at = self.offsets.get(index as usize).copied().unwrap_or(0);
        let at = u64::from(at).wrapping_add_signed(offset);
        Ok(match variable.space {
            StateSpace::Shared | StateSpace::SharedCluster if variable.count == 0 => {
                Constant::DynamicShared(offset)
            }
            StateSpace::Shared | StateSpace::SharedCluster => Constant::Value(at),
            StateSpace::Local => Constant::Local(at as u32),
            StateSpace::Param if self.is_kernel_param(index) => Constant::ParamAddress(at as u32),
            StateSpace::Param => Constant::Local(at as u32),
            StateSpace::Global | StateSpace::Const => {
                match self.symbols.local_global(self.index, index) {
                    Some(global) => Constant::Global(global, offset),
                    None => return Err(format!("variable {} has no address", variable.name).into()),
                }
            }
            StateSpace::Generic => {
                return Err(format!("variable {} has no space", variable.name).into());
            }
        })
    }

    /// Returns `true` if the variable is a parameter of the kernel being decoded.
    pub fn is_kernel_param(&self, index: u32) -> bool {
        self.is_kernel() && self.function.params.contains(&(index as usize))
    }

    /// Returns a variable of the function.
    pub fn variable(&self, index: u32) -> Decoded<&'d Variable<'a>> {
        self.function.variables.get(index as usize).ok_or_else(|| "unknown variable".into())
    }

    fn symbol_address(&self, name: &str, offset: i64) -> Decoded<Constant> {
        match self.symbols.find(name) {
            Some(Symbol::Global(index)) => Ok(Constant::Global(index, offset)),
            Some(Symbol::Shared(at)) => {
                Ok(Constant::Value(u64::from(at).wrapping_add_signed(offset)))
            }
            Some(Symbol::KernelShared(index)) => {
                let at = self.symbols.kernel_shared(self.index, index);
                Ok(Constant::Value(u64::from(at).wrapping_add_signed(offset)))
            }
            Some(Symbol::DynamicShared) => Ok(Constant::DynamicShared(offset)),
            Some(Symbol::Function(index)) => {
                Ok(Constant::Value(FUNCTION_HANDLES + u64::from(index) * 16))
            }
            Some(Symbol::Local) => Err(Refusal::unsupported(format!(
                "{name} is a local variable outside of functions, which has no address here"
            ))),
            None => Err(format!("{name} isn't declared").into()),
        }
    }

    /// Decodes an address operand.
    pub fn address(&mut self, operand: &Operand<'a>) -> Decoded<AddressOperand> {
        let Operand::Address(Address { base, offset }) = operand else {
            return Err(format!("expected an address in brackets, not {}", shown(operand)).into());
        };
        match base {
            Base::Register(register) => {
                let wide = match words(register.ty) {
                    1 if !register.ty.is_float() => false,
                    2 if !register.ty.is_float() => true,
                    _ => {
                        return Err(
                            format!("a register of {:?} holds no address", register.ty).into()
                        );
                    }
                };
                let mut at = self.register(*register)?;
                // One that is narrower than an address is extended.
                let wide = match register.ty.size() {
                    1 | 2 => {
                        let narrow = std::mem::replace(&mut at, self.temporary(2));
                        let unsigned = [Type::U8, Type::U16][register.ty.size() as usize - 1];
                        self.widen(at, narrow, unsigned);
                        true
                    }
                    _ => wide,
                };
                Ok(match *offset as u64 {
                    // As an instruction's, they would mean something else.
                    HERE | NEXT => self.sum_of_address(at, wide, *offset),
                    _ => AddressOperand { at, wide, offset: *offset },
                })
            }
            Base::None => Ok(AddressOperand {
                at: self.constant(Constant::Value(*offset as u64), 2),
                wide: true,
                offset: 0,
            }),
            Base::Variable(index) => {
                let constant = self.variable_address(*index, *offset)?;
                Ok(AddressOperand { at: self.constant(constant, 2), wide: true, offset: 0 })
            }
            Base::Symbol(name) => {
                let constant = self.symbol_address(name, *offset)?;
                Ok(AddressOperand { at: self.constant(constant, 2), wide: true, offset: 0 })
            }
        }
    }

    /// Adds `offset` to the address in the register at `at` with an instruction.
    fn sum_of_address(&mut self, at: u32, wide: bool, offset: i64) -> AddressOperand {
        let words = if wide { 2 } else { 1 };
        let b = self.constant(Constant::Value(offset as u64), words);
        let d = self.temporary(words.into());
        let run = if wide { rare::<Add<u64>>() } else { rare::<Add<u32>>() };
        self.emit(Inst { d, a: at, b, ..blank(run) });
        AddressOperand { at: d, wide, offset: 0 }
    }

    /// Returns the position of a destination of type `ty`.
    pub fn destination(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<u32> {
        match operand {
            Operand::Register(register) if words(register.ty) == words(ty) => {
                self.register(*register)
            }
            Operand::Register(register) => {
                Err(format!("the result has type {ty:?}, but its register has {:?}", register.ty)
                    .into())
            }
            _ => Err(format!("expected a register for the result, not {}", shown(operand)).into()),
        }
    }

    /// Returns the position of a destination that may be `_`, which is `u32::MAX`.
    pub fn optional_destination(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<u32> {
        if matches!(operand, Operand::Sink) { Ok(u32::MAX) } else { self.destination(operand, ty) }
    }

    /// Returns the position of a predicate, and whether it is negated.
    pub fn predicate(&mut self, operand: &Operand<'a>) -> Decoded<(u32, u32)> {
        match operand {
            Operand::Register(register) if register.ty == Type::Pred => {
                Ok((self.register(*register)?, 0))
            }
            Operand::Not(register) => Ok((self.register(*register)?, 1)),
            Operand::Integer(value) => {
                Ok((self.constant(Constant::Value(u64::from(*value != 0)), 0), 0))
            }
            Operand::Special("%is_explicit_cluster") => {
                Ok((self.constant(Constant::Special(Special::ExplicitCluster), 0), 0))
            }
            _ => Err(format!("expected a predicate, not {}", shown(operand)).into()),
        }
    }

    /// Checks the number of operands, as of PTX before 2.0 nobody else does.
    pub fn count(&self, i: &Instruction<'a>, count: usize) -> Decoded<()> {
        if i.operands.len() == count {
            return Ok(());
        }
        Err(format!("expected {count} operands, found {}", i.operands.len()).into())
    }

    /// Adds an instruction.
    pub fn emit(&mut self, inst: Inst) {
        self.pending.push(inst);
    }

    /// Appends the decoded instruction to the code, with its guard.
    pub fn place(&mut self, instruction: &Instruction<'a>, place: SourcePlace) -> Decoded<()> {
        self.scratch_used = 0;
        let mut pending = std::mem::take(&mut self.pending);
        let waits = std::mem::take(&mut self.waits);
        let guard = match instruction.guard {
            Some((register, negated)) if !pending.is_empty() => {
                Some((self.register(register)?, u32::from(negated)))
            }
            _ => None,
        };
        let start = self.parts.insts.len() as u32;
        let length = pending.len() as u32;
        if let Some((at, negated)) = guard {
            if length == 1 && !waits {
                let after = u64::from(start + 2);
                self.parts.push(
                    Inst { a: at, y: negated, x: after, ..blank(self.level.of::<Guard>()) },
                    place,
                );
            } else {
                let after = u64::from(start + 1 + length);
                let skip = Inst {
                    a: at,
                    y: 1 - negated,
                    x: u64::from(start + 1) << 32 | after,
                    ..blank(self.level.of::<Branch>())
                };
                self.parts.push(skip, place);
                pending.push(Inst { x: after, ..blank(self.level.of::<Label>()) });
            }
        }
        for mut inst in pending {
            let here = self.parts.insts.len() as u64;
            if inst.x == HERE {
                inst.x = here;
            } else if inst.x == NEXT {
                inst.x = here + 1;
            }
            self.parts.push(inst, place);
        }
        Ok(())
    }
}

/// Represents the instruction's own index in [`Inst::x`].
pub const HERE: u64 = 1 << 63;
/// Represents the index of the following instruction in [`Inst::x`].
pub const NEXT: u64 = HERE + 1;

/// Returns an instruction without operands.
pub fn blank(run: Handler) -> Inst {
    Inst { run, d: 0, a: 0, b: 0, c: 0, y: 0, z: 0, x: 0 }
}

/// Returns an instruction that faults, with the reason of this index in [`ops::MISSING`](crate::ops::MISSING).
pub fn missing(reason: u32) -> Inst {
    Inst { y: reason, ..blank(rare::<crate::ops::Missing>()) }
}

/// Describes an operand's form.
pub fn shown(operand: &Operand<'_>) -> &'static str {
    match operand {
        Operand::Register(_) => "a register",
        Operand::Not(_) => "a negated predicate",
        Operand::Part(..) => "a part of a register",
        Operand::Minus(_) => "a negated register",
        Operand::Sum(..) => "a sum",
        Operand::Pair(..) => "a pair of registers",
        Operand::Integer(_) | Operand::Single(_) | Operand::Double(_) => "a number",
        Operand::Special(_) => "a special register",
        Operand::Address(_) => "an address",
        Operand::Variable(..) | Operand::Symbol(..) => "a symbol",
        Operand::Label(_) => "a label",
        Operand::Vector(_) => "a vector",
        Operand::List(_) => "a list",
        Operand::Sink => "_",
        Operand::Parts(_) => "an address with coordinates",
    }
}
