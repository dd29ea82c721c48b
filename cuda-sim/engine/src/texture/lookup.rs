//! A texture lookup, as `tex` and `tld4` perform it.

use super::filter::{self, Position, STEPS, Texel};
use super::{AddressMode, Geometry, Plane, Texture};

/// Which texels to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Those of the first level.
    Base,
    /// Those of this level.
    Level(f32),
    /// Those of the level computed from derivatives.
    Gradient([f32; 3], [f32; 3]),
    /// This channel of the four texels that filtering would use.
    Gather(u32),
}

/// A position in a texture.
#[derive(Clone, Copy, Debug)]
pub struct Lookup {
    /// The instruction's geometry, which may differ from the image's.
    pub geometry: Geometry,
    /// Whether there is a layer.
    pub layered: bool,
    /// The layer.
    pub layer: u32,
    /// The coordinates as floats.
    pub at: [f32; 3],
    /// The coordinates as integers, if given as such.
    pub integer: Option<[i32; 3]>,
    /// The offset in texels.
    pub offset: [i32; 3],
    /// The level.
    pub mode: Mode,
}

impl Texture {
    /// Performs a lookup.
    ///
    /// # Safety
    /// The memory of its levels is readable.
    pub unsafe fn look(&self, lookup: &Lookup) -> Texel {
        let mut at = lookup.at;
        let mut face = 0;
        if lookup.geometry == Geometry::Cube {
            (face, at) = face_of(at);
        }
        let layer = if lookup.layered {
            u64::from(lookup.layer).min(self.layers() - 1)
        } else {
            0
        };
        let slice = match self.geometry {
            Geometry::Cube => layer * 6 + face,
            _ => layer,
        };
        let look = Slice {
            texture: self,
            lookup,
            at,
            slice,
        };
        match lookup.mode {
            // SAFETY: the caller's promise.
            Mode::Gather(channel) => unsafe { look.gather(channel) },
            // SAFETY: the caller's promise.
            Mode::Base => unsafe { look.at_level(self.sampler.bias) },
            Mode::Level(level) if lookup.integer.is_some() => {
                let last = self.levels.len() - 1;
                let level = (level.max(0.0) as usize).min(last);
                // SAFETY: the caller's promise.
                unsafe { look.sample(&self.levels[level], at) }
            }
            // SAFETY: the caller's promise.
            Mode::Level(level) => unsafe { look.at_level(level + self.sampler.bias) },
            // SAFETY: the caller's promise.
            Mode::Gradient(dx, dy) => unsafe { look.by_gradient(dx, dy) },
        }
    }
}

/// Returns the face of a cube in a direction, and the coordinates on it.
fn face_of([x, y, z]: [f32; 3]) -> (u64, [f32; 3]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, m) = if az >= ax && az >= ay {
        if z.is_sign_negative() {
            (5, -x, -y, az)
        } else {
            (4, x, -y, az)
        }
    } else if ay >= ax {
        if y.is_sign_negative() {
            (3, x, -z, ay)
        } else {
            (2, x, z, ay)
        }
    } else if x.is_sign_negative() {
        (1, z, -y, ax)
    } else {
        (0, -z, -y, ax)
    };
    let place = |v: f32| (v / m + 1.0) / 2.0;
    (face, [place(s), place(t), 0.0])
}

struct Slice<'t> {
    texture: &'t Texture,
    lookup: &'t Lookup,
    at: [f32; 3],
    slice: u64,
}

