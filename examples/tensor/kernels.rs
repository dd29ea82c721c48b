use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Context, DeviceSlice, DeviceSliceMut, Element, Function};
use nvrtc::{CppType, Program, Target};

use crate::Result;
use crate::view::View;

/// The element type of tensors.
pub trait Number: Element + CppType {}

impl<T: Element + CppType> Number for T {}

/// The operation on each element `x`, and on `y`, the other tensor's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    Copy,
    Sqrt,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Op {
    fn expression(self) -> &'static str {
        match self {
            Self::Copy => "x",
            Self::Sqrt => "sqrt(x)",
            Self::Add => "x+y",
            Self::Subtract => "x-y",
            Self::Multiply => "x*y",
            Self::Divide => "x/y",
        }
    }
}

/// The parameters of `elementwise`: its inputs, its output, and which elements of the result it computes.
pub type Arguments<'a, T, const N: usize> =
    (DeviceSlice<'a, T>, View<N>, DeviceSlice<'a, T>, View<N>, DeviceSliceMut<'a, T>, usize, usize);

/// The kernels of a context, compiled on first use and kept.
#[derive(Default)]
pub struct Kernels(Mutex<HashMap<(Op, String, usize), Function>>);

impl Kernels {
    pub fn get<T: Number, const N: usize>(&self, context: &Context, op: Op) -> Result<Function> {
        let mut kernels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (op, T::cpp_name(), N);
        if let Some(kernel) = kernels.get(&key) {
            return Ok(kernel.clone());
        }
        let device = context.device();
        let (capability, version) = (device.compute_capability()?, device.driver().version());
        let image = Program::new("kernels.cu", include_str!("kernels.cu"))
            .define("RANK", N)
            .define("NUMBER", T::cpp_name())
            .define("EXPRESSION", op.expression())
            .compile_for(Target::of_device(capability, version, &device.name()?))?;
        let kernel = context.load(&image)?.function("elementwise")?;
        kernel.check_arguments::<Arguments<T, N>>()?;
        kernels.insert(key, kernel.clone());
        Ok(kernel)
    }
}
