//! The tree that the parser makes.

use super::types::{StateSpace, Type};

/// A place in the PTX text, both counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column, in bytes.
    pub column: u32,
}

/// A PTX module.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// `.version`, major and minor.
    pub version: (u32, u32),
    /// Where the version stands.
    pub version_position: Position,
    /// The first word of `.target`, such as `sm_90a`.
    pub target: &'a str,
    /// Where the target stands.
    pub target_position: Position,
    /// Variables outside functions.
    pub variables: Vec<Variable<'a>>,
    /// Functions and kernels, declared or defined.
    pub functions: Vec<Function<'a>>,
    /// `.file`: the names of source files by their number.
    pub files: Vec<(u32, &'a str)>,
}

impl Module<'_> {
    /// Returns the number of the target, 90 for `sm_90a`.
    pub fn architecture(&self) -> Option<u32> {
        let number = self.target.strip_prefix("sm_")?;
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        number[..digits].parse().ok()
    }
}

/// Who sees a symbol.
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

/// A variable of any state space but registers.
#[derive(Clone, Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it lies.
    pub space: StateSpace,
    /// The type of an element.
    pub element: Type,
    /// Elements; 0 when the array has no size (`[]`).
    pub count: u64,
    /// Elements in each dimension of an array, and then of a vector.
    pub dimensions: Vec<u64>,
    /// Alignment in bytes.
    pub align: u32,
    /// Initial values, one an element, flattened.
    pub initial: Vec<Initial<'a>>,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether it is managed memory, `.attribute(.managed)`.
    pub managed: bool,
}

impl Variable<'_> {
    /// Bytes.
    pub fn size(&self) -> u64 {
        self.count.saturating_mul(u64::from(self.element.size()))
    }
}

/// One initial value.
#[derive(Clone, Debug)]
pub struct Initial<'a> {
    /// Its value.
    pub value: InitialValue<'a>,
    /// Where it stands.
    pub position: Position,
}

/// The value of an [`Initial`].
#[derive(Clone, Debug)]
pub enum InitialValue<'a> {
    /// An integer.
    Integer(u64),
    /// A floating-point number of double precision.
    Float(f64),
    /// The bits of a number of single precision.
    Single(u32),
    /// An address: a symbol and bytes added to it.
    Symbol(&'a str, i64),
}

/// Kernel or device function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.entry`
    Entry,
    /// `.func`
    Func,
}

/// A function or kernel.
#[derive(Debug)]
pub struct Function<'a> {
    /// Kernel or device function.
    pub kind: FunctionKind,
    /// Its name.
    pub name: &'a str,
    /// Who sees it.
    pub linkage: Linkage,
    /// Where it is declared.
    pub position: Position,
    /// Parameters: the first of [`Function::variables`], after the return values.
    pub params: std::ops::Range<usize>,
    /// Return values: the first of [`Function::variables`].
    pub returns: std::ops::Range<usize>,
    /// Every variable declared in it.
    pub variables: Vec<Variable<'a>>,
    /// Its instructions.
    pub body: Vec<Instruction<'a>>,
    /// For each label the index of the instruction that follows it.
    pub labels: Vec<usize>,
    /// `.branchtargets` by the label before them: the labels named.
    pub branch_targets: Vec<(u32, Vec<u32>)>,
    /// Is there a body?
    pub defined: bool,
    /// `.maxntid`.
    pub max_threads: Option<[u32; 3]>,
    /// `.reqntid`.
    pub required_threads: Option<[u32; 3]>,
    /// `.reqnctapercluster`.
    pub required_cluster: Option<[u32; 3]>,
    /// `.explicitcluster`.
    pub explicit_cluster: bool,
}

/// A place in the source that the PTX was compiled from, from `.loc`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Number of the file in [`Module::files`]; 0 for none.
    pub file: u32,
    /// Line.
    pub line: u32,
}

/// One instruction.
#[derive(Debug)]
pub struct Instruction<'a> {
    /// Where it begins.
    pub position: Position,
    /// The source that it comes from.
    pub location: Location,
    /// The predicate that guards it, and whether it is negated.
    pub guard: Option<(Register, bool)>,
    /// The word before the first dot.
    pub opcode: &'a str,
    /// The words after the dots.
    pub modifiers: Vec<&'a str>,
    /// Operands in order.
    pub operands: Vec<Operand<'a>>,
}

/// A virtual register of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its number in the function.
    pub id: u32,
    /// Its declared type.
    pub ty: Type,
}

/// What an address is relative to.
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
    /// What it is relative to.
    pub base: Base<'a>,
    /// Bytes.
    pub offset: i64,
}

impl<'a> Instruction<'a> {
    /// Returns the instruction without these modifiers, and with these operands.
    pub fn without(&self, modifiers: &[&str], operands: &[Operand<'a>]) -> Instruction<'a> {
        let kept = self.modifiers.iter().copied();
        Instruction {
            modifiers: kept.filter(|word| !modifiers.contains(word)).collect(),
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
    /// A part of a register, or several, by the name behind the dot, such as `h1` or `b3210`.
    Part(Register, &'a str),
    /// `-r`
    Minus(Box<Operand<'a>>),
    /// An integer constant.
    Integer(u64),
    /// A constant of single precision, by its bits.
    Single(u32),
    /// A constant of double precision.
    Double(f64),
    /// A special register such as `%tid.x`, with its percent sign.
    Special(&'a str),
    /// `[…]`
    Address(Address<'a>),
    /// The address of a variable of the function.
    Variable(u32, i64),
    /// A name that the function does not declare: a symbol of the module.
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