impl Slice<'_> {
    fn mode(&self, dimension: usize) -> AddressMode {
        if self.texture.geometry == Geometry::Cube {
            AddressMode::Clamp
        } else {
            self.texture.sampler.address[dimension]
        }
    }

    fn normalized(&self) -> bool {
        self.texture.sampler.normalized || self.texture.geometry == Geometry::Cube
    }

    fn position(&self, plane: &Plane, at: [f32; 3], dimension: usize, linear: bool) -> Position {
        let size = plane.extent[dimension];
        let mut position = match self.lookup.integer {
            Some(integer) => Position {
                texel: integer[dimension].into(),
                weight: 0,
            },
            None => {
                let find = if linear {
                    filter::linear
                } else {
                    filter::nearest
                };
                find(at[dimension], size, self.mode(dimension), self.normalized())
            }
        };
        position.texel += i64::from(self.lookup.offset[dimension]);
        position
    }

    /// Returns the texel `step` after the position in each dimension.
    ///
    /// # Safety
    /// The plane's memory is readable.
    unsafe fn neighbor(&self, plane: &Plane, positions: &[Position; 3], step: [i64; 3]) -> Texel {
        let mut at = [0, 0, self.slice.min(plane.extent[2] - 1)];
        let normalized = self.normalized() && self.lookup.integer.is_none();
        for dimension in 0..self.texture.dimensions() {
            let texel = positions[dimension].texel + step[dimension];
            let size = plane.extent[dimension];
            // As on a GPU, no address mode applies to integer coordinates.
            let is_exact = self.texture.is_linear_memory || self.lookup.integer.is_some();
            if is_exact && !(0..size as i64).contains(&texel) {
                return [0; 4];
            }
            match filter::apply_address_mode(texel, size, self.mode(dimension), normalized) {
                Some(found) => at[dimension] = found,
                // SAFETY: the caller's promise.
                None => return unsafe { self.texture.fetch(plane, None) },
            }
        }
        // SAFETY: the caller's promise; `apply_address_mode` found each index within the extent.
        unsafe { self.texture.fetch(plane, Some(at)) }
    }

    /// # Safety
    /// The plane's memory is readable.
    unsafe fn sample(&self, plane: &Plane, at: [f32; 3]) -> Texel {
        let texture = self.texture;
        let linear =
            texture.sampler.linear && texture.gives_floats() && self.lookup.integer.is_none();
        let dimensions = texture.dimensions();
        let positions = std::array::from_fn(|dimension| {
            if dimension < dimensions {
                self.position(plane, at, dimension, linear)
            } else {
                Position {
                    texel: 0,
                    weight: 0,
                }
            }
        });
        if !linear {
            // SAFETY: the caller's promise.
            return unsafe { self.neighbor(plane, &positions, [0; 3]) };
        }
        let mut parts = [([0; 4], 0); 8];
        let mut count = 0;
        for corner in 0..1usize << dimensions {
            let mut weight = 1;
            let mut step = [0; 3];
            for dimension in 0..dimensions {
                let second = corner >> dimension & 1;
                step[dimension] = second as i64;
                let part = u64::from(positions[dimension].weight);
                weight *= if second == 1 {
                    part
                } else {
                    STEPS as u64 - part
                };
            }
            if weight > 0 {
                // SAFETY: the caller's promise.
                parts[count] = (unsafe { self.neighbor(plane, &positions, step) }, weight);
                count += 1;
            }
        }
        filter::mix(&parts[..count], (STEPS as u64).pow(dimensions as u32))
    }

    /// # Safety
    /// The levels' memory is readable.
    unsafe fn gather(&self, channel: u32) -> Texel {
        let plane = &self.texture.levels[0];
        let positions = std::array::from_fn(|dimension| {
            if dimension < 2 {
                self.position(plane, self.at, dimension, true)
            } else {
                Position {
                    texel: 0,
                    weight: 0,
                }
            }
        });
        [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]].map(|step| {
            // SAFETY: the caller's promise.
            let texel = unsafe { self.neighbor(plane, &positions, step) };
            texel[channel as usize & 3]
        })
    }

    /// # Safety
    /// The levels' memory is readable.
    unsafe fn at_level(&self, level: f32) -> Texel {
        // SAFETY: the caller's promise.
        unsafe { self.between_levels(level, self.at) }
    }

    /// # Safety
    /// The levels' memory is readable.
    unsafe fn between_levels(&self, level: f32, at: [f32; 3]) -> Texel {
        let texture = self.texture;
        let sampler = &texture.sampler;
        let last = texture.levels.len() - 1;
        let level = if level.is_nan() { 0.0 } else { level };
        let level = level.max(sampler.min_level).min(sampler.max_level);
        let level = level.clamp(0.0, last as f32);
        // SAFETY: the caller's promise, here and below.
        let sample = |index: usize| unsafe { self.sample(&texture.levels[index.min(last)], at) };
        if !sampler.mip_linear || !texture.gives_floats() {
            return sample((level + 0.5).floor() as usize);
        }
        let fixed = (f64::from(level) * STEPS as f64 + 0.5).floor() as u64;
        let (index, weight) = (fixed / STEPS as u64, fixed % STEPS as u64);
        if weight == 0 {
            return sample(index as usize);
        }
        let parts = [
            (sample(index as usize), STEPS as u64 - weight),
            (sample(index as usize + 1), weight),
        ];
        filter::mix(&parts, STEPS as u64)
    }

    /// # Safety
    /// The levels' memory is readable.
    unsafe fn by_gradient(&self, dx: [f32; 3], dy: [f32; 3]) -> Texel {
        let texture = self.texture;
        let extent = texture.levels[0].extent;
        let scale = |d: [f32; 3]| -> [f32; 3] {
            std::array::from_fn(|dimension| {
                if dimension >= texture.dimensions() {
                    0.0
                } else if self.normalized() {
                    d[dimension] * extent[dimension] as f32
                } else {
                    d[dimension]
                }
            })
        };
        let length = |d: [f32; 3]| d.iter().map(|v| v * v).sum::<f32>().sqrt();
        let (x, y) = (length(scale(dx)), length(scale(dy)));
        let (long, short, axis) = if x >= y { (x, y, dx) } else { (y, x, dy) };
        let most = texture.sampler.anisotropy.clamp(1, 16) as f32;
        let samples = (long / short).min(most).ceil().max(1.0);
        let level = (long / samples).log2() + texture.sampler.bias;
        if samples <= 1.0 || samples.is_nan() {
            // SAFETY: the caller's promise.
            return unsafe { self.at_level(level) };
        }
        let parts: Vec<(Texel, u64)> = (0..samples as u32)
            .map(|index| {
                let along = (index as f32 + 0.5) / samples - 0.5;
                let at = std::array::from_fn(|d| self.at[d] + axis[d] * along);
                // SAFETY: the caller's promise.
                (unsafe { self.between_levels(level, at) }, 1)
            })
            .collect();
        filter::mix(&parts, parts.len() as u64)
    }
}
