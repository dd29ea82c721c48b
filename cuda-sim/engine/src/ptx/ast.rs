//! The parser's output tree.

use crate::forms::{Facts, Form, Modifier, Opcode};
use crate::ptx::types::{StateSpace, Type};
use std::collections::HashSet;

/// A position in the PTX text; lines and columns start at 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column in bytes.
    pub column: u32,
}

/// A PTX module.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// `.version`, major and minor.
    pub version: (u32, u32),
    /// The position of the version.
    pub version_position: Position,
    /// The last architecture of `.target`, such as `sm_90a`.
    pub target: &'a str,
    /// Whether textures and samplers are separate, `texmode_independent`.
    pub separate_samplers: bool,
    /// Whether the target asks for debug information.
    pub debug: bool,
    /// Whether there is debug information.
    pub sections: bool,
    /// `.alias`: the name, and the function that it is another name of.
    pub aliases: Vec<(&'a str, &'a str, Position)>,
    /// The position of the target.
    pub target_position: Position,
    /// Variables outside of functions.
    pub variables: Vec<Variable<'a>>,
    /// Functions and kernels, declared or defined.
    pub functions: Vec<Function<'a>>,
    /// `.file`: the names of source files by their number.
    pub files: Vec<(u32, &'a str)>,
}

impl Module<'_> {
    /// Returns the number of the architecture, 90 for `sm_90a`.
    pub fn architecture(&self) -> Option<u32> {
        let number = self.target.strip_prefix("sm_").or(self.target.strip_prefix("compute_"))?;
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        number[..digits].parse().ok()
    }
}

/// The visibility of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Linkage {
    #[default]
    Internal,
    Visible,
    Extern,
    Weak,
    Common,
}

/// A variable of any state space except registers.
#[derive(Clone, Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its position.
    pub position: Position,
    /// Its state space.
    pub space: StateSpace,
    /// The type of an element.
    pub element: Type,
    /// The number of elements; 0 for an array without a size (`[]`).
    pub count: u64,
    /// The number of elements in each dimension of an array, and then of a vector.
    pub dimensions: Vec<u64>,
    /// Alignment in bytes.
    pub align: u32,
    /// Whether it was declared as a register: a parameter of a function.
    pub register: bool,
    /// Whether it has initial values.
    pub initialized: bool,
    /// Initial values, one for each element, flattened.
    pub initial: Vec<Initial<'a>>,
    /// Its visibility.
    pub linkage: Linkage,
    /// Whether it is managed memory, `.attribute(.managed)`.
    pub managed: bool,
    /// Whether it is a `.texref`, `.samplerref` or `.surfref`.
    pub reference: Option<Reference>,
}

/// What a variable without contents refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// `.texref`
    Texture,
    /// `.samplerref`
    Sampler,
    /// `.surfref`
    Surface,
}

impl Variable<'_> {
    /// Returns the size in bytes.
    pub fn size(&self) -> u64 {
        self.count.saturating_mul(u64::from(self.element.size()))
    }
}

/// An initial value.
#[derive(Clone, Debug)]
pub struct Initial<'a> {
    /// The value.
    pub value: InitialValue<'a>,
    /// Its position.
    pub position: Position,
}

/// The value of an [`Initial`].
#[derive(Clone, Debug)]
pub enum InitialValue<'a> {
    /// An integer.
    Integer(u64),
    /// A double-precision number.
    Float(f64),
    /// The bits of a single-precision number.
    Single(u32),
    /// An address: a symbol, and a number of bytes to add.
    Symbol(&'a str, i64),
    /// One byte of an address: the symbol, the number of bytes to add, and the number of the byte.
    Byte(&'a str, i64, u32),
}

/// A kernel or a device function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.entry`
    Entry,
    /// `.func`
    Func,
}

/// What a function takes and returns.
#[derive(Clone, Debug)]
pub enum Signature<'a> {
    /// Its return values, and its parameters.
    Prototype(Vec<Variable<'a>>, Vec<Variable<'a>>),
    /// Functions that have the same.
    Targets(Vec<&'a str>),
}

