//! A texture lookup, as `tex` and `tld4` perform it.

use crate::texture::filter::{Position, STEPS};
use crate::texture::texel::Texel;
use crate::texture::{AddressMode, Geometry, Plane, Texture, blend, filter};

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
    /// Returns whether an instruction reads this kind of image at all. As on an H200, an array of one dimension is one of two
    /// with one row, rows with layers and linear memory are read by integers or with a layer, and others give zeros.
    fn is_read_by(&self, lookup: &Lookup) -> bool {
        let is_integer = lookup.integer.is_some();
        match (self.geometry, lookup.geometry) {
            (Geometry::D1, Geometry::D1) if self.is_linear_memory => is_integer,
            (Geometry::D1, Geometry::D1) if self.layered => is_integer || lookup.layered,
            (Geometry::D1 | Geometry::D2, Geometry::D1) => !is_integer && !lookup.layered,
            (Geometry::D1, Geometry::D2) => !self.is_linear_memory && !self.layered,
            (Geometry::D3, other) => other == Geometry::D3,
            (_, other) => other != Geometry::D3,
        }
    }

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
        let is_beyond = lookup.integer.is_some()
            && lookup.layered
            && matches!(lookup.mode, Mode::Base)
            && if self.is_linear_memory {
                lookup.layer > i32::MAX as u32
            } else {
                u64::from(lookup.layer) >= self.layers()
            };
        let has_texels = self.is_read_by(lookup) && !is_beyond;
        if !has_texels {
            return [0; 4];
        }
        let layer = if lookup.layered { u64::from(lookup.layer).min(self.layers() - 1) } else { 0 };
        let slice = match self.geometry {
            Geometry::Cube => layer * 6 + face,
            _ => layer,
        };
        let look = Slice { texture: self, lookup, at, slice };
        match lookup.mode {
            // SAFETY: the caller's promise.
            Mode::Gather(channel) => unsafe { look.gather(channel) },
            // SAFETY: the caller's promise.
            Mode::Base => unsafe { look.at_level(0.0) },
            Mode::Level(level) if lookup.integer.is_some() => {
                // A negative one isn't a level, either.
                match self.levels.get(level as i64 as usize) {
                    // SAFETY: the caller's promise.
                    Some(plane) => unsafe { look.sample(plane, at) },
                    None => [0; 4],
                }
            }
            // SAFETY: the caller's promise.
            Mode::Level(level) => unsafe { look.at_level(level) },
            // SAFETY: the caller's promise.
            Mode::Gradient(dx, dy) => unsafe { look.by_gradient(dx, dy) },
        }
    }
}

