//! The kernel of expressions: it is compiled, and launched.

use arrow_schema::DataType;
use cuda_driver::{ArgumentList, Launch, sys::CUdeviceptr};
use nvrtc::Program;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::{Buffer, MutableBuffer};
use crate::error::{Error, ORDERED, Operation};
use crate::kernels::table::{Kernels, THREADS, TextCopies};
use crate::parts::ArrayParts;
use crate::table::column;
use crate::table::expression::constant::{Constant, ScalarValue};
use crate::table::expression::typed::{Code, TypedValue, Word};
use crate::table::expression::types::{c_type, is_text};
use crate::table::expression::{Expr, Node};
use crate::table::var_length::PrefixSums;
use crate::table::work::{Arena, ArenaRange, Tables, Work, check_rows, invalid};

const OPERATION: Operation = ("an expression", ORDERED);

/// The number of rows of a thread, as in the kernel.
const ITEMS: usize = 4;

/// The text of kernels: how columns are read, then the functions of expressions.
fn program(code: &str) -> Program<'static> {
    let table = include_str!("../../kernels/table.cu");
    let reading = table.split("// READING ENDS HERE").next().unwrap_or(table);
    let functions = include_str!("../../kernels/expression.cuh");
    let program = |before: &str| {
        Program::new("expression.cu", format!("{before}{reading}{functions}{code}"))
            .fmad(false)
            // NVRTC 11's own standard is older.
            .option("--std=c++17")
    };
    if ["i128", "i256", "decimal_of"].iter().any(|word| code.contains(word)) {
        program("#define DECIMALS\n").option("--device-int128")
    } else {
        program("")
    }
}

/// A result: its value in the kernel, and its places.
pub(super) struct Output {
    pub(super) typed: TypedValue,
    pub(super) values: ArenaRange,
    pub(super) valid: ArenaRange,
    /// The number of this result among those that are texts.
    pub(super) text: Option<usize>,
    /// Which piece of a row's text it is.
    pub(super) piece: usize,
    /// The place of a row's, and the condition under which there is one.
    pub(super) row: String,
    pub(super) condition: String,
}

impl Output {
    /// Returns the code that declares the result, sets it, and stores it.
    fn code(&self, at: usize) -> [String; 3] {
        let TypedValue { number, nullable, .. } = &self.typed;
        let ty = c_type(&self.typed.data_type).unwrap_or("bool");
        let declare = format!("        {ty} r{at} = {ty}(); bool v{at} = false;\n");
        let mut store = match ty {
            "bool" => format!("        store_bit(o{at}.values, i, r{at});\n"),
            _ => format!("        if (in) store<{ty}>(o{at}, {}, r{at});\n", self.row),
        };
        if *nullable {
            store += &format!("        store_bit(o{at}.valid, i, v{at});\n");
        }
        let value = match ty {
            "Text" => format!("if ({}) r{at} = t{number};", self.condition),
            "bool" => format!("r{at} = m{number} && t{number};"),
            _ => format!("r{at} = t{number};"),
        };
        [declare, format!("        {value} v{at} = {};\n", self.condition), store]
    }

    pub(super) fn array(
        &self,
        memory: &Buffer,
        buffers: Vec<Buffer>,
        n: usize,
    ) -> Result<DeviceArray, Error> {
        let nullable = self.typed.nullable;
        DeviceArray::try_new(ArrayParts {
            data_type: self.typed.data_type.clone(),
            len: n,
            offset: 0,
            null_count: (!nullable).then_some(0),
            nulls: nullable.then(|| part(memory, self.valid)),
            buffers,
            children: Vec::new(),
            dictionary: None,
        })
    }
}

fn part(memory: &Buffer, place: ArenaRange) -> Buffer {
    memory.part(place.start..place.start + place.len)
}

/// Returns the text of the kernel.
fn kernel_of(code: &Code<'_>, outputs: &[Output]) -> String {
    let mut text = String::from(
        "\nextern \"C\" __global__ void __launch_bounds__(THREADS) expression(const Inputs x)\n{\n",
    );
    for at in 0..code.columns.len() {
        text += &format!("    const Column c{at} = x.columns[{at}];\n");
    }
    for at in 0..outputs.len() {
        text += &format!("    const Output o{at} = x.outputs[{at}];\n");
    }
    text += &code.before;
    text += "    bool unused = false;\n    (void)unused;\n#pragma unroll\n    for (int item = 0; item < ITEMS_OF_THREAD; item++) {\n";
    text += "        const u64 i = ((u64)blockIdx.x * ITEMS_OF_THREAD + item) * THREADS + threadIdx.x;\n";
    text += "        if (i - (threadIdx.x & 31) >= x.n) break;\n        const bool in = i < x.n;\n";
    let parts: Vec<[String; 3]> =
        outputs.iter().enumerate().map(|(at, output)| output.code(at)).collect();
    let all = |index: usize| parts.iter().map(|part| part[index].as_str()).collect::<String>();
    format!(
        "{text}{}        if (in) {{\n{}{}        }}\n{}    }}\n}}\n",
        all(0),
        code.text,
        all(1),
        all(2)
    )
}

