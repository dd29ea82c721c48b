//! The functions that make rotations, of numbers on the host or on the device.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;
use cuda_sim::{Fault, NativeCall};

use super::arguments::{any, check, rows};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::{Cublas, signatures};
use crate::dispatch::with_element;
use crate::element::{Element, Wide, size_of_data};
use crate::factor::Factor;
use crate::matrix::Matrix;
use crate::operation::Operation;

/// Makes a rotation of numbers in device memory: of four, or of five and an array of five.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Generate {
    is_modified: u32,
    is_complex: u32,
    /// `a`, `b`, `c`, `s`; or `d1`, `d2`, `x1`, `y1`, and the array.
    numbers: [Matrix; 5],
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Generate {
    const NAME: &'static str = "cublas::generate";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let [first, second, third, fourth, array] = &self.numbers;
        let get = |place: &Matrix| -> Result<Wide, Fault> {
            Ok(place.load::<Wide>(call, 0, 1, 1)?.get(0, 0))
        };
        let set = |place: &Matrix, value: Wide| {
            place.store::<Wide>(call, 0, [1, 1], false, |_, _, _| value)
        };
        if self.is_modified == 0 {
            let [r, z, cosine, sine] = rotation(get(first)?, get(second)?, self.is_complex != 0);
            set(first, r)?;
            set(second, z)?;
            set(third, cosine)?;
            return set(fourth, sine);
        }
        let numbers = [get(first)?.re, get(second)?.re, get(third)?.re];
        let ([d1, d2, x1], parameters) = modified(numbers, get(fourth)?.re);
        set(first, d1.into())?;
        set(second, d2.into())?;
        set(third, x1.into())?;
        let values = parameters.into_iter().enumerate();
        values.filter_map(|(index, value)| Some((index, value?))).try_for_each(|(index, value)| {
            let mut place = *array;
            place.first = index as i64;
            set(&place, value.into())
        })
    }
}

/// Returns `r`, `z`, the cosine and the sine of the rotation that makes the second number 0.
fn rotation(a: Wide, b: Wide, is_complex: bool) -> [Wide; 4] {
    let norm = a.norm().hypot(b.norm());
    if is_complex {
        if a.norm() == 0.0 {
            return [b, b, Wide::ZERO, Wide::ONE];
        }
        let direction = a / a.norm();
        let cosine = a.norm() / norm;
        return [direction * norm, b, cosine.into(), direction * (b.conj() / norm)];
    }
    let (a, b) = (a.re, b.re);
    if norm == 0.0 {
        return [0.0, 0.0, 1.0, 0.0].map(Wide::from);
    }
    let larger = if a.abs() > b.abs() { a } else { b };
    let r = norm.copysign(larger);
    let (cosine, sine) = (a / r, b / r);
    let z = if a.abs() > b.abs() {
        sine
    } else if cosine != 0.0 {
        1.0 / cosine
    } else {
        1.0
    };
    [r, z, cosine, sine].map(Wide::from)
}

/// The square root of the factor by which numbers are scaled that become too large or too small.
const SCALE: f64 = 4096.0;

/// Returns the new `d1`, `d2` and `x1`, and the numbers of the array that change: the flag, `h11`, `h21`, `h12`, `h22`.
fn modified([mut d1, mut d2, mut x1]: [f64; 3], y1: f64) -> ([f64; 3], [Option<f64>; 5]) {
    let nothing = ([0.0; 3], [-1.0, 0.0, 0.0, 0.0, 0.0].map(Some));
    let p2 = d2 * y1;
    if d1 < 0.0 {
        return nothing;
    }
    if p2 == 0.0 {
        return ([d1, d2, x1], [Some(-2.0), None, None, None, None]);
    }
    let p1 = d1 * x1;
    let (q1, q2) = (p1 * x1, p2 * y1);
    let (mut flag, mut h);
    if q1.abs() > q2.abs() {
        (flag, h) = (0.0, [1.0, -y1 / x1, p2 / p1, 1.0]);
        let u = 1.0 - h[2] * h[1];
        if u <= 0.0 {
            return nothing;
        }
        (d1, d2, x1) = (d1 / u, d2 / u, x1 * u);
    } else if q2 < 0.0 {
        return nothing;
    } else {
        (flag, h) = (1.0, [p1 / p2, -1.0, 1.0, x1 / y1]);
        let u = 1.0 + h[0] * h[3];
        (d1, d2, x1) = (d2 / u, d1 / u, y1 * u);
    }
    let square = SCALE * SCALE;
    let is_off =
        |d: f64| d != 0.0 && d.is_finite() && (d.abs() <= 1.0 / square || d.abs() >= square);
    while is_off(d1) {
        flag = -1.0;
        let up = if d1.abs() >= square { SCALE } else { 1.0 / SCALE };
        d1 /= up * up;
        x1 *= up;
        h[0] *= up;
        h[2] *= up;
    }
    while is_off(d2) {
        flag = -1.0;
        let up = if d2.abs() >= square { SCALE } else { 1.0 / SCALE };
        d2 /= up * up;
        h[1] *= up;
        h[3] *= up;
    }
    let [h11, h21, h12, h22] = h.map(Some);
    let parameters = match flag {
        0.0 => [Some(flag), None, h21, h12, None],
        1.0 => [Some(flag), h11, None, None, h22],
        _ => [Some(flag), h11, h21, h12, h22],
    };
    ([d1, d2, x1], parameters)
}

