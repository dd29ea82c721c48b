//! Copies of one to three dimensions, between memory and arrays.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::{
    CUDA_ARRAY3D_DESCRIPTOR, CUDA_MEMCPY3D, CUDA_MEMCPY3D_PEER, CUarray, CUmemorytype,
};
use cuda_libraries_sys::cudart::{
    cudaArray_const_t, cudaArray_t, cudaError_t, cudaExtent, cudaMemcpy3DParms,
    cudaMemcpy3DPeerParms, cudaMemcpyKind, cudaPitchedPtr, cudaPos,
};
use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, Outcome};
use crate::array::element_size;
use crate::memory::{address, is_empty, pointer};

/// When a copy happens.
#[derive(Clone, Copy)]
pub(crate) enum CopyTime {
    Now,
    InStream(cudaStream_t),
}

/// One side of a copy.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    /// Memory, with the bytes of a row and the rows of a layer.
    Memory {
        start: *const c_void,
        pitch: usize,
        rows: usize,
    },
    Array(CUarray),
}

/// Where memory of a copy's direction is. The driver finds out where unified memory is.
pub(crate) fn memory_types(kind: cudaMemcpyKind) -> Outcome<(CUmemorytype, CUmemorytype)> {
    let (host, device) = (CUmemorytype::CU_MEMORYTYPE_HOST, CUmemorytype::CU_MEMORYTYPE_DEVICE);
    match kind {
        cudaMemcpyKind::cudaMemcpyHostToHost => Ok((host, host)),
        cudaMemcpyKind::cudaMemcpyHostToDevice => Ok((host, device)),
        cudaMemcpyKind::cudaMemcpyDeviceToHost => Ok((device, host)),
        cudaMemcpyKind::cudaMemcpyDeviceToDevice => Ok((device, device)),
        cudaMemcpyKind::cudaMemcpyDefault => {
            Ok((CUmemorytype::CU_MEMORYTYPE_UNIFIED, CUmemorytype::CU_MEMORYTYPE_UNIFIED))
        }
        _ => Err(cudaError_t::cudaErrorInvalidMemcpyDirection),
    }
}

/// Returns a copy's direction.
fn direction(source: CUmemorytype, target: CUmemorytype) -> cudaMemcpyKind {
    match (source, target) {
        (CUmemorytype::CU_MEMORYTYPE_UNIFIED, _) | (_, CUmemorytype::CU_MEMORYTYPE_UNIFIED) => {
            cudaMemcpyKind::cudaMemcpyDefault
        }
        (CUmemorytype::CU_MEMORYTYPE_HOST, CUmemorytype::CU_MEMORYTYPE_HOST) => {
            cudaMemcpyKind::cudaMemcpyHostToHost
        }
        (CUmemorytype::CU_MEMORYTYPE_HOST, _) => cudaMemcpyKind::cudaMemcpyHostToDevice,
        (_, CUmemorytype::CU_MEMORYTYPE_HOST) => cudaMemcpyKind::cudaMemcpyDeviceToHost,
        _ => cudaMemcpyKind::cudaMemcpyDeviceToDevice,
    }
}

/// Returns the driver's parameters of a copy; positions and the extent are in bytes, rows and layers.
pub(crate) fn parameters(
    (source, from): (Side, (usize, usize, usize)),
    (target, to): (Side, (usize, usize, usize)),
    (width, height, depth): (usize, usize, usize),
    kind: cudaMemcpyKind,
) -> Outcome<CUDA_MEMCPY3D> {
    let (source_type, target_type) = memory_types(kind)?;
    let mut copy = CUDA_MEMCPY3D::default();
    (copy.srcXInBytes, copy.srcY, copy.srcZ) = from;
    match source {
        Side::Memory { start, pitch, rows } => {
            copy.srcMemoryType = source_type;
            if source_type == CUmemorytype::CU_MEMORYTYPE_HOST {
                copy.srcHost = start.cast();
            } else {
                copy.srcDevice = address(start);
            }
            (copy.srcPitch, copy.srcHeight) = (pitch, rows);
        }
        Side::Array(array) => {
            copy.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_ARRAY;
            copy.srcArray = array;
        }
    }
    (copy.dstXInBytes, copy.dstY, copy.dstZ) = to;
    match target {
        Side::Memory { start, pitch, rows } => {
            copy.dstMemoryType = target_type;
            if target_type == CUmemorytype::CU_MEMORYTYPE_HOST {
                copy.dstHost = start.cast_mut();
            } else {
                copy.dstDevice = address(start);
            }
            (copy.dstPitch, copy.dstHeight) = (pitch, rows);
        }
        Side::Array(array) => {
            copy.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_ARRAY;
            copy.dstArray = array;
        }
    }
    (copy.WidthInBytes, copy.Height, copy.Depth) = (width, height, depth);
    Ok(copy)
}

