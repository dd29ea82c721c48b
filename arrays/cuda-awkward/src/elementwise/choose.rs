//! Selects entries by booleans: masks, and `where`.

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::elementwise::broadcast::{Broadcast, Level, Nodes, Operand, Side};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind};

/// The broadcast that masks an array.
struct MaskArray {
    valid_when: bool,
}

impl Broadcast for MaskArray {
    fn operation(&self) -> &str {
        "mask"
    }

    fn stops(&self, sides: &[Side], _: usize) -> Result<bool> {
        let mask = sides.get(1).and_then(Side::node);
        Ok(mask.is_some_and(|mask| matches!(mask.kind, Kind::Numpy { .. })))
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let (Some(node), Some(mask)) = (sides[0].node(), sides[1].node()) else {
            return Err(Error::Value("a number can't be masked".to_owned()));
        };
        if !matches!(mask.kind, Kind::Numpy { .. }) {
            return Err(Error::Broadcast(format!(
                "cannot broadcast in mask: a mask is of booleans, and not of {}",
                mask.form().type_text()
            )));
        }
        let (data, ty) = backend.as_numbers(mask)?;
        if ty != Dtype::Bool {
            return Err(Error::Value(format!("a mask is of booleans, and not of {ty}")));
        }
        let args = Args {
            a: Ix::of_buffer(&data, ty),
            p: i64::from(self.valid_when),
            n: level.n as i64,
            ..Args::default()
        };
        let code = "v = (at(x.a, i) != 0) == (x.p != 0) ? i : -1";
        // SAFETY: there is a boolean for each entry.
        let index = unsafe { backend.positions(code, &args) }?;
        Ok(vec![backend.optional(index, node.clone())?])
    }
}

/// The broadcast that selects one of two operands by a condition.
struct Choice;

impl Broadcast for Choice {
    fn operation(&self) -> &str {
        "where"
    }

    fn leaves_options(&self) -> bool {
        true
    }

    fn pads(&self) -> bool {
        true
    }

    fn stops(&self, sides: &[Side], _: usize) -> Result<bool> {
        let condition = sides.first().and_then(Side::node);
        Ok(condition.is_some_and(|condition| matches!(condition.kind, Kind::Numpy { .. })))
    }

    fn leaf(&mut self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        let n = level.n;
        let Some(condition) = sides[0].node() else {
            return Err(Error::Value("the condition is a number".to_owned()));
        };
        let (data, ty) = backend.as_numbers(condition)?;
        let (data, _) = backend.as_numbers(&backend.cast(&data, ty, Dtype::Bool, n)?)?;
        let both: Vec<DeviceNode> =
            sides[1..].iter().map(|side| backend.node_of(side, n)).collect::<Result<_>>()?;
        let merged = backend.merged(&both, Booleans::Merge)?;
        let args = Args {
            a: Ix::of_buffer(&data, Dtype::Bool),
            p: n as i64,
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: there is a boolean for each entry.
        let index = unsafe { backend.positions("v = at(x.a, i) ? i : x.p + i", &args) }?;
        Ok(vec![backend.carry(&merged, &index)?])
    }
}

impl Backend {
    /// Returns the only entry of a node `n` times.
    fn repeated(&self, node: &DeviceNode, n: usize) -> Result<DeviceNode> {
        self.carry(node, &Index::i64(self.zeroed(n * 8)?.freeze()))
    }

    /// Returns an operand as a node of `n` entries.
    pub(crate) fn node_of(&self, side: &Side, n: usize) -> Result<DeviceNode> {
        match side {
            Side::Node(node) | Side::Spread(node) => self.rows(node, 0, n),
            Side::One(node) => self.repeated(node, n),
            Side::Scalar(scalar) => {
                let level = Level { n, spread: None };
                let values = [crate::elementwise::ufunc::Values::One(*scalar)];
                self.element_wise(&values, "", "x0", scalar.dtype(), &level)
            }
        }
    }

    /// Returns the entries of an operand; a number or a text is one.
    pub(crate) fn entries_of(&self, operand: &Operand) -> Result<DeviceNode> {
        match operand {
            Operand::Array(array) => Ok((*array.node).clone()),
            Operand::Scalar(scalar) => self.node_of(&Side::Scalar(*scalar), 1),
            Operand::Text(text) => self.one_text(text),
        }
    }

    /// Returns entries of `x` where the condition is true, and of `y` elsewhere: `ak.where`.
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays whose structures don't match.
    pub fn choose(
        &self,
        condition: &Array,
        x: impl Into<Operand>,
        y: impl Into<Operand>,
    ) -> Result<Array> {
        let operands = [Operand::from(condition), x.into(), y.into()];
        let results = self.broadcast(&operands, &mut Choice)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(self, node))
    }
}

impl Array {
    /// Returns the entries, missing where the booleans don't equal `valid_when`: `ak.mask`.
    ///
    /// # Errors
    /// [`Error::Broadcast`] if the lengths don't match, [`Error::Value`] if `mask` isn't booleans.
    pub fn mask(&self, mask: &Self, valid_when: bool) -> Result<Self> {
        let operands = [Operand::from(self), Operand::from(mask)];
        let results = self.backend.broadcast(&operands, &mut MaskArray { valid_when })?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(self.with(node))
    }
}
