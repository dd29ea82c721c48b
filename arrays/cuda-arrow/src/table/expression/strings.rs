//! Strings that aren't parts of others: they become columns before the expressions around them are computed.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use cuda_driver::{ArgumentList, Launch, sys::CUdeviceptr};
use nvrtc::Program;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::kernels::table::THREADS;
use crate::manager::MemoryManager;
use crate::table::compare::{Family, family};
use crate::table::expression::run::{KernelOutput, Output, copied};
use crate::table::expression::typed::Code;
use crate::table::expression::types::is_text;
use crate::table::expression::{Expr, Node, Op};
use crate::table::work::{Arena, invalid};

impl Expr {
    /// Whether it, or an operand, makes texts.
    pub(super) fn makes_texts(&self) -> bool {
        match &*self.node {
            Node::Alias(expression, _) => expression.makes_texts(),
            Node::Call(Op::Concat | Op::Case(_), _) => true,
            Node::Call(_, operands) => operands.iter().any(Self::makes_texts),
            _ => false,
        }
    }
}

/// A table, and columns of the texts that expressions make.
pub(super) struct MaterializedStrings {
    pub(super) batch: DeviceRecordBatch,
    done: HashMap<*const Node, Expr>,
}

impl MaterializedStrings {
    pub(super) fn new(batch: &DeviceRecordBatch) -> Self {
        Self { batch: batch.clone(), done: HashMap::new() }
    }

    /// Returns the expression with columns in place of the texts that it makes.
    pub(super) fn materialize(&mut self, expression: &Expr) -> Result<Expr, Error> {
        let Node::Call(op, operands) = &*expression.node else {
            return match &*expression.node {
                Node::Alias(expression, name) => Ok(self.materialize(expression)?.alias(name)),
                _ => Ok(expression.clone()),
            };
        };
        if let Some(done) = self.done.get(&Arc::as_ptr(&expression.node)) {
            return Ok(done.clone());
        }
        let replacement = match op {
            Op::Concat | Op::Case(_) => {
                let mut pieces = Vec::new();
                match op {
                    Op::Case(_) => pieces.push(self.materialize(&operands[0])?),
                    _ => self.pieces(expression, &mut pieces)?,
                }
                let array = self.batch.text_of(&pieces, op, expression)?;
                // Others may have the name, and none ends so.
                let name = format!("{expression}\0{}", self.done.len());
                let mut fields = self.batch.schema().fields().to_vec();
                fields.push(Arc::new(Field::new(&name, array.data_type().clone(), true)));
                let columns = self.batch.columns().iter().cloned().chain([array]).collect();
                let (schema, rows) = (Arc::new(Schema::new(fields)), self.batch.num_rows());
                let manager = self.batch.manager().clone();
                self.batch = DeviceRecordBatch::try_new(&manager, schema, columns, rows)?;
                Expr::new(Node::Column(name))
            }
            _ => {
                let operands = operands
                    .iter()
                    .map(|operand| self.materialize(operand))
                    .collect::<Result<Vec<_>, _>>()?;
                Expr::call(op.clone(), operands)
            }
        };
        self.done.insert(Arc::as_ptr(&expression.node), replacement.clone());
        Ok(replacement)
    }

    /// Adds the texts that follow each other in one.
    fn pieces(&mut self, expression: &Expr, pieces: &mut Vec<Expr>) -> Result<(), Error> {
        match &*expression.node {
            Node::Call(Op::Concat, operands) => {
                operands.iter().try_for_each(|operand| self.pieces(operand, pieces))
            }
            _ => {
                pieces.push(self.materialize(expression)?);
                Ok(())
            }
        }
    }
}

