//! Tensor maps: the layout of a tensor in global memory, and the tile of it that a bulk copy moves.

/// The type of a tensor's elements; the numbers are those of `CUtensorMapDataType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are CUDA's own")]
#[repr(u8)]
pub enum TensorType {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    Bf16,
    F32Ftz,
    Tf32,
    Tf32Ftz,
}

impl TensorType {
    const ALL: [TensorType; 13] = [
        TensorType::U8,
        TensorType::U16,
        TensorType::U32,
        TensorType::S32,
        TensorType::U64,
        TensorType::S64,
        TensorType::F16,
        TensorType::F32,
        TensorType::F64,
        TensorType::Bf16,
        TensorType::F32Ftz,
        TensorType::Tf32,
        TensorType::Tf32Ftz,
    ];

    /// Returns the type with a number.
    pub fn from_number(number: u32) -> Option<TensorType> {
        TensorType::ALL.get(number as usize).copied()
    }

    /// Returns the type with a number of `tensormap.replace`, which has another order.
    pub fn from_ptx_number(number: u32) -> Option<TensorType> {
        match number {
            8 => Some(TensorType::F32Ftz),
            9 => Some(TensorType::F64),
            10 => Some(TensorType::Bf16),
            number => TensorType::from_number(number),
        }
    }

    /// Returns its size in bytes.
    pub fn size(self) -> u32 {
        match self {
            TensorType::U8 => 1,
            TensorType::U16 | TensorType::F16 | TensorType::Bf16 => 2,
            TensorType::U64 | TensorType::S64 | TensorType::F64 => 8,
            _ => 4,
        }
    }

    /// Returns `true` for floating-point types.
    pub fn is_float(self) -> bool {
        self as u8 >= TensorType::F16 as u8
    }

    /// Returns the NaN for elements outside of the tensor.
    fn nan(self) -> u64 {
        match self {
            TensorType::F16 | TensorType::Bf16 => 0x7fff,
            TensorType::F64 => 0x7fff_ffff_ffff_ffff,
            _ => 0x7fff_ffff,
        }
    }
}

/// The contents of a tensor map, 128 bytes that only the device reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// The address of the tensor.
    pub address: u64,
    /// The type of its elements.
    pub ty: TensorType,
    /// The number of dimensions, 1 to 5.
    pub rank: u32,
    /// The number of elements in each dimension.
    pub extent: [u64; 5],
    /// The distance between elements in bytes, for all dimensions except the first.
    pub stride: [u64; 4],
    /// The size of a tile in each dimension, including skipped elements; for an im2col map, channels and pixels.
    pub tile: [u32; 5],
    /// The element stride in each dimension.
    pub step: [u32; 5],
    /// 0: none, 1: 16 bytes, 2: 32 bytes.
    pub interleave: u32,
    /// As in `CUtensorMapSwizzle`.
    pub swizzle: u32,
    /// What a swizzle of 128 bytes exchanges, as `tensormap.replace` numbers it: 0: 16 bytes, 1: 32 bytes, 2: 32 bytes whose
    /// halves are swapped, 3: 64 bytes.
    pub atomicity: u32,
    /// Whether elements outside of the tensor are NaN.
    pub fills_nan: bool,
    /// Whether it is an im2col map.
    pub im2col: bool,
    /// The corners of an im2col map's box, relative to those of the tensor, from the second dimension on.
    pub corner: [[i16; 3]; 2],
}

/// The first bytes of a map, which identify it.
const MARK: u32 = 0x544d_4150;

/// The size of a map in bytes.
pub const MAP_BYTES: usize = 128;

impl TensorMap {
    /// Encodes the map.
    pub fn pack(&self) -> [u8; MAP_BYTES] {
        let mut bytes = [0; MAP_BYTES];
        let mut at = 0;
        let mut put = |value: u64, size: usize| {
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
            at += size;
        };
        put(self.address, 8);
        self.stride.iter().for_each(|&stride| put(stride, 8));
        // Extents are 1 to 2^32.
        self.extent.iter().for_each(|&extent| put(extent.wrapping_sub(1) & u64::from(u32::MAX), 4));
        put(MARK.into(), 4);
        self.tile.iter().for_each(|&tile| put(tile.into(), 2));
        for corner in self.corner.iter().flatten() {
            put(*corner as u16 as u64, 2);
        }
        self.step.iter().for_each(|&step| put(step.into(), 1));
        for value in [
            self.ty as u32,
            self.rank.wrapping_sub(1),
            self.interleave,
            self.swizzle,
            u32::from(self.fills_nan),
            u32::from(self.im2col),
            self.atomicity,
        ] {
            put(value.into(), 1);
        }
        bytes
    }

    /// Decodes a map; `None` if the bytes aren't one.
    pub fn unpack(bytes: &[u8; MAP_BYTES]) -> Option<TensorMap> {
        let (map, mark, ty) = TensorMap::fields(bytes);
        (mark == MARK && TensorType::from_number(ty).is_some() && (1..=5).contains(&map.rank))
            .then_some(map)
    }

    /// Takes bytes for a map, of which programs replace all fields: zeros are those of a map of one element.
    pub fn unpack_any(bytes: &[u8; MAP_BYTES]) -> TensorMap {
        TensorMap::fields(bytes).0
    }

