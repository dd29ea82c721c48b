//! The reduction of an atomic operation, by its number and type.

use crate::code::operands::Reduction;
use crate::numbers::half::{bf16, f16};
use crate::numbers::lane::Packed2;
use crate::ops::atomic_kind::*;
use crate::ptx::Type;

impl Reduction {
    /// Returns that of an operation, numbered as in `decode::atomic::OPERATIONS`, on a type.
    pub fn by_type(operation: u32, ty: Type) -> Option<Reduction> {
        match (ty, operation) {
            (Type::F32, 0) => Some(Reduction::of::<AtomAddFloat<f32>>()),
            (Type::F64, 0) => Some(Reduction::of::<AtomAddFloat<f64>>()),
            (Type::F16, _) => half::<f16>(operation),
            (Type::Bf16, _) => half::<bf16>(operation),
            (Type::F16x2, _) => half::<Packed2<f16>>(operation),
            (Type::Bf16x2, _) => half::<Packed2<bf16>>(operation),
            (Type::U32, 8) => Some(Reduction::of::<AtomInc<u32>>()),
            (Type::U32, 9) => Some(Reduction::of::<AtomDec<u32>>()),
            (Type::B16 | Type::U16, _) => integer::<u16>(operation),
            (Type::B32 | Type::U32, _) => integer::<u32>(operation),
            (Type::B64 | Type::U64, _) => integer::<u64>(operation),
            (Type::S32, _) => integer::<i32>(operation),
            (Type::S64, _) => integer::<i64>(operation),
            _ => None,
        }
    }
}

fn half<T>(operation: u32) -> Option<Reduction>
where
    AtomAddFloat<T>: AtomicKind,
    AtomExtremeFloat<T, false>: AtomicKind,
    AtomExtremeFloat<T, true>: AtomicKind,
{
    Some(match operation {
        0 => Reduction::of::<AtomAddFloat<T>>(),
        3 => Reduction::of::<AtomExtremeFloat<T, false>>(),
        4 => Reduction::of::<AtomExtremeFloat<T, true>>(),
        _ => return None,
    })
}

fn integer<T: AtomicInteger>(operation: u32) -> Option<Reduction> {
    Some(match operation {
        0 => Reduction::of::<AtomAdd<T>>(),
        1 => Reduction::of::<AtomExch<T>>(),
        2 => Reduction::of::<AtomCas<T::Cell>>(),
        3 => Reduction::of::<AtomMin<T>>(),
        4 => Reduction::of::<AtomMax<T>>(),
        5 => Reduction::of::<AtomAnd<T>>(),
        6 => Reduction::of::<AtomOr<T>>(),
        7 => Reduction::of::<AtomXor<T>>(),
        _ => return None,
    })
}
