//! Types and state spaces.

use crate::forms::Modifier;

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
    /// Returns the type of a modifier.
    pub fn of(modifier: Modifier<'_>) -> Option<Type> {
        Some(match modifier {
            Modifier::Pred => Type::Pred,
            Modifier::B8 => Type::B8,
            Modifier::B16 => Type::B16,
            Modifier::B32 => Type::B32,
            Modifier::B64 => Type::B64,
            Modifier::B128 => Type::B128,
            Modifier::U8 => Type::U8,
            Modifier::U16 => Type::U16,
            Modifier::U32 => Type::U32,
            Modifier::U64 => Type::U64,
            Modifier::S8 => Type::S8,
            Modifier::S16 => Type::S16,
            Modifier::S32 => Type::S32,
            Modifier::S64 => Type::S64,
            Modifier::F16 => Type::F16,
            Modifier::F16x2 => Type::F16x2,
            Modifier::Bf16 => Type::Bf16,
            Modifier::Bf16x2 => Type::Bf16x2,
            Modifier::Tf32 => Type::Tf32,
            Modifier::F32 => Type::F32,
            Modifier::F32x2 => Type::F32x2,
            Modifier::F64 => Type::F64,
            Modifier::U16x2 => Type::U16x2,
            Modifier::S16x2 => Type::S16x2,
            Modifier::E4m3x2 => Type::E4m3x2,
            Modifier::E5m2x2 => Type::E5m2x2,
            Modifier::E4m3 => Type::E4m3,
            Modifier::E5m2 => Type::E5m2,
            Modifier::S4 => Type::S4,
            Modifier::U4 => Type::U4,
            Modifier::B1 => Type::B1,
            _ => return None,
        })
    }

    /// Returns the type of a name such as `u32`.
    pub fn from_name(name: &str) -> Option<Type> {
        Type::of(Modifier::from_name(name))
    }

    /// Returns its modifier.
    pub fn modifier(self) -> Modifier<'static> {
        match self {
            Type::Pred => Modifier::Pred,
            Type::B8 => Modifier::B8,
            Type::B16 => Modifier::B16,
            Type::B32 => Modifier::B32,
            Type::B64 => Modifier::B64,
            Type::B128 => Modifier::B128,
            Type::U8 => Modifier::U8,
            Type::U16 => Modifier::U16,
            Type::U32 => Modifier::U32,
            Type::U64 => Modifier::U64,
            Type::S8 => Modifier::S8,
            Type::S16 => Modifier::S16,
            Type::S32 => Modifier::S32,
            Type::S64 => Modifier::S64,
            Type::F16 => Modifier::F16,
            Type::F16x2 => Modifier::F16x2,
            Type::Bf16 => Modifier::Bf16,
            Type::Bf16x2 => Modifier::Bf16x2,
            Type::Tf32 => Modifier::Tf32,
            Type::F32 => Modifier::F32,
            Type::F32x2 => Modifier::F32x2,
            Type::F64 => Modifier::F64,
            Type::U16x2 => Modifier::U16x2,
            Type::S16x2 => Modifier::S16x2,
            Type::E4m3x2 => Modifier::E4m3x2,
            Type::E5m2x2 => Modifier::E5m2x2,
            Type::E4m3 => Modifier::E4m3,
            Type::E5m2 => Modifier::E5m2,
            Type::S4 => Modifier::S4,
            Type::U4 => Modifier::U4,
            Type::B1 => Modifier::B1,
        }
    }

    /// Returns its name in PTX.
    pub fn name(self) -> &'static str {
        self.modifier().name()
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
    /// Returns the space of a modifier.
    pub fn of(modifier: Modifier<'_>) -> Option<StateSpace> {
        Some(match modifier {
            Modifier::Global => StateSpace::Global,
            Modifier::Shared | Modifier::SharedCta => StateSpace::Shared,
            Modifier::SharedCluster => StateSpace::SharedCluster,
            Modifier::Local => StateSpace::Local,
            Modifier::Const => StateSpace::Const,
            Modifier::Param | Modifier::ParamEntry | Modifier::ParamFunc => StateSpace::Param,
            _ => return None,
        })
    }

    /// Returns the space of a name such as `shared::cta`.
    pub fn from_name(name: &str) -> Option<StateSpace> {
        StateSpace::of(Modifier::from_name(name))
    }
}
