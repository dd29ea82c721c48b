//! Comparisons of texts: with each other, with one text, and with those before them; and equal texts as categories.

use std::sync::Arc;

use cuda_arrow::Buffer;
use serde_json::Value as Json;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::{Backend, Source, tiles};
use crate::elementwise::broadcast::Side;
use crate::error::Result;
use crate::error::internal;
use crate::layout::dtype::Dtype;
use crate::layout::node::is_categorical;
use crate::layout::node::{Index, Kind, Node};
use crate::lists::Lists;
use crate::structure::parameters::changed;

/// Texts as a kernel reads them. It keeps their bytes alive.
pub(crate) struct Texts {
    pub(crate) lists: Lists,
    bytes: Buffer,
    ty: Dtype,
}

impl Texts {
    pub(crate) fn bytes(&self) -> Ix {
        Ix::of_buffer(&self.bytes, self.ty)
    }

    /// Returns the kind of starts and stops as a constant of kernels; -1 if it is another one or they differ.
    pub(crate) fn kind(&self) -> i32 {
        let (starts, stops) = (self.lists.starts.kind(), self.lists.stops.kind());
        if starts == stops { starts } else { -1 }
    }
}

impl Backend {
    pub(crate) fn texts(&self, node: &DeviceNode) -> Result<Texts> {
        let lists = node.lists().ok_or_else(internal)?;
        let (bytes, ty) = self.as_numbers(&lists.content)?;
        Ok(Texts { lists, bytes, ty })
    }

    /// Returns an array of one text.
    pub(crate) fn one_text(&self, text: &str) -> Result<DeviceNode> {
        let purpose = |name: &str| changed(&None, "__array__", Json::from(name));
        let bytes = self.manager().copy_from_host(text.as_bytes())?;
        let content = Node::numpy(Dtype::UInt8, bytes).with_parameters(&purpose("char"));
        let kind = Kind::Regular { size: text.len(), content: Arc::new(content) };
        self.irregular(&Node::new(1, kind).with_parameters(&purpose("string")))
    }