/// Returns the face of a cube in a direction, and the coordinates on it.
fn face_of(direction: [f32; 3]) -> (u64, [f32; 3]) {
    let longest = direction.iter().fold(0.0, |most: f32, at| most.max(at.abs()));
    // As on a GPU, the reciprocal of a large number is 0.
    let scale = if longest > 2f32.powi(126) { 0.0 } else { 1.0 / f64::from(longest) };
    let scaled = direction.map(|at| f64::from(at) * scale);
    let [x, y, z] = scaled.map(|at| if at.is_nan() { 0.0 } else { at });
    let (ax, ay) = (x.abs(), y.abs());
    // A z of NaN is less than the others, which are zeros then.
    let az = if scaled[2].is_nan() { -1.0 } else { z.abs() };
    let (face, s, t) = if az >= ax && az >= ay {
        if z < 0.0 { (5, -x, -y) } else { (4, x, -y) }
    } else if ay >= ax {
        if y < 0.0 { (3, x, -z) } else { (2, x, z) }
    } else if x < 0.0 {
        (1, z, -y)
    } else {
        (0, -z, -y)
    };
    // Rounded down to what a texture distinguishes.
    let place = |v: f64| (((v + 1.0) * f64::from(1 << 20)).floor() / f64::from(1 << 21)) as f32;
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
        let sampler = &self.texture.sampler;
        match self.texture.geometry {
            Geometry::Cube if sampler.seamless => AddressMode::Clamp,
            // As on an H200: integers are clamped, but only by instructions that name a level.
            _ if self.lookup.integer.is_some() => AddressMode::Clamp,
            _ => sampler.address[dimension],
        }
    }

    fn normalized(&self) -> bool {
        // As on an H200, coordinates of a texture with levels are.
        let always = self.texture.geometry == Geometry::Cube || self.texture.levels.len() > 1;
        self.texture.sampler.normalized || always
    }

    fn position(&self, plane: &Plane, at: [f32; 3], dimension: usize, linear: bool) -> Position {
        let size = plane.extent[dimension];
        let mut position = match self.lookup.integer {
            Some(integer) => Position { texel: integer[dimension].into(), weight: 0 },
            None => {
                let find = if linear { filter::linear } else { filter::nearest };
                let at = match self.texture.geometry {
                    Geometry::D1 if dimension > 0 && self.lookup.geometry == Geometry::D1 => 0.0,
                    _ => at[dimension],
                };
                find(at, size, self.mode(dimension), self.normalized())
            }
        };
        position.texel += i64::from(self.lookup.offset[dimension]);
        let clamps = match self.mode(dimension) {
            AddressMode::Clamp => true,
            AddressMode::Border => false,
            AddressMode::Wrap | AddressMode::Mirror => !self.normalized(),
        };
        // Both neighbors are the texel at the edge, which a GPU reads once.
        if clamps && !(0..size as i64 - 1).contains(&position.texel) {
            position.weight = 0;
        }
        position
    }

    /// Returns the bits of the texel `step` after the position in each dimension.
    ///
    /// # Safety
    /// The plane's memory is readable.
    unsafe fn neighbor(
        &self,
        plane: &Plane,
        positions: &[Position; 3],
        step: [i64; 3],
        dimensions: usize,
    ) -> Texel {
        let mut at = [0, 0, self.slice.min(plane.extent[2] - 1)];
        let normalized = self.normalized() && self.lookup.integer.is_none();
        for dimension in 0..dimensions {
            let texel = positions[dimension].texel + step[dimension];
            let size = plane.extent[dimension];
            let names_level = matches!(self.lookup.mode, Mode::Level(_));
            let is_exact = self.lookup.integer.is_some() && !names_level;
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

    /// Returns the positions in the first `dimensions`, and zeros.
    fn positions(
        &self,
        plane: &Plane,
        at: [f32; 3],
        dimensions: usize,
        linear: bool,
    ) -> [Position; 3] {
        std::array::from_fn(|dimension| {
            if dimension < dimensions {
                self.position(plane, at, dimension, linear)
            } else {
                Position { texel: 0, weight: 0 }
            }
        })
    }

    /// # Safety
    /// The plane's memory is readable.
    unsafe fn sample(&self, plane: &Plane, at: [f32; 3]) -> Texel {
        let texture = self.texture;
        let linear = texture.sampler.linear && self.lookup.integer.is_none();
        let dimensions = match texture.geometry {
            // A row is filtered with its neighbors, which are itself or the border; its coordinate is 0.
            Geometry::D1 if linear && !texture.layered => 2,
            Geometry::D1 if self.lookup.geometry == Geometry::D2 => 2,
            _ => texture.dimensions(),
        };
        let positions = self.positions(plane, at, dimensions, linear);
        if !linear {
            // SAFETY: the caller's promise.
            let texel = unsafe { self.neighbor(plane, &positions, [0; 3], dimensions) };
            return texture.numbers(texel);
        }
        let weights = blend::weights(positions.map(|position| position.weight), dimensions);
        let corners = 1 << dimensions;
        let mut texels = [[0; 4]; 8];
        for corner in (0..corners).filter(|corner| weights[*corner] > 0) {
            let step = [0, 1, 2].map(|dimension| (corner >> dimension & 1) as i64);
            // SAFETY: the caller's promise.
            texels[corner] = unsafe { self.neighbor(plane, &positions, step, dimensions) };
        }
        let mut found = [0; 4];
        for channel in 0..texture.channels as usize {
            let parts: [blend::Part; 8] =
                std::array::from_fn(|corner| (texels[corner][channel], weights[corner]));
            found[channel] = blend::blend(texture.kind(channel), &parts[..corners]);
        }
        found
    }

    /// # Safety
    /// The levels' memory is readable.
    unsafe fn gather(&self, channel: u32) -> Texel {
        let plane = &self.texture.levels[0];
        let positions = self.positions(plane, self.at, 2, true);
        [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]].map(|step| {
            // SAFETY: the caller's promise.
            let texel = unsafe { self.neighbor(plane, &positions, step, 2) };
            self.texture.numbers(texel)[channel as usize & 3]
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
        // Each is cut to 256ths, as on a GPU; a NaN is 0.
        let fixed = |level: f32| (f64::from(level) * STEPS as f64).clamp(-1e9, 1e9) as i64;
        let level = (fixed(level) + fixed(sampler.bias))
            .max(fixed(sampler.min_level))
            .min(fixed(sampler.max_level))
            .clamp(0, last as i64 * STEPS);
        // SAFETY: the caller's promise, here and below.
        let sample = |index: i64| unsafe { self.sample(&texture.levels[index as usize], at) };
        if !sampler.mip_linear || !texture.gives_floats() {
            return sample((level + STEPS / 2) / STEPS);
        }
        let (index, weight) = (level / STEPS, (level % STEPS) as u64);
        if weight == 0 {
            return sample(index);
        }
        let parts = [(sample(index), STEPS as u64 - weight), (sample(index + 1), weight)];
        blend::average(&parts, STEPS as u64)
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
        let level = (long / samples).log2();
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
        blend::average(&parts, parts.len() as u64)
    }
}
