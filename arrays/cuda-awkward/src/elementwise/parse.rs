//! Numbers from texts.

use std::borrow::Cow;

use cuda_arrow::Buffer;

use crate::arguments::Parse;
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source, tiles};
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::is_categorical;
use crate::layout::node::{Kind, Node};
use crate::layout::scalar::Scalar;

/// Reads a number as Python does: without the white space around it, and with underscores between digits.
fn parsed(text: &[u8], to: Dtype) -> Option<Scalar> {
    let text = core::str::from_utf8(text).ok()?.trim_end_matches('\0');
    if to == Dtype::Bool {
        return Some(Scalar::Bool(!text.is_empty()));
    }
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut underscores = text.match_indices('_');
    if !underscores.all(|(at, _)| at > 0 && digit(at - 1) && digit(at + 1)) {
        return None;
    }
    let text: Cow<'_, str> =
        if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    // No unsigned number begins with a sign.
    let text = match text.strip_prefix('-') {
        Some(zeros) if to.is_integer() && zeros.bytes().all(|byte| byte == b'0') => zeros,
        _ => &text,
    };
    Some(match to {
        Dtype::Int8 => Scalar::from(text.parse::<i8>().ok()?),
        Dtype::Int16 => Scalar::from(text.parse::<i16>().ok()?),
        Dtype::Int32 => Scalar::from(text.parse::<i32>().ok()?),
        Dtype::Int64 => Scalar::from(text.parse::<i64>().ok()?),
        Dtype::UInt8 => Scalar::from(text.parse::<u8>().ok()?),
        Dtype::UInt16 => Scalar::from(text.parse::<u16>().ok()?),
        Dtype::UInt32 => Scalar::from(text.parse::<u32>().ok()?),
        Dtype::UInt64 => Scalar::from(text.parse::<u64>().ok()?),
        Dtype::Float64 => Scalar::from(text.parse::<f64>().ok()?),
        Dtype::Float16 => half::f16::from_f64(text.parse().ok()?).into(),
        // Rounded from a double, as in NumPy.
        Dtype::Float32 => (text.parse::<f64>().ok()? as f32).into(),
        _ => return None,
    })
}

impl Backend {
    fn numbers_of(&self, node: &DeviceNode, to: Dtype) -> Result<DeviceNode> {
        let n = node.len;
        let texts = self.texts(node)?;
        if to.is_complex() || to.is_time() {
            return Err(Error::Unsupported(format!("{to} from texts")));
        }
        let report = self.report(1)?;
        let out = self.alloc(n * to.size())?;
        let mut is_certain = false;
        if to != Dtype::Bool {
            let source = Source {
                file: "parse.cu",
                before: format!(
                    "#define TEXTS {}\n#define RESULT {}\n#define FLOAT {}",
                    texts.kind(),
                    to.c_type(),
                    i32::from(to.is_float())
                ),
                kernel: "parse",
            };
            let parse = Parse {
                starts: texts.lists.starts,
                stops: texts.lists.stops,
                bytes: texts.bytes(),
                n: n as i64,
                out: out.as_raw(),
                report: report.address(),
            };
            // SAFETY: bytes are between the starts and stops, and there is room for a number of each text.
            unsafe { self.launch_one(&source, tiles(n as i64), parse) }?;
            is_certain = self.read(&report)?[0] == 0;
        }
        let data: Buffer = if is_certain {
            out.freeze()
        } else {
            drop(texts);
            self.numbers_by_host(node, to)?
        };
        Ok(Node::numpy(to, data))
    }

    /// Reads all texts on the host.
    fn numbers_by_host(&self, node: &DeviceNode, to: Dtype) -> Result<Buffer> {
        let packed = self.tight(node)?;
        let bytes = packed.content;
        let lists = packed.offsets.lists(node.len, bytes, true);
        let host = Array::new(self, self.irregular(&lists)?);
        let [offsets, bytes] = &host.to_buffers()?.2[..] else {
            return Err(crate::error::internal());
        };
        let (offsets, bytes) = (offsets.data.to_host()?, bytes.data.to_host()?);
        self.count_wait();
        let ends: Vec<usize> = offsets
            .as_slice()
            .chunks_exact(8)
            .map(|chunk| i64::from_le_bytes(chunk.try_into().unwrap_or_default()) as usize)
            .collect();
        let mut numbers = Vec::with_capacity(node.len * to.size());
        for (at, ends) in ends.windows(2).enumerate() {
            let text = &bytes.as_slice()[ends[0]..ends[1]];
            let number = parsed(text, to).ok_or_else(|| {
                let text = String::from_utf8_lossy(text);
                Error::Value(format!("text {at}, {text:?}, is not a number of {to}"))
            })?;
            numbers.extend(number.to_bytes());
        }
        Ok(self.manager().copy_from_host(&numbers)?)
    }
}

impl Array {
    /// Returns the array with numbers of a type in place of texts and bytes, at any depth:
    /// [`ak.strings_astype`](https://awkward-array.org/doc/main/reference/generated/ak.strings_astype.html). Texts are
    /// spelled as in Python, with decimal digits, and each number is the nearest one. As booleans, all texts but empty ones
    /// are true.
    ///
    /// A kernel reads them, and it waits once for each node of texts. If some of a node are of an unusual kind, such as with
    /// more than 18 digits, exponents beyond 22 or white space, all of that node are read on the host, as they are for
    /// booleans. It waits more often where texts may not be visible, as in options, unions and lists that aren't contiguous.
    ///
    /// # Errors
    /// [`Error::Value`] for a text that isn't a number which the type holds; [`Error::Unsupported`] for complex numbers,
    /// dates and durations.
    pub fn strings_astype(&self, to: Dtype) -> Result<Self> {
        Ok(self.with(self.backend.without_texts(&self.node, to)?))
    }
}

impl Backend {
    /// Returns the node with numbers in place of texts, without texts that aren't visible, since these needn't be numbers.
    fn without_texts(&self, node: &DeviceNode, to: Dtype) -> Result<DeviceNode> {
        let change = |content: &DeviceNode| self.without_texts(content, to);
        if !node.contains(&|node| node.is_text()) {
            return Ok(node.clone());
        }
        match &node.kind {
            _ if node.is_text() => self.numbers_of(node, to),
            _ if is_categorical(node) => node.with_contents(&mut |content| change(content)),
            Kind::Union { .. } => self.over_union(node, &mut |own, _| change(own)),
            Kind::Record { .. } => {
                node.with_contents(&mut |content| change(&self.rows(content, 0, node.len)?))
            }
            Kind::Indexed { .. } => change(&self.resolved(node)?),
            _ if node.is_option() => {
                let (index, content) = self.option_index(node)?;
                let (index, content) = self.compacted(&index, &content)?;
                let changed = self.optional(index, change(&content)?)?;
                Ok(changed.with_parameters(&node.parameters))
            }
            _ => {
                let packed = self.tight(node)?;
                let lists = packed.offsets.lists(node.len, change(&packed.content)?, true);
                Ok(lists.with_parameters(&node.parameters))
            }
        }
    }
}