/// A function or kernel.
#[derive(Debug)]
pub struct Function<'a> {
    /// Whether it is a kernel or a device function.
    pub kind: FunctionKind,
    /// Its name.
    pub name: &'a str,
    /// Its visibility.
    pub linkage: Linkage,
    /// The position of its declaration.
    pub position: Position,
    /// Its parameters, in [`Function::variables`] after the return values.
    pub params: std::ops::Range<usize>,
    /// Its return values, at the start of [`Function::variables`].
    pub returns: std::ops::Range<usize>,
    /// All variables declared in it.
    pub variables: Vec<Variable<'a>>,
    /// Its instructions.
    pub body: Vec<Instruction<'a>>,
    /// For each label, the index of the following instruction.
    pub labels: Vec<usize>,
    /// `.branchtargets`, by the label before it: the listed labels.
    pub branch_targets: Vec<(u32, Vec<u32>)>,
    /// `.callprototype` and `.calltargets`, by the label before them.
    pub signatures: Vec<(u32, Signature<'a>)>,
    /// Whether it doesn't return.
    pub noreturn: bool,
    /// Whether it has a body.
    pub defined: bool,
    /// `.maxntid`.
    pub max_threads: Option<[u32; 3]>,
    /// `.reqntid`.
    pub required_threads: Option<[u32; 3]>,
    /// `.maxnreg`.
    pub max_registers: Option<u32>,
    /// `.reqnctapercluster`.
    pub required_cluster: Option<[u32; 3]>,
    /// `.maxclusterrank`.
    pub max_cluster: Option<u32>,
    /// `.explicitcluster`.
    pub explicit_cluster: bool,
    /// `.blocksareclusters`.
    pub blocks_are_clusters: bool,
    /// `.language` with the number of tiles.
    pub is_tile: bool,
}

impl<'a> Function<'a> {
    /// Returns the names of special registers, and of what the module declares, in its instructions.
    pub fn names_used(&self) -> HashSet<&'a str> {
        fn operand<'a>(each: &Operand<'a>, names: &mut HashSet<&'a str>) {
            match each {
                Operand::Special(name)
                | Operand::Symbol(name, _)
                | Operand::Address(Address { base: Base::Symbol(name), .. }) => {
                    names.insert(name);
                }
                Operand::Vector(list) | Operand::List(list) | Operand::Parts(list) => {
                    list.iter().for_each(|each| operand(each, names))
                }
                _ => {}
            }
        }
        let mut names = HashSet::new();
        for instruction in &self.body {
            instruction.operands.iter().for_each(|each| operand(each, &mut names));
        }
        names
    }
}

/// A position in the source that was compiled to PTX, from `.loc`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The number of the file in [`Module::files`]; 0 for none.
    pub file: u32,
    /// The line.
    pub line: u32,
}

/// One instruction.
#[derive(Debug)]
pub struct Instruction<'a> {
    /// Its position in the PTX.
    pub position: Position,
    /// Its position in the source.
    pub location: Location,
    /// The predicate that guards it, and whether it is negated.
    pub guard: Option<(Register, bool)>,
    /// The word before the first dot.
    pub opcode: Opcode<'a>,
    /// The words after the dots.
    pub modifiers: Vec<Modifier<'a>>,
    /// The operands in order.
    pub operands: Vec<Operand<'a>>,
    /// The form that it has, once it is checked.
    pub form: Option<&'static Form>,
}

/// A virtual register of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its number in the function.
    pub id: u32,
    /// Its declared type.
    pub ty: Type,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Base<'a> {
    /// Nothing.
    None,
    /// A register.
    Register(Register),
    /// A variable of the function, by its index.
    Variable(u32),
    /// A symbol of the module.
    Symbol(&'a str),
}

/// `[base + offset]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address<'a> {
    /// The base.
    pub base: Base<'a>,
    /// The offset in bytes.
    pub offset: i64,
}

