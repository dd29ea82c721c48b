//! Parameters and results of functions in registers, and arguments of calls that are values: PTX with `.param` memory does
//! the same.
//!
//! A function with a parameter in a register begins with a load of it, and stores its result before it returns. A call
//! with a value stores it to a variable of its own, and loads a result from one.

use crate::forms::{Modifier, Opcode};
use crate::ptx::ast::*;
use crate::ptx::formals::{check_without_abi, compiled, fits, is_never_passed};
use crate::ptx::functions::{Name, Reading};
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::{StateSpace, Type};
use std::collections::{HashMap, HashSet};

/// Moves a value between a register and a `.param` variable: `ld.param` or `st.param`.
struct Move<'a> {
    load: bool,
    variable: u32,
    ty: Type,
    values: Vec<Operand<'a>>,
    guard: Option<(Register, bool)>,
    position: Position,
    location: Location,
}

impl<'a> Move<'a> {
    /// Appends the instructions; `spare` is a new register for a predicate's value.
    fn append(self, spare: u32, to: &mut Vec<Instruction<'a>>) {
        let ty = match self.ty {
            Type::Pred => Type::U8,
            Type::F16 => Type::B16,
            Type::F16x2 => Type::B32,
            ty => ty,
        };
        let instruction = |opcode, modifiers: &[Modifier<'a>], operands| Instruction {
            position: self.position,
            location: self.location,
            guard: self.guard,
            opcode,
            modifiers: modifiers.to_vec(),
            operands,
            form: None,
        };
        let spare = Operand::Register(Register { id: spare, ty: Type::B16 });
        let mut modifiers = vec![Modifier::Param];
        match self.values.len() {
            2 => modifiers.push(Modifier::V2),
            4 => modifiers.push(Modifier::V4),
            _ => {}
        }
        modifiers.push(ty.modifier());
        let address = Operand::Address(Address { base: Base::Variable(self.variable), offset: 0 });
        let value = match self.values.as_slice() {
            [only] => only.clone(),
            all => Operand::Vector(all.to_vec()),
        };
        let predicate = self.ty == Type::Pred;
        match (self.load, predicate) {
            (true, false) => to.push(instruction(Opcode::Ld, &modifiers, vec![value, address])),
            (false, false) => to.push(instruction(Opcode::St, &modifiers, vec![address, value])),
            (true, true) => {
                to.push(instruction(Opcode::Ld, &modifiers, vec![spare.clone(), address]));
                let compared = vec![value, spare, Operand::Integer(0)];
                to.push(instruction(Opcode::Setp, &[Modifier::Ne, Modifier::U16], compared));
            }
            (false, true) => {
                let selected = vec![spare.clone(), Operand::Integer(1), Operand::Integer(0), value];
                to.push(instruction(Opcode::Selp, &[Modifier::U16], selected));
                to.push(instruction(Opcode::St, &modifiers, vec![address, spare]));
            }
        }
    }
}

/// Adds what the parameters and results of a function in registers need.
pub(super) fn pass(reading: &mut Reading<'_>) {
    let function = &mut reading.function;
    if !function.variables[..function.params.end].iter().any(|variable| variable.register) {
        return;
    }
    let names = &reading.scopes[1].names;
    let moves = |range: std::ops::Range<usize>, load| {
        let registers = range.filter(|index| function.variables[*index].register);
        let moves = registers.filter_map(|index| {
            let variable = &function.variables[index];
            let (first, lanes) = match names.get(variable.name)? {
                Name::Register(register) => (*register, 1),
                Name::Vector(register, lanes) => (*register, *lanes),
                Name::Variable(_) => return None,
            };
            let lane = |lane| Operand::Register(Register { id: first.id + lane, ..first });
            Some(Move {
                load,
                variable: index as u32,
                ty: variable.element,
                values: (0..lanes).map(lane).collect(),
                guard: None,
                position: function.position,
                location: Location::default(),
            })
        });
        moves.collect::<Vec<_>>()
    };
    let spare = reading.registers;
    reading.registers += 1;
    let mut body = Vec::new();
    for each in moves(function.params.clone(), true) {
        each.append(spare, &mut body);
    }
    let results = || moves(function.returns.clone(), false);
    let mut starts = Vec::new();
    for instruction in std::mem::take(&mut function.body) {
        starts.push(body.len());
        if instruction.opcode == Opcode::Ret {
            for each in results() {
                each.append(spare, &mut body);
            }
        }
        body.push(instruction);
    }
    starts.push(body.len());
    for each in results() {
        each.append(spare, &mut body);
    }
    // A label before the first instruction comes after the loads, which a loop doesn't repeat.
    for label in &mut function.labels {
        *label = starts.get(*label).copied().unwrap_or(body.len());
    }
    function.body = body;
}