impl DeviceRecordBatch {
    /// Computes expressions that make no texts, by one kernel.
    pub(super) fn evaluate_fused(&self, expressions: &[&Expr]) -> Result<Vec<DeviceArray>, Error> {
        let n = self.num_rows();
        check_rows(n)?;
        let mut code = Code::new(self);
        let mut results: Vec<Option<DeviceArray>> = Vec::with_capacity(expressions.len());
        let (mut outputs, mut arena, mut texts) = (Vec::new(), Arena::default(), 0);
        for expression in expressions {
            if let Some(name) = expression.column() {
                results.push(Some(self.column(name)?.clone()));
                continue;
            }
            let typed = code.write(expression)?;
            results.push(None);
            let width = typed.data_type.primitive_width();
            let text = is_text(&typed.data_type).then_some(texts);
            texts += usize::from(text.is_some());
            let values = match (text, width) {
                (Some(_), _) => arena.add::<u64>(n),
                (_, Some(width)) => arena.add::<u8>(n.saturating_mul(width)),
                _ => arena.add::<u32>(n.div_ceil(32)),
            };
            let valid = arena.add::<u32>(if typed.nullable { n.div_ceil(32) } else { 0 });
            let (row, condition) = ("i".to_owned(), format!("m{}", typed.number));
            outputs.push(Output { typed, values, valid, text, piece: 0, row, condition });
        }
        let mut computed =
            if outputs.is_empty() { Vec::new() } else { self.run(&code, &outputs, &arena, texts)? }
                .into_iter();
        let arrays = results.into_iter().map(|value| value.or_else(|| computed.next()));
        arrays.collect::<Option<_>>().ok_or_else(|| invalid("an expression has no result"))
    }

    fn run(
        &self,
        code: &Code<'_>,
        outputs: &[Output],
        arena: &Arena,
        texts: usize,
    ) -> Result<Vec<DeviceArray>, Error> {
        let (n, manager) = (self.num_rows(), self.manager());
        if n == 0 {
            let empty = |output: &Output| {
                manager.upload_array(&*arrow_array::new_empty_array(&output.typed.data_type))
            };
            return outputs.iter().map(empty).collect();
        }
        let KernelOutput { work, prefix_sums, memory, totals, constants: _constants } =
            self.launched(code, outputs, arena, (texts, 1))?;
        let memory = memory.freeze();
        let arrays = outputs.iter().map(|output| {
            let buffers = match output.text {
                None => vec![part(&memory, output.values)],
                Some(text) => {
                    let texts = memory.as_raw() + output.values.start as CUdeviceptr;
                    let buffers = copied(
                        &work,
                        &output.typed.data_type,
                        texts,
                        (&prefix_sums, text, totals[text]),
                    )?;
                    buffers.map(MutableBuffer::freeze).to_vec()
                }
            };
            output.array(&memory, buffers, n)
        });
        arrays.collect()
    }

    /// Computes expressions, and the prefix sums of their texts, of which each row has some pieces.
    pub(super) fn launched(
        &self,
        code: &Code<'_>,
        outputs: &[Output],
        arena: &Arena,
        (texts, pieces): (usize, usize),
    ) -> Result<KernelOutput<'_>, Error> {
        let (n, manager) = (self.num_rows(), self.manager());
        let work = Work::new(manager, 1 + texts)?;
        let prefix_sums = PrefixSums::new(&work, n * pieces, texts)?;
        let memory = arena.allocate(&work)?;
        let mut tables = Tables::default();
        let columns = code.columns.iter().map(|at| self.columns()[*at].parts());
        let columns =
            column::push(&mut tables, columns.map(|column| (column, column.offset)), OPERATION)?;
        let words = push_words(&mut tables, &code.words);
        let first = tables.len();
        for output in outputs {
            let lengths = output.text.map_or(0, |text| prefix_sums.at(text).0);
            let valid = if output.typed.nullable { output.valid.of(&memory) } else { 0 };
            let place = 8 * output.piece as CUdeviceptr;
            tables.push([output.values.of(&memory) + place, valid, lengths + place]);
        }
        let tables = tables.upload(&work)?;
        let at = |place: usize| tables.as_raw() + place as CUdeviceptr;
        let text = kernel_of(code, outputs);
        let function =
            manager
                .compiled()?
                .function(manager.stream(), &text, "expression", || program(&text))?;
        let mut list = ArgumentList::new();
        let inputs = [at(columns), at(words), at(first), n as u64, work.word(texts), work.error()];
        list.push_bytes(bytemuck::bytes_of(&inputs));
        let blocks = n.div_ceil(ITEMS * THREADS) as u32;
        let launch = Launch::grid(blocks).block(THREADS as u32);
        // SAFETY: columns and constants were uploaded, and there is room for each result.
        unsafe { manager.stream().launch(&function, launch, &list) }?;
        let mut totals = Vec::new();
        if texts > 0 {
            // SAFETY: the kernel set a length for each row of each text.
            unsafe { prefix_sums.scan(&work) }?;
        }
        if texts > 0 || code.reads_cells || !code.checks.is_empty() {
            totals = work.wait()?;
            check_wrong(totals.pop().unwrap_or(0), &code.checks)?;
        }
        Ok(KernelOutput { work, prefix_sums, memory, totals, constants: tables })
    }
}