impl Operand<'_> {
    /// Returns the types as which an instruction may read a sum with this operand: its own, and other widths of it.
    pub fn types_of_sum(&self) -> Vec<Type> {
        use Type::*;
        let Some(own) = self.type_of_sum() else {
            return Vec::new();
        };
        let others = match own {
            B8 | B16 | B32 | B64 => &[B16, B32, B64][..],
            U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 => &[U16, U32, U64],
            _ => &[],
        };
        let others = others.iter().filter(|other| other.size() != own.size());
        std::iter::once(own).chain(others.copied()).collect()
    }

    /// Returns the type of a sum with this operand; `None` if it has none.
    pub fn type_of_sum(&self) -> Option<Type> {
        match self {
            Operand::Register(register) => Some(register.ty),
            Operand::Special("%clock64" | "%globaltimer" | "%current_graph_exec") => {
                Some(Type::B64)
            }
            Operand::Special(_) => Some(Type::B32),
            _ => None,
        }
    }
}

impl<'a> Instruction<'a> {
    /// Returns an instruction without a guard at the place of this one.
    pub fn with(
        &self,
        opcode: Opcode<'a>,
        modifiers: &[Modifier<'a>],
        operands: Vec<Operand<'a>>,
    ) -> Instruction<'a> {
        Instruction {
            position: self.position,
            location: self.location,
            guard: None,
            opcode,
            modifiers: modifiers.to_vec(),
            operands,
            form: opcode.nearest(modifiers),
        }
    }

    /// Returns what is known of it.
    pub fn facts(&self) -> Option<&'static Facts> {
        self.form.map(|form| form.facts)
    }

    /// Returns its name with its modifiers, as in the PTX.
    pub fn name(&self) -> String {
        let mut text = self.opcode.name().to_owned();
        for modifier in &self.modifiers {
            text.push('.');
            text.push_str(modifier.name());
        }
        text
    }

    /// Returns the first state space among its modifiers.
    pub fn space(&self) -> Option<StateSpace> {
        self.modifiers.iter().find_map(|modifier| StateSpace::of(*modifier))
    }

    /// Returns `true` if it has a modifier.
    pub fn has(&self, modifier: Modifier<'_>) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// Returns the instruction without these modifiers, and with other operands.
    pub fn without(&self, modifiers: &[Modifier<'_>], operands: &[Operand<'a>]) -> Instruction<'a> {
        let words = self.modifiers.iter().copied();
        Instruction {
            modifiers: words.filter(|word| !modifiers.contains(word)).collect(),
            operands: operands.to_vec(),
            ..*self
        }
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'a> {
    /// A register.
    Register(Register),
    /// `!p`
    Not(Register),
    /// `p|q`; `None` for `_`.
    Pair(Option<Register>, Option<Register>),
    /// A part of a register, or several, by the name after the dot, such as `h1` or `b3210`.
    Part(Register, &'a str),
    /// `-r`
    Minus(Box<Operand<'a>>),
    /// `r + n`: a register, or a special one, and a number to add.
    Sum(Box<Operand<'a>>, u64),
    /// An integer constant.
    Integer(u64),
    /// The bits of a single-precision constant.
    Single(u32),
    /// A double-precision constant.
    Double(f64),
    /// A special register such as `%tid.x`, with its percent sign.
    Special(&'a str),
    /// `[…]`
    Address(Address<'a>),
    /// The address of a variable of the function.
    Variable(u32, i64),
    /// A name that the function doesn't declare: a symbol of the module.
    Symbol(&'a str, i64),
    /// A label of the function.
    Label(u32),
    /// `{…}`
    Vector(Vec<Operand<'a>>),
    /// `(…)`, in a call.
    List(Vec<Operand<'a>>),
    /// `_`
    Sink,
    /// `[image, {…}]`: an address in brackets, with coordinates.
    Parts(Vec<Operand<'a>>),
}

/// What `x[n]` is for an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Subscripts {
    /// What a load or a store accesses.
    Memory,
    /// An address, of an element that a register may choose.
    Address,
    /// An address that is constant.
    Constant,
}

impl Subscripts {
    /// Returns that of the instructions of a name.
    pub fn of(opcode: Opcode<'_>) -> Subscripts {
        match opcode {
            Opcode::Ld | Opcode::Ldu | Opcode::St => Subscripts::Memory,
            Opcode::Mov | Opcode::Cvta => Subscripts::Address,
            _ => Subscripts::Constant,
        }
    }
}