/// What a function takes and returns, and where it was first declared.
#[derive(Clone)]
struct Callee<'a> {
    position: Position,
    results: Vec<Variable<'a>>,
    params: Vec<Variable<'a>>,
}

/// Checks the arguments of all calls, and replaces values among them.
pub(super) fn calls(module: &mut Module<'_>) -> ParseResult<()> {
    // With several results in any function, ptxas passes arguments otherwise, and of all types.
    let several = module.functions.iter().any(|function| function.returns.len() > 1);
    if several {
        check_without_abi(module)?;
    }
    if !module
        .functions
        .iter()
        .any(|function| function.body.iter().any(|i| i.opcode == Opcode::Call))
    {
        return Ok(());
    }
    let mut callees: HashMap<&str, Callee<'_>> = HashMap::new();
    for function in &module.functions {
        if function.kind == FunctionKind::Func {
            callees.entry(function.name).or_insert_with(|| Callee {
                position: function.position,
                results: function.variables[function.returns.clone()].to_vec(),
                params: function.variables[function.params.clone()].to_vec(),
            });
        }
    }
    let compiled = if several { HashSet::new() } else { compiled(module) };
    for function in &mut module.functions {
        if !function.body.iter().any(|i| i.opcode == Opcode::Call) {
            continue;
        }
        let is_compiled = compiled.contains(function.name);
        let mut spare = function
            .body
            .iter()
            .flat_map(|i| &i.operands)
            .fold(0, |most, operand| most.max(greatest(operand)))
            + 1;
        let mut body = Vec::new();
        let mut starts = Vec::new();
        for mut instruction in std::mem::take(&mut function.body) {
            starts.push(body.len());
            let mut after = Vec::new();
            if instruction.opcode == Opcode::Call {
                let position = instruction.position;
                call(
                    function,
                    &callees,
                    is_compiled,
                    &mut instruction,
                    &mut spare,
                    &mut body,
                    &mut after,
                )
                .map_err(|message| Problem::new(position, message))?;
            }
            body.push(instruction);
            body.append(&mut after);
        }
        starts.push(body.len());
        for label in &mut function.labels {
            *label = starts.get(*label).copied().unwrap_or(body.len());
        }
        function.body = body;
    }
    Ok(())
}

