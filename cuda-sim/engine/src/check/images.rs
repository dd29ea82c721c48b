//! Operands of textures, surfaces and tensors.

use crate::check::kinds::{Checked, Expected, RegisterKind, fits, mismatch, of_register};
use crate::check::operands::Check;
use crate::forms::{Modifier, Opcode};
use crate::ptx::{Address, Base, Operand};

impl Check<'_, '_, '_, '_> {
    /// The geometry of an image.
    pub(super) fn geometry(&self) -> &str {
        const ALL: [&str; 9] = ["1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"];
        let mut words = self.i.modifiers.iter().map(|modifier| modifier.name());
        words.find(|word| ALL.contains(word)).unwrap_or("")
    }

    /// A texture or surface, perhaps a sampler, and coordinates.
    pub(super) fn image(&self, spec: &str, operand: &Operand<'_>) -> Checked {
        let handle = |operand: &Operand<'_>| match operand {
            Operand::Address(Address { base: Base::Register(register), .. })
            | Operand::Register(register) => {
                fits(&Operand::Register(*register), Expected { ty: "b64", wider: false })
            }
            Operand::Address(Address { base: Base::Symbol(name), .. })
            | Operand::Symbol(name, 0) => match self.place.variable(name) {
                Some(variable) if variable.reference.is_some() => Ok(()),
                _ => mismatch(),
            },
            Operand::Address(Address { base: Base::Variable(index), .. }) => {
                match self.place.function.variables.get(*index as usize) {
                    Some(variable) if variable.reference.is_some() => Ok(()),
                    _ => mismatch(),
                }
            }
            _ => mismatch(),
        };
        let parts = match operand {
            Operand::Parts(parts) if spec != "[texture]" => parts.as_slice(),
            Operand::Address(_) if spec == "[texture]" => return handle(operand),
            _ => return mismatch(),
        };
        let coordinates = match parts {
            [image, coordinates] => {
                handle(image)?;
                coordinates
            }
            [image, sampler, coordinates]
                if matches!(self.i.opcode, Opcode::Tex | Opcode::Tld4) && spec == "[image]" =>
            {
                handle(image)?;
                handle(sampler)?;
                self.separate_sampler()?;
                coordinates
            }
            _ => return mismatch(),
        };
        let ty = match self.i.opcode {
            Opcode::Tex | Opcode::Tld4 => "U",
            _ => "b32",
        };
        if let (Opcode::Tld4, "a2d" | "acube", Operand::Vector(elements)) =
            (self.i.opcode, self.geometry(), coordinates)
            && let Some(Operand::Register(index)) = elements.first()
            && index.ty.is_float()
        {
            return Err(
                "Array index in the 'tld4' instruction has unexpected type. Expecting type .u32"
                    .to_owned(),
            );
        }
        let vector = |count| self.vector(ty, count, false, coordinates);
        match self.geometry() {
            "1d" => match coordinates {
                Operand::Vector(_) => vector("1").or_else(|_| vector("2")).or_else(|_| vector("4")),
                _ => self.value(ty, coordinates),
            },
            "a1d" | "2d" => vector("2").or_else(|_| vector("4")),
            _ => vector("4"),
        }
    }

    /// Checks an image that has a sampler of its own; where textures have theirs, ptxas has such only for some.
    fn separate_sampler(&self) -> Checked {
        let geometry = self.geometry();
        let level = self.i.modifiers.first().map_or("", |modifier| modifier.name());
        let refused = match (level, geometry) {
            _ if self.place.module.separate_samplers || self.i.opcode != Opcode::Tex => false,
            ("level", _) => geometry == "3d",
            ("grad", _) => matches!(geometry, "3d" | "a1d" | "a2d" | "cube" | "acube"),
            _ => matches!(geometry, "cube" | "acube"),
        };
        if refused {
            let name = match level {
                "level" | "grad" | "base" => &["tex", level][..],
                _ => &["tex"],
            };
            let name = name.join(".");
            Err(format!("Illegal modifier '.{geometry}' for instruction '{name}'"))
        } else {
            Ok(())
        }
    }

    /// The dimensions of a tensor.
    pub(super) fn dimensions(&self) -> usize {
        let named = |word: &Modifier<'_>| word.name().strip_suffix('d')?.parse().ok();
        self.i.modifiers.iter().find_map(named).unwrap_or(0)
    }

    /// The columns of a matrix of four warps.
    pub(super) fn columns(&self) -> usize {
        let named =
            |word: &Modifier<'_>| word.name().strip_prefix("m64n")?.split('k').next()?.parse().ok();
        self.i.modifiers.iter().find_map(named).unwrap_or(0)
    }

    /// The address of a tensor map, which may be of any space.
    pub(super) fn tensor_map(&self, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Address(Address { base: Base::Register(register), .. })
                if of_register(register.ty).is_none_or(|kind| kind == RegisterKind::Float) =>
            {
                mismatch()
            }
            Operand::Address(Address { base: Base::None, .. }) => {
                Err("Immediate addresses allowed only for .local state space".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// A tensor map and coordinates.
    pub(super) fn tensor(&self, operand: &Operand<'_>) -> Checked {
        let Operand::Parts(parts) = operand else {
            return mismatch();
        };
        match parts.as_slice() {
            [map, Operand::Vector(coordinates)] if coordinates.len() == self.dimensions() => {
                self.tensor_map(map)?;
                coordinates.iter().try_for_each(|each| self.value("b32", each))
            }
            _ => mismatch(),
        }
    }
}
