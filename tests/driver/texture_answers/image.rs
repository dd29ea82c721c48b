//! The images that recorded cases read and write.

use std::mem::zeroed;

use cuda_driver::DeviceBuffer;
use cuda_driver::sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_MEMCPY3D, CUDA_RESOURCE_DESC, CUarray, CUarray_format,
    CUmemorytype, CUresourcetype,
};

use super::inputs::contents;
use crate::device::TestDevice;

/// The distance between the rows of pitched memory.
const PITCH: usize = 512;

/// The shape of an image.
pub struct Shape {
    /// As in PTX.
    pub geometry: &'static str,
    extents: [usize; 3],
    pub layers: u32,
    /// Of the array.
    flags: u32,
}

impl Shape {
    pub fn of(kind: &str) -> Shape {
        let (geometry, extents, layers, flags) = match kind {
            "1d" => ("1d", [7, 0, 0], 1, 0),
            "2d" | "pitch" => ("2d", [5, 4, 0], 1, 0),
            "3d" => ("3d", [5, 4, 3], 1, 0),
            "a1d" => ("a1d", [7, 0, 3], 3, 1),
            "a2d" => ("a2d", [5, 4, 3], 3, 1),
            "cube" => ("cube", [4, 4, 6], 1, 4),
            "acube" => ("acube", [4, 4, 12], 2, 5),
            _ => ("1d", [23, 0, 0], 1, 0),
        };
        Shape { geometry, extents, layers, flags }
    }

    /// Returns the sizes that coordinates refer to.
    pub fn sizes(&self) -> Vec<i32> {
        let count = match self.geometry.trim_start_matches('a') {
            "1d" => 1,
            "2d" | "cube" => 2,
            _ => 3,
        };
        self.extents[..count].iter().map(|size| *size as i32).collect()
    }

    fn texels(&self) -> usize {
        self.extents.iter().map(|size| (*size).max(1)).product()
    }
}

/// An array or memory with an image.
pub struct Image<'d> {
    device: &'d TestDevice,
    pub resource: CUDA_RESOURCE_DESC,
    array: Option<CUarray>,
    pub row: usize,
    rows: usize,
    slices: usize,
    _memory: Option<DeviceBuffer<u8>>,
}

impl<'d> Image<'d> {
    pub fn new(
        device: &'d TestDevice,
        kind: &str,
        (format, size): (&'static str, usize),
        (number, channels): (i32, usize),
        flags: u32,
    ) -> Image<'d> {
        let shape = Shape::of(kind);
        let [width, height, depth] = shape.extents;
        let bytes = contents(format, size, shape.texels() * channels);
        let texel = size * channels;
        // SAFETY: all zeros is a value of it.
        let mut resource: CUDA_RESOURCE_DESC = unsafe { zeroed() };
        let number = CUarray_format(number as _);
        let mut memory = None;
        let mut array = None;
        if kind == "linear" || kind == "pitch" {
            let mut padded = vec![0; 4096];
            for (row, bytes) in bytes.chunks(width * texel).enumerate() {
                padded[row * PITCH..][..bytes.len()].copy_from_slice(bytes);
            }
            let buffer = device.stream.upload(&padded).unwrap();
            device.stream.synchronize().unwrap();
            if kind == "linear" {
                resource.resType = CUresourcetype::CU_RESOURCE_TYPE_LINEAR;
                // SAFETY: all zeros is a value of the union's members.
                let linear = unsafe { &mut resource.res.linear };
                linear.devPtr = buffer.as_raw();
                (linear.format, linear.numChannels) = (number, channels as u32);
                linear.sizeInBytes = width * texel;
            } else {
                resource.resType = CUresourcetype::CU_RESOURCE_TYPE_PITCH2D;
                // SAFETY: as above.
                let pitched = unsafe { &mut resource.res.pitch2D };
                pitched.devPtr = buffer.as_raw();
                (pitched.format, pitched.numChannels) = (number, channels as u32);
                (pitched.width, pitched.height) = (width, height);
                pitched.pitchInBytes = PITCH;
            }
            memory = Some(buffer);
        } else {
            // SAFETY: all zeros is a value of it.
            let mut descriptor: CUDA_ARRAY3D_DESCRIPTOR = unsafe { zeroed() };
            (descriptor.Width, descriptor.Height, descriptor.Depth) = (width, height, depth);
            (descriptor.Format, descriptor.NumChannels) = (number, channels as u32);
            descriptor.Flags = shape.flags | flags;
            // SAFETY: the descriptor is valid.
            let created = device.context.with_current(|| unsafe {
                device.driver.raw().cuArray3DCreate(&raw const descriptor)
            });
            let created = created.unwrap().unwrap();
            resource.res.array.hArray = created;
            array = Some(created);
        }
        let mut image = Image {
            device,
            resource,
            array,
            row: width * texel,
            rows: height.max(1),
            slices: depth.max(1),
            _memory: memory,
        };
        image.write(bytes);
        image
    }

    /// Copies between the array, if there is one, and `bytes`.
    fn copy(&mut self, mut bytes: Vec<u8>, to_array: bool) -> Vec<u8> {
        let Some(array) = self.array else {
            return bytes;
        };
        // SAFETY: all zeros is a value of it.
        let mut copy: CUDA_MEMCPY3D = unsafe { zeroed() };
        let (host, other) = (CUmemorytype::CU_MEMORYTYPE_HOST, CUmemorytype::CU_MEMORYTYPE_ARRAY);
        if to_array {
            (copy.srcMemoryType, copy.dstMemoryType) = (host, other);
            (copy.srcHost, copy.dstArray) = (bytes.as_ptr().cast(), array);
        } else {
            (copy.srcMemoryType, copy.dstMemoryType) = (other, host);
            (copy.srcArray, copy.dstHost) = (array, bytes.as_mut_ptr().cast());
        }
        (copy.srcPitch, copy.dstPitch) = (self.row, self.row);
        (copy.srcHeight, copy.dstHeight) = (self.rows, self.rows);
        (copy.WidthInBytes, copy.Height, copy.Depth) = (self.row, self.rows, self.slices);
        let raw = self.device.driver.raw();
        // SAFETY: there are as many bytes as the array has, and they live until the copy is done.
        let copied =
            self.device.context.with_current(|| unsafe { raw.cuMemcpy3D(&raw const copy) });
        copied.unwrap().unwrap();
        // Copies from pageable memory may return before they are done.
        self.device.context.synchronize().unwrap();
        bytes
    }

    fn write(&mut self, bytes: Vec<u8>) {
        self.copy(bytes, true);
    }

    pub fn read(&mut self) -> Vec<u8> {
        let bytes = vec![0; self.row * self.rows * self.slices];
        self.copy(bytes, false)
    }
}

impl Drop for Image<'_> {
    fn drop(&mut self) {
        if let Some(array) = self.array {
            // SAFETY: the array isn't used any more.
            _ = self
                .device
                .context
                .with_current(|| unsafe { self.device.driver.raw().cuArrayDestroy(array) });
        }
    }
}