/// Returns the greatest number of a register in an operand.
pub fn greatest(operand: &Operand<'_>) -> u32 {
    match operand {
        Operand::Register(register) | Operand::Not(register) | Operand::Part(register, _) => {
            register.id
        }
        Operand::Pair(first, second) => {
            [first, second].into_iter().flatten().map(|register| register.id).max().unwrap_or(0)
        }
        Operand::Minus(inner) | Operand::Sum(inner, _) => greatest(inner),
        Operand::Address(Address { base: Base::Register(register), .. }) => register.id,
        Operand::Vector(list) | Operand::List(list) | Operand::Parts(list) => {
            list.iter().map(greatest).max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// Returns what a call calls.
fn callee_of<'a>(
    function: &Function<'a>,
    callees: &HashMap<&str, Callee<'a>>,
    target: &Operand<'a>,
    prototype: Option<&Operand<'a>>,
) -> Result<Callee<'a>, String> {
    let signature_of = |name: &str| {
        let callee = callees.get(name);
        callee.filter(|callee| callee.position <= function.position)
    };
    Ok(match (target, prototype) {
        (Operand::Symbol(name, 0), None) => signature_of(name)
            .ok_or_else(|| format!("Call to '{name}' requires call prototype"))?
            .clone(),
        (Operand::Register(register), Some(Operand::Label(label)))
            if register.ty.size() >= 4 && !register.ty.is_float() =>
        {
            let mut all = function.signatures.iter();
            match all.find(|(signature_of, _)| signature_of == label) {
                Some((_, Signature::Prototype(results, params))) => Callee {
                    position: function.position,
                    results: results.clone(),
                    params: params.clone(),
                },
                Some((_, Signature::Targets(targets))) => targets
                    .first()
                    .and_then(|name| signature_of(name))
                    .ok_or("Illegal call target, device function expected")?
                    .clone(),
                None => return Err("Arguments mismatch for instruction 'call'".into()),
            }
        }
        (Operand::Register(_), None) => {
            return Err("Label expected for argument 0 of instruction 'call'".into());
        }
        (Operand::Symbol(name, 0), Some(_)) if callees.contains_key(name) => {
            return Err("Argument 0 of instruction 'call': must be register".into());
        }
        _ => return Err("Illegal call target, device function expected".into()),
    })
}

fn call<'a>(
    function: &mut Function<'a>,
    callees: &HashMap<&str, Callee<'a>>,
    compiled: bool,
    i: &mut Instruction<'a>,
    spare: &mut u32,
    before: &mut Vec<Instruction<'a>>,
    after: &mut Vec<Instruction<'a>>,
) -> Result<(), String> {
    let mut operands = i.operands.clone().into_iter().peekable();
    let list = |operand: Option<Operand<'a>>| match operand {
        Some(Operand::List(list)) => list,
        _ => Vec::new(),
    };
    let results = list(operands.next_if(|operand| matches!(operand, Operand::List(_))));
    let Some(target) = operands.next() else {
        return Err("Arguments mismatch for instruction 'call'".into());
    };
    let listed = operands.next_if(|operand| matches!(operand, Operand::List(_)));
    let has_list = listed.is_some();
    let arguments = list(listed);
    let prototype = operands.next();
    if operands.next().is_some() {
        return Err("Arguments mismatch for instruction 'call'".into());
    }
    let callee = callee_of(function, callees, &target, prototype.as_ref())?;
    // An array without a size, as of `printf`, may be left out.
    let mut params = callee.params.as_slice();
    if let [others @ .., last] = params
        && last.count == 0
        && arguments.len() == others.len()
        && has_list
    {
        params = others;
    }
    if arguments.len() != params.len() || results.len() != callee.results.len() {
        return Err(format!(
            "Call has wrong number of parameters: {} and {} results, instead of {} and {}",
            arguments.len(),
            results.len(),
            params.len(),
            callee.results.len()
        ));
    }
    let mut lists = [Vec::new(), Vec::new()];
    for (which, (values, formals)) in
        [(arguments, params), (results, callee.results.as_slice())].into_iter().enumerate()
    {
        for (value, formal) in values.into_iter().zip(formals) {
            fits(function, &value, formal, which == 1)?;
            if compiled && formal.dimensions.is_empty() && is_never_passed(formal.element) {
                let (done, passed) = match which {
                    0 => ("passing", "parameters to"),
                    _ => ("returning", "values from"),
                };
                return Err(format!(
                    "In ABI compilation, {done} predicate, 8-bit and 16-bit {passed} device functions is not supported"
                ));
            }
            if let Operand::Variable(..) = value {
                lists[which].push(value);
                continue;
            }
            let variable = function.variables.len() as u32;
            function.variables.push(Variable {
                // No name of the program's.
                name: "",
                register: false,
                space: StateSpace::Param,
                ..formal.clone()
            });
            lists[which].push(Operand::Variable(variable, 0));
            if value == Operand::Sink {
                continue;
            }
            let values = match value {
                Operand::Vector(values) => values,
                value => vec![constant_passed(value, formal.element)],
            };
            let moved = Move {
                load: which == 1,
                variable,
                ty: moved_type(&values, formal.element),
                values,
                guard: i.guard,
                position: i.position,
                location: i.location,
            };
            moved.append(*spare, if which == 1 { after } else { before });
            *spare += 1;
        }
    }
    let [arguments, results] = lists;
    i.operands = vec![Operand::List(results), target, Operand::List(arguments)];
    i.operands.extend(prototype);
    Ok(())
}

/// Returns the type of a store or load for these values, whose register may be of another kind than the parameter.
fn moved_type(values: &[Operand<'_>], formal: Type) -> Type {
    match values {
        [Operand::Register(_) | Operand::Integer(_), ..] if formal != Type::Pred => {
            match formal.size() {
                1 => Type::B8,
                2 => Type::B16,
                4 => Type::B32,
                8 => Type::B64,
                _ => Type::B128,
            }
        }
        _ => formal,
    }
}

/// Returns what a constant passes: floating-point ones pass the low bits of a double, those of an `f32` excepted.
fn constant_passed<'a>(value: Operand<'a>, formal: Type) -> Operand<'a> {
    match (value, formal) {
        (value @ (Operand::Double(_) | Operand::Single(_)), Type::F32) => value,
        (Operand::Double(_) | Operand::Single(_), Type::F16x2) => Operand::Integer(0),
        (Operand::Double(value), _) => match formal.size() {
            1 | 2 => Operand::Integer(0),
            4 => Operand::Integer(value.to_bits() & 0xffff_ffff),
            _ => Operand::Integer(value.to_bits()),
        },
        (Operand::Single(bits), _) => match formal.size() {
            1 | 2 => Operand::Integer(0),
            _ => Operand::Integer(u64::from(bits)),
        },
        (value, _) => value,
    }
}
