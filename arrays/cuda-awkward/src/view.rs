//! Arrays as arguments of custom kernels.
//!
//! A kernel takes an array as `awkward::List<T>`, which the header [`HEADER`] defines: lists can be indexed and iterated, records
//! are structures, and an option can be tested for a value. The program names the same type in Rust, and
//! [`Array::view`](crate::array::Array::view) checks that the array has it.
//!
//! | C++ | Rust | the array's type |
//! |---|---|---|
//! | `float`, `long long`, `bool` … | `f32`, `i64`, `bool` … | `float32`, `int64`, `bool` … |
//! | `awkward::Half`, `awkward::Complex<float>` | `half::f16`, `[f32; 2]` | `float16`, `complex64` |
//! | `awkward::List<T>` | [`List<T>`] | `var * T`, `3 * T` |
//! | `awkward::Text` | [`List<u8>`](List) | `string`, `bytes` |
//! | `awkward::Option<T>` | [`Option<T>`] | `?T`, or `T` without missing values |
//! | `awkward::Record<A, B>` | `(A, B)` | `(A, B)` |
//! | a structure by `AWKWARD_RECORD` | one by [`record!`](crate::record) | `{x: A, y: B, …}`, also with other fields |
//!
//! ```
//! use cuda_awkward::view::{self, List};
//! use cuda_awkward::{Backend, Dtype, HostArray};
//! use cuda_driver::Launch;
//!
//! cuda_awkward::record! {
//!     /// The fields of a muon that the kernel uses.
//!     struct Muon { pt: f32, eta: f32 }
//! }
//!
//! const SOURCE: &str = r#"
//! extern "C" __global__ void central(awkward::List<awkward::List<Muon>> events, float *out)
//! {
//!     long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
//!     if (i >= events.size()) return;
//!     float sum = 0;
//!     for (Muon muon : events[i]) if (fabsf(muon.eta) < 1) sum += muon.pt;
//!     out[i] = sum;
//! }"#;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The GPU, or the software device where there is none.
//! let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
//! let gpu = Backend::new(&stream)?;
//! let text = r#"[[{"pt": 31.5, "eta": 0.5, "q": 1}, {"pt": 12, "eta": 1.5, "q": -1}], [], [{"pt": 8, "eta": -0.5, "q": 1}]]"#;
//! let events = HostArray::from_json(text)?.to_backend(&gpu)?.values_astype(Dtype::Float32)?;
//!
//! let kernel = gpu.kernel(&(view::cpp::<Muon>() + SOURCE), c"central")?;
//! let mut out = gpu.manager().allocate(events.len() * 4)?;
//! let launch = Launch::elements(events.len(), 256);
//! // SAFETY: central(awkward::List<awkward::List<Muon>>, float *), a number for each event.
//! unsafe { stream.launch(&kernel, launch, (events.view::<List<Muon>>()?, out.typed_mut::<f32>()?)) }?;
//!
//! let sums = gpu.from_numbers(Dtype::Float32, out.freeze())?;
//! assert_eq!(sums.to_host()?.value()?.to_string(), "[31.5, 0.0, 8.0]");
//! # Ok(()) }
//! ```
//!
//! [`Form::cpp_type`](crate::layout::form::Form::cpp_type) writes the C++ of an array's type.
//!
//! # Kernels compiled in a build script
//! With `cuda-build`, a kernel in a file becomes a function that takes the view of the array's type, so that nothing says the
//! type twice: see "Ragged arrays" in its documentation. It finds the header by itself; any build script of a crate that
//! depends on this one finds its folder in the variable `DEP_CUDA_AWKWARD_INCLUDE`. The header needs C++17, and works with
//! nvcc, too.

mod entry;
mod form;
mod record;

use core::fmt;
use core::marker::PhantomData;
use std::ffi::CStr;
use std::sync::Arc;

use cuda_arrow::Buffer;
use cuda_driver::{
    Function, Stream,
    launch::{Argument, Parameter},
};
use nvrtc::Program;

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Kind, Node};

pub use entry::{Entry, List, ListColumn, NumberColumn, OptionColumn, Part, RecordColumn};

/// The name by which kernels include the header: `#include <cuda_awkward.cuh>`.
pub const HEADER_NAME: &str = "cuda_awkward.cuh";

/// The text of the header.
pub const HEADER: &str = include_str!("../include/cuda_awkward.cuh");

/// Returns the C++ definitions of a type's records, with `AWKWARD_RECORD`, to be placed after the line that includes
/// the header.
#[must_use]
pub fn cpp<T: Entry>() -> String {
    let mut records = Vec::new();
    T::records(&mut records);
    let mut text = format!("#include <{HEADER_NAME}>\n");
    for record in records {
        text += &record;
        text.push('\n');
    }
    text
}

/// Returns a type that can be a macro's argument: the name of an alias, which is added to `records`, for one with a comma.
#[doc(hidden)]
#[must_use]
pub fn in_macro(ty: String, name: &str, records: &mut Vec<String>) -> String {
    if !ty.contains(',') {
        return ty;
    }
    let line = format!("using {name} = {ty};");
    if !records.contains(&line) {
        records.push(line);
    }
    name.to_owned()
}