    /// Returns whether the texts at each place are equal, or differ.
    pub(crate) fn texts_equal(
        &self,
        a: &Side,
        b: &Side,
        n: usize,
        equal: bool,
    ) -> Result<DeviceNode> {
        let texts_of = |side: &Side| match side {
            Side::Node(node) | Side::Spread(node) | Side::One(node) => self.texts(node),
            Side::Scalar(_) => Err(internal()),
        };
        let is_one = |side: &Side| matches!(side, Side::One(_));
        let (a, b) = if is_one(a) { (b, a) } else { (a, b) };
        let (one, other) = (texts_of(a)?, texts_of(b)?);
        let out = self.alloc(n)?;
        let source = Source {
            file: "texts.cu",
            before: format!(
                "#define TEXTS {}\n#define OTHERS {}\n#define ONE_TEXT {}",
                one.kind(),
                other.kind(),
                i32::from(is_one(b))
            ),
            kernel: "texts_equal",
        };
        let args = Args {
            a: one.lists.starts,
            b: one.lists.stops,
            c: other.lists.starts,
            d: other.lists.stops,
            e: one.bytes(),
            f: other.bytes(),
            p: i64::from(equal),
            o0: out.as_raw(),
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: bytes are between the starts and stops, and there is a byte for each result.
        unsafe { self.launch_one(&source, tiles(args.n), args) }?;
        Ok(Node::numpy(Dtype::Bool, out.freeze()))
    }

    /// Returns whether each text differs from the one before it.
    pub(crate) fn texts_begin(&self, node: &DeviceNode) -> Result<Buffer> {
        let previous = self.previous(node)?;
        let (a, b) = (Side::Node(node.clone()), Side::Node(previous));
        let differ = self.texts_equal(&a, &b, node.len, false)?;
        Ok(self.as_numbers(&differ)?.0)
    }

    /// Returns the entry before each; that of the first is itself.
    fn previous(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let args = Args { n: node.len as i64, ..Args::default() };
        // SAFETY: it reads nothing.
        let index = unsafe { self.positions("v = i > 0 ? i - 1 : 0", &args) }?;
        self.carry(node, &index)
    }

    /// Returns for each text the position of the first one that equals it, by a table of the positions of different texts:
    /// a text is at the first free place after that of its hash. Which of equal texts comes first into the table differs
    /// from run to run, but not the least position that is found there.
    fn firsts_of_texts(&self, node: &DeviceNode) -> Result<Index<Buffer>> {
        let texts = self.texts(node)?;
        let places = node.len.saturating_mul(2).next_power_of_two();
        let (owners, least) = (self.alloc_words(places)?, self.alloc_words(places)?);
        let (owners, least) = (owners.freeze(), least.freeze());
        let args = Args {
            a: texts.lists.starts,
            b: texts.lists.stops,
            c: texts.bytes(),
            p: places as i64 - 1,
            o1: owners.as_raw(),
            o2: least.as_raw(),
            n: places as i64,
            ..Args::default()
        };
        // SAFETY: there is room for that many words in both.
        unsafe { self.each("x.o1[i] = -1; x.o2[i] = 9223372036854775807ll", &args) }?;
        let args = Args { n: node.len as i64, ..args };
        // SAFETY: bytes are between the starts and stops, and the table has a free place, since it has more than texts.
        unsafe { self.each("insert_text(x, i)", &args) }?;
        // SAFETY: as above, and each text is in the table.
        unsafe { self.positions("v = find_text(x, i)", &args) }
    }

    /// Returns texts as positions among the different ones, in the order in which these come first.
    fn categorized(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if is_categorical(node) {
            return Ok(node.clone());
        }
        let (places, texts) = if node.is_option() || node.is_indexed() {
            let (index, content) = self.option_index(node)?;
            if content.is_text() {
                self.compacted(&index, &content).map(|texts| (Some(texts.0), texts.1))?
            } else {
                (None, node.clone())
            }
        } else {
            (None, node.clone())
        };
        if !texts.is_text() {
            return node.with_contents(&mut |content| self.categorized(content));
        }
        let firsts = self.firsts_of_texts(&texts)?;
        let args = Args { a: firsts.ix(), n: texts.len as i64, ..Args::default() };
        // SAFETY: there is a position for each text.
        let positions = unsafe { self.positions("v = at(x.a, i) == i ? i : -1", &args) }?;
        let (kept, numbers) = self.kept(positions.ix(), texts.len)?;
        let content = Arc::new(self.irregular(&self.carry(&texts, &kept)?)?);
        let mut index = self.composed(&Index::i64(numbers), &firsts)?;
        if let Some(places) = &places {
            index = self.composed(&index, places)?;
        }
        let kind = if node.is_option() {
            Kind::IndexedOption { index, content }
        } else {
            Kind::Indexed { index, content }
        };
        let parameters = changed(&None, "__array__", Json::from("categorical"));
        Ok(Node::new(node.len, kind).with_parameters(&parameters))
    }
}

impl Array {
    /// Returns the array with texts, at any depth, as positions among its different texts, in the order in which these come
    /// first: [`ak.str.to_categorical`](https://awkward-array.org/doc/main/reference/generated/ak.str.to_categorical.html).
    /// Numbers stay as they are. [`categories`](Self::categories) returns the different texts.
    ///
    /// It waits once for each node of texts, and once more where some are missing.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let texts = HostArray::from_json(r#"[["b", "a"], ["b"]]"#)?.to_backend(&gpu)?;
    /// let categorical = texts.to_categorical()?;
    /// assert_eq!(categorical.type_text(), "2 * var * categorical[type=string]");
    /// let categories = categorical.categories().expect("texts");
    /// assert_eq!(categories.to_host()?.value()?.to_string(), r#"["b", "a"]"#);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn to_categorical(&self) -> Result<Self> {
        Ok(self.with(self.backend.categorized(&self.node)?))
    }
}