impl Expr {
    /// Returns the name of the column that the expression is.
    pub(super) fn column(&self) -> Option<&str> {
        match &*self.node {
            Node::Column(name) => Some(name),
            Node::Alias(expression, _) => expression.column(),
            _ => None,
        }
    }
}

/// What a kernel computed: results in memory, and the lengths of all texts.
pub(super) struct KernelOutput<'a> {
    pub(super) work: Work<'a>,
    pub(super) prefix_sums: PrefixSums,
    pub(super) memory: MutableBuffer,
    pub(super) totals: Vec<u64>,
    /// What texts may be parts of.
    pub(super) constants: MutableBuffer,
}

/// Copies texts from addresses to places, and returns their offsets and bytes.
pub(super) fn copied(
    work: &Work<'_>,
    data_type: &DataType,
    texts: CUdeviceptr,
    (prefix_sums, index, total): (&PrefixSums, usize, u64),
) -> Result<[MutableBuffer; 2], Error> {
    let n = prefix_sums.len();
    let is_large = matches!(data_type, DataType::LargeUtf8 | DataType::LargeBinary);
    if !is_large && i32::try_from(total).is_err() {
        return Err(invalid(format!(
            "a result of {data_type} has {total} bytes, which don't fit into its offsets, of 4 bytes: `cast` its texts to the type with 8, or work on slices"
        )));
    }
    let width = if is_large { 8 } else { 4 };
    let offsets: MutableBuffer = work.manager.allocate((n + 1) * width)?;
    let bytes = work.manager.allocate(total as usize)?;
    let (places, sums) = prefix_sums.at(index);
    let copies = TextCopies {
        texts,
        places,
        sums,
        total,
        n: n as u64,
        to: bytes.as_raw(),
        offsets: offsets.as_raw(),
        width: width as u32,
        ..TextCopies::default()
    };
    // SAFETY: there are an offset for each text and one more, and as many bytes as all have.
    unsafe { work.launch(Kernels::table_copy_texts, (n + 1).div_ceil(THREADS / 32), 1, copies) }?;
    Ok([offsets, bytes])
}

fn check_wrong(wrong: u64, checks: &[String]) -> Result<(), Error> {
    match (wrong & 0xffff).checked_sub(1).and_then(|code| checks.get(code as usize)) {
        Some(message) => {
            let row = 0xffff_ffff_ffff - (wrong >> 16);
            Err(invalid(format!("{message}, in row {row}")))
        }
        None => Ok(()),
    }
}

/// Adds words for the kernel, and returns the place of the first.
fn push_words(tables: &mut Tables, words: &[Word]) -> usize {
    // What words point to comes before them.
    let pointees: Vec<(usize, usize)> = words
        .iter()
        .map(|word| match word {
            Word::Constant(constant) => match &constant.value {
                ScalarValue::Text(text) => (tables.push_bytes(text), text.len()),
                ScalarValue::Decimal(word) => (tables.push_bytes(&word.to_le_bytes()), 1),
                _ => (0, 0),
            },
            Word::Numbers(numbers) => {
                (tables.push_bytes(bytemuck::cast_slice(numbers)), numbers.len())
            }
            Word::Texts(texts) => {
                let places: Vec<usize> = texts.iter().map(|text| tables.push_bytes(text)).collect();
                let first = tables.len();
                for (place, text) in places.iter().zip(texts) {
                    let place = tables.push([*place as u64, text.len() as u64]);
                    tables.link(place);
                }
                (first, texts.len())
            }
        })
        .collect();
    let first = tables.len();
    for (word, (at, len)) in words.iter().zip(pointees) {
        match word {
            Word::Constant(Constant { value: ScalarValue::Number(bits), .. }) => {
                tables.push([*bits, 0]);
            }
            _ => {
                let place = tables.push([at as u64, len as u64]);
                tables.link(place);
            }
        }
    }
    first
}
