//! Types and state spaces.

/// A [fundamental type](https://docs.nvidia.com/cuda/parallel-thread-execution/#fundamental-types) or one of the packed
/// types of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    Tf32,
    F32,
    F32x2,
    F64,
    U16x2,
    S16x2,
    E4m3x2,
    E5m2x2,
    E4m3,
    E5m2,
    S4,
    U4,
    B1,
}

impl Type {
    /// Returns the type of a modifier such as `u32`.
    pub fn from_name(name: &str) -> Option<Type> {
        Some(match name {
            "pred" => Type::Pred,
            "b8" => Type::B8,
            "b16" => Type::B16,
            "b32" => Type::B32,
            "b64" => Type::B64,
            "b128" => Type::B128,
            "u8" => Type::U8,
            "u16" => Type::U16,
            "u32" => Type::U32,
            "u64" => Type::U64,
            "s8" => Type::S8,
            "s16" => Type::S16,
            "s32" => Type::S32,
            "s64" => Type::S64,
            "f16" => Type::F16,
            "f16x2" => Type::F16x2,
            "bf16" => Type::Bf16,
            "bf16x2" => Type::Bf16x2,
            "tf32" => Type::Tf32,
            "f32" => Type::F32,
            "f32x2" => Type::F32x2,
            "f64" => Type::F64,
            "u16x2" => Type::U16x2,
            "s16x2" => Type::S16x2,
            "e4m3x2" => Type::E4m3x2,
            "e5m2x2" => Type::E5m2x2,
            "e4m3" => Type::E4m3,
            "e5m2" => Type::E5m2,
            "s4" => Type::S4,
            "u4" => Type::U4,
            "b1" => Type::B1,
            _ => return None,
        })
    }

    /// Returns its name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            Type::Pred => "pred",
            Type::B8 => "b8",
            Type::B16 => "b16",
            Type::B32 => "b32",
            Type::B64 => "b64",
            Type::B128 => "b128",
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::S8 => "s8",
            Type::S16 => "s16",
            Type::S32 => "s32",
            Type::S64 => "s64",
            Type::F16 => "f16",
            Type::F16x2 => "f16x2",
            Type::Bf16 => "bf16",
            Type::Bf16x2 => "bf16x2",
            Type::Tf32 => "tf32",
            Type::F32 => "f32",
            Type::F32x2 => "f32x2",
            Type::F64 => "f64",
            Type::U16x2 => "u16x2",
            Type::S16x2 => "s16x2",
            Type::E4m3x2 => "e4m3x2",
            Type::E5m2x2 => "e5m2x2",
            Type::E4m3 => "e4m3",
            Type::E5m2 => "e5m2",
            Type::S4 => "s4",
            Type::U4 => "u4",
            Type::B1 => "b1",
        }
    }

    /// Returns the size of a value in memory, in bytes; 1 for a predicate.
    pub fn size(self) -> u32 {
        match self {
            Type::Pred | Type::B8 | Type::U8 | Type::S8 | Type::E4m3 | Type::E5m2 => 1,
            Type::S4 | Type::U4 | Type::B1 => 1,
            Type::B16
            | Type::U16
            | Type::S16
            | Type::F16
            | Type::Bf16
            | Type::E4m3x2
            | Type::E5m2x2 => 2,
            Type::B32 | Type::U32 | Type::S32 | Type::F16x2 | Type::Bf16x2 => 4,
            Type::Tf32 | Type::F32 | Type::U16x2 | Type::S16x2 => 4,
            Type::B64 | Type::U64 | Type::S64 | Type::F64 | Type::F32x2 => 8,
            Type::B128 => 16,
        }
    }

    /// Returns `true` for the types that variables and registers can have, which others are only in instructions.
    pub fn is_declarable(self) -> bool {
        !matches!(
            self,
            Type::Bf16
                | Type::Bf16x2
                | Type::Tf32
                | Type::F32x2
                | Type::U16x2
                | Type::S16x2
                | Type::E4m3x2
                | Type::E5m2x2
                | Type::E4m3
                | Type::E5m2
                | Type::S4
                | Type::U4
                | Type::B1
        )
    }

    /// Returns `true` for signed integers.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64 | Type::S16x2 | Type::S4)
    }

    /// Returns `true` for floating-point types.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Type::F16
                | Type::F16x2
                | Type::Bf16
                | Type::Bf16x2
                | Type::Tf32
                | Type::F32
                | Type::F32x2
                | Type::F64
        ) || matches!(self, Type::E4m3 | Type::E5m2 | Type::E4m3x2 | Type::E5m2x2)
    }
}

/// A [state space](https://docs.nvidia.com/cuda/parallel-thread-execution/#state-spaces).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum StateSpace {
    Generic,
    Global,
    Shared,
    SharedCluster,
    Local,
    Const,
    Param,
}

impl StateSpace {
    /// Returns the space of a modifier such as `shared::cta`.
    pub fn from_name(name: &str) -> Option<StateSpace> {
        Some(match name {
            "global" => StateSpace::Global,
            "shared" | "shared::cta" => StateSpace::Shared,
            "shared::cluster" => StateSpace::SharedCluster,
            "local" => StateSpace::Local,
            "const" => StateSpace::Const,
            "param" | "param::entry" | "param::func" => StateSpace::Param,
            _ => return None,
        })
    }
}