impl DeviceRecordBatch {
    /// Makes one text of some, or one of other letters.
    fn text_of(&self, pieces: &[Expr], op: &Op, whole: &Expr) -> Result<DeviceArray, Error> {
        let (n, count, manager) = (self.num_rows(), pieces.len(), self.manager());
        let mut code = Code::new(self);
        let typed = pieces.iter().map(|piece| code.write(piece)).collect::<Result<Vec<_>, _>>()?;
        let first = family(&typed[0].data_type).0;
        if !typed.iter().all(|text| is_text(&text.data_type) && family(&text.data_type).0 == first)
        {
            let types: Vec<String> = typed.iter().map(|text| text.data_type.to_string()).collect();
            let types = types.join(" and ");
            return Err(invalid(format!("`{whole}`: it takes texts or bytes, not {types}")));
        }
        let is_large = |ty: &DataType| matches!(ty, DataType::LargeUtf8 | DataType::LargeBinary);
        let data_type = match (first, typed.iter().any(|text| is_large(&text.data_type))) {
            (Family::Text, false) => DataType::Utf8,
            (Family::Text, true) => DataType::LargeUtf8,
            (_, false) => DataType::Binary,
            (_, true) => DataType::LargeBinary,
        };
        if n == 0 {
            return manager.upload_array(&*arrow_array::new_empty_array(&data_type));
        }
        let mut arena = Arena::default();
        let values = arena.add::<u64>(n.saturating_mul(count));
        let nullable = typed.iter().any(|text| text.nullable);
        let valid = arena.add::<u32>(if nullable { n.div_ceil(32) } else { 0 });
        let condition: Vec<String> = typed.iter().map(|text| format!("m{}", text.number)).collect();
        let condition = condition.join(" && ");
        let outputs = typed.into_iter().enumerate().map(|(piece, mut typed)| {
            // One of them says which rows are null, and has the type.
            typed.nullable = nullable && piece == 0;
            if piece == 0 {
                typed.data_type = data_type.clone();
            }
            let row = format!("i * {count}");
            let condition = condition.clone();
            Output { typed, values, valid, text: Some(0), piece, row, condition }
        });
        let outputs: Vec<Output> = outputs.collect();
        let KernelOutput { work, prefix_sums, memory, totals, constants: _constants } =
            self.launched(&code, &outputs, &arena, (1, count))?;
        let texts = values.of(&memory);
        let [mut offsets, bytes] = copied(&work, &data_type, texts, (&prefix_sums, 0, totals[0]))?;
        if let Op::Case(upper) = op {
            let arguments = [bytes.as_raw(), bytes.len() as u64, u64::from(*upper)];
            launch(manager, "change_case", bytes.len(), &arguments)?;
        }
        if count > 1 {
            let width = if is_large(&data_type) { 8 } else { 4 };
            let all = manager.allocate((n + 1) * width)?;
            let name = if width == 8 { "each_wide" } else { "each" };
            let arguments = [offsets.as_raw(), all.as_raw(), n as u64 + 1, count as u64];
            launch(manager, name, n + 1, &arguments)?;
            offsets = all;
        }
        outputs[0].array(&memory.freeze(), vec![offsets.freeze(), bytes.freeze()], n)
    }
}

/// Changes letters; picks some of the offsets.
const PROGRAM: &str = r#"
typedef unsigned long long u64;
extern "C" __global__ void change_case(unsigned char *bytes, u64 n, u64 upper)
{
    const u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && bytes[i] - (upper ? 'a' : 'A') < 26u) bytes[i] ^= 32;
}
template <class T> __device__ void pick(const T *from, T *to, u64 n, u64 step)
{
    const u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i * step];
}
extern "C" __global__ void each(const unsigned *from, unsigned *to, u64 n, u64 step) { pick(from, to, n, step); }
extern "C" __global__ void each_wide(const u64 *from, u64 *to, u64 n, u64 step) { pick(from, to, n, step); }
"#;

/// Launches a kernel with a thread for each of `n` elements, unless there are none.
fn launch(
    manager: &MemoryManager,
    name: &str,
    n: usize,
    arguments: &[CUdeviceptr],
) -> Result<(), Error> {
    if n == 0 {
        return Ok(());
    }
    let program = || Program::new("texts.cu", PROGRAM);
    let function =
        manager.compiled()?.function(manager.stream(), &name.to_owned(), name, program)?;
    let mut list = ArgumentList::new();
    for argument in arguments {
        list.push_bytes(bytemuck::bytes_of(argument));
    }
    let blocks = u32::try_from(n.div_ceil(THREADS)).map_err(|_| {
        invalid(format!("texts of {n} bytes are too many for a launch: work on slices"))
    })?;
    let shape = Launch::grid(blocks).block(THREADS as u32);
    // SAFETY: the buffers have as many elements, and offsets are read at less than the last.
    Ok(unsafe { manager.stream().launch(&function, shape, &list) }?)
}
