//! Parameters and results of functions in registers, and arguments of calls that are values: PTX with `.param` memory does
//! the same.
//!
//! A function with a parameter in a register begins with a load of it, and stores its result before it returns. A call
//! with a value stores it to a variable of its own, and loads a result from one.

use crate::ptx::ast::*;
use crate::ptx::functions::{Name, Reading};
use crate::ptx::parser::Parsed;
use crate::ptx::problem::Problem;
use crate::ptx::types::{StateSpace, Type};
use std::collections::HashMap;

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
        let instruction = |opcode, modifiers: &[&'a str], operands| Instruction {
            position: self.position,
            location: self.location,
            guard: self.guard,
            opcode,
            modifiers: modifiers.to_vec(),
            operands,
        };
        let spare = Operand::Register(Register { id: spare, ty: Type::B16 });
        let mut modifiers = vec!["param"];
        match self.values.len() {
            2 => modifiers.push("v2"),
            4 => modifiers.push("v4"),
            _ => {}
        }
        modifiers.push(ty.name());
        let address = Operand::Address(Address { base: Base::Variable(self.variable), offset: 0 });
        let value = match self.values.as_slice() {
            [only] => only.clone(),
            all => Operand::Vector(all.to_vec()),
        };
        let predicate = self.ty == Type::Pred;
        match (self.load, predicate) {
            (true, false) => to.push(instruction("ld", &modifiers, vec![value, address])),
            (false, false) => to.push(instruction("st", &modifiers, vec![address, value])),
            (true, true) => {
                to.push(instruction("ld", &modifiers, vec![spare.clone(), address]));
                let compared = vec![value, spare, Operand::Integer(0)];
                to.push(instruction("setp", &["ne", "u16"], compared));
            }
            (false, true) => {
                let selected = vec![spare.clone(), Operand::Integer(1), Operand::Integer(0), value];
                to.push(instruction("selp", &["u16"], selected));
                to.push(instruction("st", &modifiers, vec![address, spare]));
            }
        }
    }
}

/// Adds what the parameters and results of a function in registers need.
pub(super) fn pass(reading: &mut Reading<'_>) {
    let function = &mut reading.function;
    if !function.variables[..function.params.end].iter().any(|it| it.register) {
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
        if instruction.opcode == "ret" {
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
pub(super) fn calls(module: &mut Module<'_>) -> Parsed<()> {
    if !module.functions.iter().any(|it| it.body.iter().any(|i| i.opcode == "call")) {
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
    for function in &mut module.functions {
        if !function.body.iter().any(|i| i.opcode == "call") {
            continue;
        }
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
            if instruction.opcode == "call" {
                let position = instruction.position;
                call(function, &callees, &mut instruction, &mut spare, &mut body, &mut after)
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
    let of = |name: &str| {
        let callee = callees.get(name);
        callee.filter(|it| it.position <= function.position)
    };
    Ok(match (target, prototype) {
        (Operand::Symbol(name, 0), None) => {
            of(name).ok_or_else(|| format!("Call to '{name}' requires call prototype"))?.clone()
        }
        (Operand::Register(register), Some(Operand::Label(label)))
            if register.ty.size() >= 4 && !register.ty.is_float() =>
        {
            let mut all = function.signatures.iter();
            match all.find(|(of, _)| of == label) {
                Some((_, Signature::Prototype(results, params))) => Callee {
                    position: function.position,
                    results: results.clone(),
                    params: params.clone(),
                },
                Some((_, Signature::Targets(targets))) => targets
                    .first()
                    .and_then(|name| of(name))
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
    let results = list(operands.next_if(|it| matches!(it, Operand::List(_))));
    let Some(target) = operands.next() else {
        return Err("Arguments mismatch for instruction 'call'".into());
    };
    let listed = operands.next_if(|it| matches!(it, Operand::List(_)));
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
                value => vec![value],
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
        [Operand::Double(_) | Operand::Single(_)] => match formal.size() {
            4 => Type::F32,
            8 => Type::F64,
            _ => formal,
        },
        [Operand::Register(_), ..] if formal != Type::Pred => match formal.size() {
            1 => Type::B8,
            2 => Type::B16,
            4 => Type::B32,
            8 => Type::B64,
            _ => Type::B128,
        },
        _ => formal,
    }
}

/// Checks that a value can be passed for a parameter, or taken for a result.
fn fits(
    function: &Function<'_>,
    value: &Operand<'_>,
    formal: &Variable<'_>,
    result: bool,
) -> Result<(), String> {
    let name = formal.name;
    let mismatch = || Err(format!("Type of argument does not match formal parameter '{name}'"));
    let kinds = |ty: Type| {
        let bits =
            matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128 | Type::F16x2);
        (bits, ty.is_float() && ty != Type::F16x2, ty == Type::Pred)
    };
    let alike = |ty: Type| {
        let ((bits, float, pred), (formal_bits, formal_float, formal_pred)) =
            (kinds(ty), kinds(formal.element));
        ty.size() == formal.element.size()
            && pred == formal_pred
            && (bits || formal_bits || float == formal_float)
    };
    if formal.register && formal.element.size() < 4 {
        return Err("In ABI compilation, passing predicate, 8-bit and 16-bit parameters to device functions is not supported".into());
    }
    match value {
        Operand::Variable(index, 0) => {
            let index = *index as usize;
            let Some(variable) = function.variables.get(index) else {
                return mismatch();
            };
            if index < function.params.end {
                return Err(format!(
                    "Formal parameter '{}' declared in .param space cannot be used as argument to call",
                    variable.name
                ));
            }
            if variable.space != StateSpace::Param {
                return Err(format!("Call argument '{}' has illegal state space", variable.name));
            }
            let is_bits = |ty| kinds(ty).0;
            let fits = match formal.count {
                // The bytes of any number of arguments.
                0 => {
                    variable.dimensions.len() == formal.dimensions.len()
                        && (variable.element == formal.element
                            || is_bits(variable.element)
                            || is_bits(formal.element))
                }
                count => {
                    alike(variable.element)
                        && variable.count == count
                        && variable.dimensions.is_empty() == formal.dimensions.is_empty()
                }
            };
            if !fits {
                return mismatch();
            }
            match variable.align == formal.align {
                true => Ok(()),
                false => {
                    Err(format!("Alignment of argument does not match formal parameter '{name}'"))
                }
            }
        }
        Operand::Sink if result => Ok(()),
        Operand::Vector(values) => match values.as_slice() {
            [Operand::Register(register), ..]
                if values.len() as u64 == formal.count && alike(register.ty) =>
            {
                Ok(())
            }
            _ => mismatch(),
        },
        _ if !formal.dimensions.is_empty() => mismatch(),
        Operand::Register(register) if alike(register.ty) => Ok(()),
        Operand::Integer(_)
            if !result && !kinds(formal.element).1 && formal.element != Type::Pred =>
        {
            Ok(())
        }
        Operand::Double(_) | Operand::Single(_)
            if !result
                && (kinds(formal.element).1 || kinds(formal.element).0)
                && formal.element.size() >= 4 =>
        {
            Ok(())
        }
        Operand::Sink => Err(format!("Illegal argument for formal parameter '{name}'")),
        _ => mismatch(),
    }
}