fn memory_side(pointer: &cudaPitchedPtr) -> Side {
    Side::Memory { start: pointer.ptr, pitch: pointer.pitch, rows: pointer.ysize }
}

/// Returns one side of a 3D copy: the program gives memory or an array.
fn side(array: cudaArray_t, pointer: &cudaPitchedPtr) -> Outcome<Side> {
    match (array.is_null(), pointer.ptr.is_null()) {
        (false, true) => Ok(Side::Array(array.cast())),
        (true, false) => Ok(memory_side(pointer)),
        _ => Err(cudaError_t::cudaErrorInvalidValue),
    }
}

/// Refuses a direction that isn't to or from what is on the device.
pub(crate) fn check_direction(kind: cudaMemcpyKind, to_device: bool) -> Outcome {
    match kind {
        cudaMemcpyKind::cudaMemcpyDeviceToDevice | cudaMemcpyKind::cudaMemcpyDefault => Ok(()),
        cudaMemcpyKind::cudaMemcpyHostToDevice if to_device => Ok(()),
        cudaMemcpyKind::cudaMemcpyDeviceToHost if !to_device => Ok(()),
        _ => Err(cudaError_t::cudaErrorInvalidMemcpyDirection),
    }
}

/// Refuses memory whose rows or layers would be on top of each other, which the driver would copy if they are 0. The width
/// is compared as it is given, also if it is in an array's elements: the driver compares bytes.
fn check_pitch(side: Side, extent: &cudaExtent) -> Outcome {
    let &cudaExtent { width, height, depth } = extent;
    match side {
        Side::Memory { pitch, rows, .. }
            if (height > 1 || depth > 1) && pitch < width || depth > 1 && rows < height =>
        {
            Err(cudaError_t::cudaErrorInvalidPitchValue)
        }
        _ => Ok(()),
    }
}

/// Refuses a wrong direction to or from an array, and then an array that is null.
fn check_array(source: Side, target: Side, kind: cudaMemcpyKind) -> Outcome {
    for (side, to_device) in [(target, true), (source, false)] {
        if let Side::Array(array) = side {
            check_direction(kind, to_device)?;
            if array.is_null() {
                return Err(cudaError_t::cudaErrorInvalidResourceHandle);
            }
        }
    }
    Ok(())
}

impl Api {
    /// Returns the bytes of an element if an array takes part, in whose elements the program counts, and else 1. Two arrays
    /// have elements of one size.
    fn unit(&self, sides: [Side; 2]) -> Outcome<usize> {
        let mut unit = None;
        for side in sides {
            if let Side::Array(array) = side {
                let mut description = CUDA_ARRAY3D_DESCRIPTOR::default();
                cu!(self, cuArray3DGetDescriptor_v2(&raw mut description, array))?;
                let size = element_size(&description);
                if unit.is_some_and(|unit| unit != size) {
                    return Err(cudaError_t::cudaErrorInvalidValue);
                }
                unit = Some(size);
            }
        }
        Ok(unit.unwrap_or(1))
    }