    /// Returns the fields, the mark, and the number of the type.
    fn fields(bytes: &[u8; MAP_BYTES]) -> (TensorMap, u32, u32) {
        let mut at = 0;
        let mut take = |size: usize| {
            let mut word = [0; 8];
            word[..size].copy_from_slice(&bytes[at..at + size]);
            at += size;
            u64::from_le_bytes(word)
        };
        let address = take(8);
        let stride = std::array::from_fn(|_| take(8));
        let extent = std::array::from_fn(|_| take(4) + 1);
        let mark = take(4) as u32;
        let tile = std::array::from_fn(|_| take(2) as u32);
        let corner = std::array::from_fn(|_| std::array::from_fn(|_| take(2) as u16 as i16));
        let step = std::array::from_fn(|_| (take(1) as u32).max(1));
        let ty = take(1) as u32;
        let map = TensorMap {
            address,
            ty: TensorType::from_number(ty).unwrap_or(TensorType::U8),
            rank: take(1) as u32 + 1,
            extent,
            stride,
            tile,
            step,
            interleave: take(1) as u32,
            swizzle: take(1) as u32,
            fills_nan: take(1) != 0,
            im2col: take(1) != 0,
            atomicity: take(1) as u32,
            corner,
        };
        (map, mark, ty)
    }

    /// Returns a dimension in which a tile has no elements.
    pub fn empty_dimension(&self) -> Option<usize> {
        self.tile[..self.rank as usize].iter().position(|tile| *tile == 0).filter(|_| !self.im2col)
    }

    /// Returns the stride in a dimension; it is 1 in the first unless the map is interleaved.
    fn step_of(&self, dimension: usize) -> u32 {
        if dimension == 0 && self.interleave == 0 { 1 } else { self.step[dimension].max(1) }
    }

    /// Returns the number of elements of a tile's row in the first dimension.
    pub fn row(&self) -> u32 {
        self.tile[0].div_ceil(self.step_of(0))
    }

    /// Returns the number of rows of a tile.
    pub fn rows(&self) -> u64 {
        if self.im2col {
            return self.tile[1].into();
        }
        (1..self.rank as usize)
            .map(|dimension| u64::from(self.tile[dimension].div_ceil(self.step_of(dimension))))
            .product()
    }

    /// Returns the size of a step in the first dimension: an element, or a slice of channels if they are interleaved.
    pub fn unit(&self) -> u32 {
        match self.interleave {
            1 => 16,
            2 => 32,
            _ => self.ty.size(),
        }
    }

    /// Returns the size of a tile in bytes.
    pub fn tile_bytes(&self) -> u64 {
        u64::from(self.row()) * self.rows() * u64::from(self.unit())
    }

    /// Returns the bits for elements outside of the tensor.
    pub fn outside(&self) -> u64 {
        if self.fills_nan { self.ty.nan() } else { 0 }
    }

    /// Returns the coordinates of the first element of each row of the tile at `at`.
    pub fn tile_rows(&self, at: [i32; 5], offsets: [i32; 3]) -> Vec<[i64; 5]> {
        let start = at.map(i64::from);
        let count = self.rows() as usize;
        let mut rows = Vec::with_capacity(count);
        let mut place = start;
        let rank = self.rank as usize;
        let begin = |dimension: usize| {
            if self.im2col && dimension + 1 < rank {
                i64::from(self.corner[0][dimension - 1])
            } else {
                start[dimension]
            }
        };
        let end = |dimension: usize| match (self.im2col, dimension + 1 < rank) {
            (true, true) => {
                self.extent[dimension] as i64 + i64::from(self.corner[1][dimension - 1])
            }
            (true, false) => i64::MAX,
            (false, _) => start[dimension] + i64::from(self.tile[dimension]),
        };
        for _ in 0..count {
            let mut row = place;
            if self.im2col {
                for (dimension, offset) in offsets.iter().enumerate().take(rank.saturating_sub(2)) {
                    row[dimension + 1] += i64::from(*offset);
                }
            }
            rows.push(row);
            for (dimension, at) in place.iter_mut().enumerate().take(rank).skip(1) {
                *at += i64::from(if self.im2col && dimension + 1 == rank {
                    1
                } else {
                    self.step_of(dimension)
                });
                if *at < end(dimension) {
                    break;
                }
                *at = begin(dimension);
            }
        }
        rows
    }

    /// Returns `true` if the element is inside the tensor.
    pub fn holds(&self, at: &[i64; 5]) -> bool {
        (0..self.rank as usize)
            .all(|dimension| at[dimension] >= 0 && (at[dimension] as u64) < self.extent[dimension])
    }

    /// Returns the address of an element of the tensor, or of a slice.
    pub fn address_of(&self, at: &[i64; 5]) -> u64 {
        let mut address =
            self.address.wrapping_add((at[0] as u64).wrapping_mul(self.unit().into()));
        for (at, stride) in at[1..self.rank as usize].iter().zip(self.stride) {
            address = address.wrapping_add((*at as u64).wrapping_mul(stride));
        }
        address
    }

    /// Returns the step between elements of a row.
    pub fn row_step(&self) -> u32 {
        self.step_of(0)
    }

    /// Returns the swizzled shared-memory address of a tile's byte, given its address without swizzling.
    pub fn swizzled(&self, address: u64) -> u64 {
        let mix = |to: u32, from: u32, bits: u32| {
            let mask = (1 << bits) - 1;
            address ^ ((address >> from & mask) << to)
        };
        match if self.swizzle == 3 { 3 + self.atomicity } else { self.swizzle } {
            1 => mix(4, 7, 1),
            2 => mix(4, 7, 2),
            3 => mix(4, 7, 3),
            // Chunks of 32 bytes, those whose halves are swapped, and chunks of 64 bytes.
            4 => mix(5, 7, 2),
            5 => mix(5, 7, 2) ^ (address >> 7 & 1) << 3,
            6 => mix(6, 8, 1),
            _ => address,
        }
    }

    /// Returns the bits of an element as a copy to shared memory stores them.
    pub fn loaded(&self, bits: u64) -> u64 {
        let flush = |bits: u64| {
            if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
        };
        match self.ty {
            TensorType::F32Ftz => flush(bits),
            _ => bits,
        }
    }
}