/// A number of the program: its address and its type.
type HostNumber = (*mut c_void, cudaDataType);

/// Writes a number in the host's memory.
///
/// # Safety
/// The place is writable.
unsafe fn write((pointer, data): HostNumber, value: Wide) -> Outcome {
    struct Nothing;
    impl Nothing {
        fn trap(&self, _: core::fmt::Arguments<'_>) -> cublasStatus_t {
            NOT_SUPPORTED
        }
    }
    with_element!(Nothing, data, E => {
        // SAFETY: the caller guarantees it.
        unsafe { pointer.cast::<E>().write_unaligned(E::of_wide(value)) };
        Ok(())
    })
}

/// Reads a number in the host's memory.
///
/// # Safety
/// The place is readable.
unsafe fn read((pointer, data): HostNumber) -> Result<Wide, cublasStatus_t> {
    // SAFETY: the caller guarantees it.
    let number = unsafe { Factor::on_host(pointer, data) }.ok_or(NOT_SUPPORTED)?;
    Ok(Wide::new(number.re, number.im))
}

/// Makes a rotation of numbers on either side.
///
/// # Safety
/// In the mode for host pointers, the numbers are null, or there; the last are five for a modified rotation.
unsafe fn generate(handle: cublasHandle_t, is_modified: bool, numbers: [HostNumber; 5]) -> Outcome {
    let context = Context::of(handle)?;
    check(numbers.iter().all(|(pointer, _)| !pointer.is_null()))?;
    let [first, second, third, fourth, array] = numbers;
    let is_complex = matches!(first.1, cudaDataType::CUDA_C_32F | cudaDataType::CUDA_C_64F);
    if !context.has_host_pointers() {
        return context.submit(&Generate {
            is_modified: is_modified.into(),
            is_complex: is_complex.into(),
            numbers: numbers.map(|(pointer, data)| Matrix::new(pointer as u64, data, 1)),
        });
    }
    if !is_modified {
        // SAFETY: the caller guarantees it.
        let (a, b) = unsafe { (read(first)?, read(second)?) };
        let [r, z, cosine, sine] = rotation(a, b, is_complex);
        // SAFETY: the same.
        return unsafe {
            write(first, r)?;
            write(second, z)?;
            write(third, cosine)?;
            write(fourth, sine)
        };
    }
    // SAFETY: the caller guarantees it.
    let [d1, d2, x1, y1] =
        unsafe { [read(first)?.re, read(second)?.re, read(third)?.re, read(fourth)?.re] };
    let ([d1, d2, x1], parameters) = modified([d1, d2, x1], y1);
    // SAFETY: the same.
    unsafe {
        write(first, d1.into())?;
        write(second, d2.into())?;
        write(third, x1.into())?;
    }
    let size = size_of_data(array.1).ok_or(NOT_SUPPORTED)? as usize;
    for (index, value) in parameters.into_iter().enumerate() {
        if let Some(value) = value {
            let place = array.0.wrapping_byte_add(index * size);
            // SAFETY: the caller guarantees five numbers.
            unsafe { write((place, array.1), value.into())? };
        }
    }
    Ok(())
}

fn place<T: crate::element::Number>(pointer: *mut T) -> HostNumber {
    (pointer.cast(), T::DATA)
}

rows! { (handle, a, b, c, s) => {
        let numbers = [place(a), place(b), place(c), place(s), place(a)];
        status(generate(handle, false, numbers))
    };
    cublasSrotg_v2 cublasDrotg_v2 cublasCrotg_v2 cublasZrotg_v2
}

rows! { (handle, d1, d2, x1, y1, param) => {
        let numbers = [place(d1), place(d2), place(x1), place(y1.cast_mut()), place(param)];
        status(generate(handle, true, numbers))
    };
    cublasSrotmg_v2 cublasDrotmg_v2
}

function!(Cublas::cublasRotgEx, |handle, a, b, abType, c, s, csType, _executiontype| {
    // Of complex numbers, the cosine is real.
    let cosine = match csType {
        cudaDataType::CUDA_C_32F => cudaDataType::CUDA_R_32F,
        cudaDataType::CUDA_C_64F => cudaDataType::CUDA_R_64F,
        real => real,
    };
    let ab = |pointer| (pointer, abType);
    let numbers = [ab(a), ab(b), (c, cosine), (s, csType), ab(a)];
    status(generate(handle, false, numbers))
});

function! { Cublas::cublasRotmgEx(
    handle, d1, d1Type, d2, d2Type, x1, x1Type, y1, y1Type, param, paramType, _executiontype,
) => {
    let numbers = [
        (d1, d1Type),
        (d2, d2Type),
        (x1, x1Type),
        (any(y1).cast_mut(), y1Type),
        (param, paramType),
    ];
    status(generate(handle, true, numbers))
} }