    /// Returns the driver's parameters of the program's.
    pub(crate) fn copy_parameters(&self, copy: &cudaMemcpy3DParms) -> Outcome<CUDA_MEMCPY3D> {
        let (source_type, _) = memory_types(copy.kind)?;
        let source = side(copy.srcArray, &copy.srcPtr)?;
        // Of a target that is an array, the direction may say otherwise.
        if matches!(source, Side::Array(_)) && source_type == CUmemorytype::CU_MEMORYTYPE_HOST {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        check_pitch(source, &copy.extent)?;
        let target = side(copy.dstArray, &copy.dstPtr)?;
        check_pitch(target, &copy.extent)?;
        let unit = self.unit([source, target])?;
        // Of memory, too, beside an array: the header says bytes, and NVIDIA's runtimes take elements.
        let position = |pos: &cudaPos| (pos.x.saturating_mul(unit), pos.y, pos.z);
        let cudaExtent { width, height, depth } = copy.extent;
        parameters(
            (source, position(&copy.srcPos)),
            (target, position(&copy.dstPos)),
            (width.saturating_mul(unit), height, depth),
            copy.kind,
        )
    }

    /// Returns the program's parameters of the driver's.
    pub(crate) fn copy_of(&self, copy: &CUDA_MEMCPY3D) -> Outcome<cudaMemcpy3DParms> {
        let array = |memory, array| match memory {
            CUmemorytype::CU_MEMORYTYPE_ARRAY => array,
            _ => core::ptr::null_mut(),
        };
        let (source, target) =
            (array(copy.srcMemoryType, copy.srcArray), array(copy.dstMemoryType, copy.dstArray));
        let arrays = [source, target].map(Side::Array);
        let arrays = arrays.into_iter();
        let mut arrays =
            arrays.filter(|array| matches!(array, Side::Array(array) if !array.is_null()));
        let unit = match arrays.next() {
            Some(array) => self.unit([array, array])?.max(1),
            None => 1,
        };
        let side = |array: CUarray, kind, host: *mut c_void, device, pitch, rows| {
            let start = match kind {
                CUmemorytype::CU_MEMORYTYPE_HOST => host,
                _ => pointer(device),
            };
            let memory = cudaPitchedPtr { ptr: start, pitch, xsize: 0, ysize: rows };
            if array.is_null() { memory } else { cudaPitchedPtr::default() }
        };
        let position = |x: usize, y, z| cudaPos { x: x / unit, y, z };
        Ok(cudaMemcpy3DParms {
            srcArray: source.cast(),
            srcPos: position(copy.srcXInBytes, copy.srcY, copy.srcZ),
            srcPtr: side(
                source,
                copy.srcMemoryType,
                copy.srcHost.cast_mut(),
                copy.srcDevice,
                copy.srcPitch,
                copy.srcHeight,
            ),
            dstArray: target.cast(),
            dstPos: position(copy.dstXInBytes, copy.dstY, copy.dstZ),
            dstPtr: side(
                target,
                copy.dstMemoryType,
                copy.dstHost,
                copy.dstDevice,
                copy.dstPitch,
                copy.dstHeight,
            ),
            extent: cudaExtent {
                width: copy.WidthInBytes / unit,
                height: copy.Height,
                depth: copy.Depth,
            },
            kind: direction(copy.srcMemoryType, copy.dstMemoryType),
            ..Default::default()
        })
    }

    fn copy(&self, copy: &CUDA_MEMCPY3D, when: CopyTime) -> Outcome {
        if copy.WidthInBytes == 0 || copy.Height == 0 || copy.Depth == 0 {
            return self.ready();
        }
        match when {
            CopyTime::Now => cu!(self, cuMemcpy3D_v2(copy)),
            CopyTime::InStream(stream) => cu!(self, cuMemcpy3DAsync_v2(copy, stream.cast())),
        }
    }

    /// Copies bytes.
    pub(crate) fn copy_bytes(
        &self,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
        when: CopyTime,
    ) -> Outcome {
        self.ready()?;
        if count == 0 {
            return Ok(());
        }
        let (to, from) = (address(dst), address(src));
        match (kind, when) {
            (cudaMemcpyKind::cudaMemcpyHostToDevice, CopyTime::Now) => {
                cu!(self, cuMemcpyHtoD_v2(to, src, count))
            }
            (cudaMemcpyKind::cudaMemcpyHostToDevice, CopyTime::InStream(stream)) => {
                cu!(self, cuMemcpyHtoDAsync_v2(to, src, count, stream.cast()))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToHost, CopyTime::Now) => {
                cu!(self, cuMemcpyDtoH_v2(dst, from, count))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToHost, CopyTime::InStream(stream)) => {
                cu!(self, cuMemcpyDtoHAsync_v2(dst, from, count, stream.cast()))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToDevice, CopyTime::Now) => {
                cu!(self, cuMemcpyDtoD_v2(to, from, count))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToDevice, CopyTime::InStream(stream)) => {
                cu!(self, cuMemcpyDtoDAsync_v2(to, from, count, stream.cast()))
            }
            (
                cudaMemcpyKind::cudaMemcpyHostToHost | cudaMemcpyKind::cudaMemcpyDefault,
                CopyTime::Now,
            ) => {
                cu!(self, cuMemcpy(to, from, count))
            }
            (cudaMemcpyKind::cudaMemcpyDefault, CopyTime::InStream(stream)) => {
                cu!(self, cuMemcpyAsync(to, from, count, stream.cast()))
            }
            // The driver has no copy of bytes that says so, as the node does that a capture gets of it.
            (cudaMemcpyKind::cudaMemcpyHostToHost, CopyTime::InStream(_)) => {
                let side = |start| (Side::Memory { start, pitch: count, rows: 0 }, (0, 0, 0));
                self.copy(&parameters(side(src), side(dst), (count, 1, 1), kind)?, when)
            }
            _ => Err(cudaError_t::cudaErrorInvalidMemcpyDirection),
        }
    }

    /// Copies rows; the width and horizontal positions are in bytes.
    pub(crate) fn copy_rows(
        &self,
        (target, to): (Side, (usize, usize)),
        (source, from): (Side, (usize, usize)),
        (width, height): (usize, usize),
        kind: cudaMemcpyKind,
        when: CopyTime,
    ) -> Outcome {
        self.ready()?;
        if width == 0 || height == 0 {
            return Ok(());
        }
        let extent = cudaExtent { width, height, depth: 1 };
        check_pitch(target, &extent)?;
        check_pitch(source, &extent)?;
        check_array(source, target, kind)?;
        let copy = parameters(
            (source, (from.0, from.1, 0)),
            (target, (to.0, to.1, 0)),
            (width, height, 1),
            kind,
        )?;
        self.copy(&copy, when)
    }
}

/// Defines a function that copies now, and one that does so in a stream.
macro_rules! copies {
    ($($name:ident $name_async:ident($api:ident, $when:ident; $($parameter:ident: $ty:ty),*) $body:block)*) => {
        impl Api {
            $(
                pub(crate) unsafe fn $name(&self, $($parameter: $ty),*) -> Outcome {
                    let ($api, $when) = (self, CopyTime::Now);
                    $body
                }

                pub(crate) unsafe fn $name_async(&self, $($parameter: $ty,)* stream: cudaStream_t) -> Outcome {
                    let ($api, $when) = (self, CopyTime::InStream(stream));
                    $body
                }
            )*
        }
    };
}

copies! {
    cudaMemcpy cudaMemcpyAsync(api, when; dst: *mut c_void, src: *const c_void, count: usize, kind: cudaMemcpyKind) {
        api.copy_bytes(dst, src, count, kind, when)
    }
    cudaMemcpyToSymbol cudaMemcpyToSymbolAsync(api, when; symbol: *const c_void, src: *const c_void, count: usize,
        offset: usize, kind: cudaMemcpyKind)
    {
        if count == 0 {
            return Ok(());
        }
        let part = api.part(symbol, offset, count, (kind, true, when))?;
        api.copy_bytes(part, src, count, kind, when)
    }
    cudaMemcpyFromSymbol cudaMemcpyFromSymbolAsync(api, when; dst: *mut c_void, symbol: *const c_void, count: usize,
        offset: usize, kind: cudaMemcpyKind)
    {
        if count == 0 {
            return Ok(());
        }
        let part = api.part(symbol, offset, count, (kind, false, when))?;
        api.copy_bytes(dst, part, count, kind, when)
    }
    cudaMemcpy2D cudaMemcpy2DAsync(api, when; dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize,
        width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let target = Side::Memory { start: dst, pitch: dpitch, rows: 0 };
        let source = Side::Memory { start: src, pitch: spitch, rows: 0 };
        api.copy_rows((target, (0, 0)), (source, (0, 0)), (width, height), kind, when)
    }
    cudaMemcpy2DToArray cudaMemcpy2DToArrayAsync(api, when; dst: cudaArray_t, wOffset: usize, hOffset: usize,
        src: *const c_void, spitch: usize, width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let source = Side::Memory { start: src, pitch: spitch, rows: 0 };
        api.copy_rows((Side::Array(dst.cast()), (wOffset, hOffset)), (source, (0, 0)), (width, height), kind, when)
    }
    cudaMemcpy2DFromArray cudaMemcpy2DFromArrayAsync(api, when; dst: *mut c_void, dpitch: usize, src: cudaArray_const_t,
        wOffset: usize, hOffset: usize, width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let target = Side::Memory { start: dst, pitch: dpitch, rows: 0 };
        let source = Side::Array(src.cast_mut().cast());
        api.copy_rows((target, (0, 0)), (source, (wOffset, hOffset)), (width, height), kind, when)
    }
    cudaMemcpyToArray cudaMemcpyToArrayAsync(api, when; dst: cudaArray_t, wOffset: usize, hOffset: usize,
        src: *const c_void, count: usize, kind: cudaMemcpyKind)
    {
        api.copy_linear(dst.cast(), (wOffset, hOffset), src, count, (kind, true, when))
    }
    cudaMemcpyFromArray cudaMemcpyFromArrayAsync(api, when; dst: *mut c_void, src: cudaArray_const_t, wOffset: usize,
        hOffset: usize, count: usize, kind: cudaMemcpyKind)
    {
        api.copy_linear(src.cast_mut().cast(), (wOffset, hOffset), dst, count, (kind, false, when))
    }
    cudaMemcpy3D cudaMemcpy3DAsync(api, when; p: *const cudaMemcpy3DParms) {
        let given = get!(p)?;
        if is_empty(&given.extent) {
            return api.ready();
        }
        let copy = api.copy_parameters(&given)?;
        api.copy(&copy, when)
    }
    cudaMemcpyPeer cudaMemcpyPeerAsync(api, when; dst: *mut c_void, dstDevice: c_int, src: *const c_void, srcDevice: c_int,
        count: usize)
    {
        if count == 0 {
            return api.ready();
        }
        let (to, from) = (api.context_of(dstDevice)?, api.context_of(srcDevice)?);
        let (dst, src) = (address(dst), address(src));
        match when {
            CopyTime::Now => cu!(api, cuMemcpyPeer(dst, to, src, from, count)),
            CopyTime::InStream(stream) => cu!(api, cuMemcpyPeerAsync(dst, to, src, from, count, stream.cast())),
        }
    }
    cudaMemcpy3DPeer cudaMemcpy3DPeerAsync(api, when; p: *const cudaMemcpy3DPeerParms) {
        let given = get!(p)?;
        let contexts = (api.context_of(given.srcDevice)?, api.context_of(given.dstDevice)?);
        if is_empty(&given.extent) {
            return Ok(());
        }
        let copy = api.copy_parameters(&cudaMemcpy3DParms {
            srcArray: given.srcArray,
            srcPos: given.srcPos,
            srcPtr: given.srcPtr,
            dstArray: given.dstArray,
            dstPos: given.dstPos,
            dstPtr: given.dstPtr,
            extent: given.extent,
            kind: cudaMemcpyKind::cudaMemcpyDeviceToDevice,
            ..Default::default()
        })?;
        // SAFETY: the structs differ in the contexts alone, which are where the other has reserved pointers.
        let mut copy: CUDA_MEMCPY3D_PEER = unsafe { crate::api::same(copy) };
        (copy.srcContext, copy.dstContext) = contexts;
        match when {
            CopyTime::Now => cu!(api, cuMemcpy3DPeer(&raw const copy)),
            CopyTime::InStream(stream) => cu!(api, cuMemcpy3DPeerAsync(&raw const copy, stream.cast())),
        }
    }
}

impl Api {
    entry! { cudaMemcpy2DArrayToArray(
        self, dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind,
    ) => {
        let target = (Side::Array(dst.cast()), (wOffsetDst, hOffsetDst));
        let source = (Side::Array(src.cast_mut().cast()), (wOffsetSrc, hOffsetSrc));
        self.copy_rows(target, source, (width, height), kind, CopyTime::Now)
    } }
}