/// An array as a kernel argument, passed by value: `awkward::List<T>` in C++. It keeps the array's memory alive.
///
/// Launch with it on the stream of the array's [`Backend`]; for another stream, use [`Array::on`] first.
pub struct View<T: Entry> {
    value: ListValue<T::Column>,
    stream: Stream,
    node: Arc<DeviceNode>,
    marker: PhantomData<fn() -> T>,
}

/// The bytes of an `awkward::List`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ListValue<C> {
    column: C,
    first: i64,
    last: i64,
}

impl<T: Entry> View<T> {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.node.len
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node.len == 0
    }
}

impl<T: Entry> Argument for View<T> {
    type Value = ListValue<T::Column>;

    fn value(&self) -> Self::Value {
        self.value
    }

    fn stream(&self) -> Option<&Stream> {
        Some(&self.stream)
    }
}

impl<T: Entry> Argument for &View<T> {
    type Value = ListValue<T::Column>;

    fn value(&self) -> Self::Value {
        self.value
    }

    fn stream(&self) -> Option<&Stream> {
        Some(&self.stream)
    }
}

/// For the signature of a [typed kernel](cuda_driver::launch::TypedKernel), whose argument is a reference.
impl<T: Entry> Parameter for View<T> {
    type Argument<'a> = &'a Self;
}

impl<T: Entry> fmt::Debug for View<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View({} * {})", self.len(), T::cpp_type())
    }
}

impl Array {
    /// Returns the array as an argument for your own kernels, with entries of type `T`; see [`view`](crate::view).
    ///
    /// Nothing is copied, except values that an operation, such as [`combinations`](Self::combinations), left in
    /// another array and refers to by positions.
    ///
    /// # Errors
    /// [`Error::Type`] for an array of another type, with the place where they differ.
    pub fn view<T: Entry>(&self) -> Result<View<T>> {
        let node = if is_plain(&self.node) {
            self.node.clone()
        } else {
            Arc::new(self.backend.plain(&self.node)?)
        };
        let column = T::column(&Part::of(&node))?;
        Ok(View {
            value: ListValue {
                column,
                first: 0,
                last: i64::try_from(node.len).unwrap_or(i64::MAX),
            },
            stream: self.backend.stream().clone(),
            node,
            marker: PhantomData,
        })
    }
}

/// Returns `true` if the node has no positions except in options.
fn is_plain(node: &DeviceNode) -> bool {
    let is_index_of_index = node.is_option()
        && node.content().is_some_and(|content| content.is_option() || content.is_indexed());
    !node.is_indexed() && !is_index_of_index && node.contents().into_iter().all(is_plain)
}

impl Backend {
    /// Compiles your own kernel with NVRTC and the [header](crate::view) for arrays, and keeps it in the
    /// [cache](Self::cache).
    ///
    /// # Errors
    /// [`Error::Compile`] with NVRTC's log; [`Error::Driver`] if there is no kernel of that name.
    pub fn kernel(&self, source: &str, name: &CStr) -> Result<Function> {
        let program = Program::new(c"kernel.cu", source).header(HEADER_NAME, HEADER);
        let image = self.cache().compile_for(&program, self.target())?;
        Ok(self.stream().context().load(&image)?.function(name)?)
    }

    /// Creates an array of the numbers in a buffer, such as one that a kernel wrote, and shares its memory.
    ///
    /// # Errors
    /// [`Error::Backend`] for a buffer of another stream, [`Error::Buffers`] for one that isn't aligned, or doesn't
    /// contain a whole number of numbers.
    pub fn from_numbers(&self, dtype: Dtype, buffer: Buffer) -> Result<Array> {
        if buffer.manager().stream() != self.stream() {
            return Err(Error::Backend {
                left: self.name(),
                right: "that of the buffer".to_owned(),
            });
        }
        let (size, len) = (dtype.size(), buffer.len());
        if !len.is_multiple_of(size) || (len > 0 && !buffer.as_raw().is_multiple_of(size as u64)) {
            let (address, reason) = (buffer.as_raw(), "aren't a whole number of aligned values");
            let reason = format!("{len} bytes at {address:#x} {reason} of {dtype}");
            return Err(Error::buffers("node0", reason));
        }
        Ok(Array::new(self, Node::numpy(dtype, buffer)))
    }

    /// Returns the same entries, with positions only in options.
    fn plain(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if is_plain(node) {
            return Ok(node.clone());
        }
        if node.is_indexed() {
            let content = self.resolved(node)?;
            // The result may still contain positions further down.
            return self.plain(&content);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = Arc::new(self.plain(&content)?);
            return Ok(node.with_kind(node.len, Kind::IndexedOption { index, content }));
        }
        if let Kind::Record { fields, contents } = &node.kind {
            let contents = contents.iter().map(|content| self.plain(content));
            let kind =
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? };
            return Ok(node.with_kind(node.len, kind));
        }
        match node.content() {
            Some(content) => {
                let other = node.with_content(self.plain(content)?);
                Ok(other.with_parameters(&node.parameters))
            }
            // Views don't support unions.
            None => Ok(node.clone()),
        }
    }
}
