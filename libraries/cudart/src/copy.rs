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
use crate::memory::{address, pointer};

/// When a copy happens.
#[derive(Clone, Copy)]
pub(crate) enum When {
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
fn memory_types(kind: cudaMemcpyKind) -> Outcome<(CUmemorytype, CUmemorytype)> {
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

/// Sets a side of a copy's parameters.
macro_rules! set_side {
    ($copy:ident $side:expr, $type:expr, $pos:expr => $memory_type:ident $host:ident $device:ident $array:ident $pitch:ident
     $height:ident $x:ident $y:ident $z:ident $cast:ident) => {
        ($copy.$x, $copy.$y, $copy.$z) = $pos;
        match $side {
            Side::Memory { start, pitch, rows } => {
                $copy.$memory_type = $type;
                if $type == CUmemorytype::CU_MEMORYTYPE_HOST {
                    $copy.$host = start.$cast();
                } else {
                    $copy.$device = address(start);
                }
                ($copy.$pitch, $copy.$height) = (pitch, rows);
            }
            Side::Array(array) => {
                $copy.$memory_type = CUmemorytype::CU_MEMORYTYPE_ARRAY;
                $copy.$array = array;
            }
        }
    };
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
    set_side!(copy source, source_type, from =>
        srcMemoryType srcHost srcDevice srcArray srcPitch srcHeight srcXInBytes srcY srcZ cast);
    set_side!(copy target, target_type, to =>
        dstMemoryType dstHost dstDevice dstArray dstPitch dstHeight dstXInBytes dstY dstZ cast_mut);
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
fn check_direction(kind: cudaMemcpyKind, to_device: bool) -> Outcome {
    match kind {
        cudaMemcpyKind::cudaMemcpyDeviceToDevice | cudaMemcpyKind::cudaMemcpyDefault => Ok(()),
        cudaMemcpyKind::cudaMemcpyHostToDevice if to_device => Ok(()),
        cudaMemcpyKind::cudaMemcpyDeviceToHost if !to_device => Ok(()),
        _ => Err(cudaError_t::cudaErrorInvalidMemcpyDirection),
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
    /// Returns the bytes of an element if an array takes part, in whose elements the program counts, and else 1.
    fn unit(&self, sides: [Side; 2]) -> Outcome<usize> {
        for side in sides {
            if let Side::Array(array) = side {
                let mut description = CUDA_ARRAY3D_DESCRIPTOR::default();
                cu!(self, cuArray3DGetDescriptor_v2(&raw mut description, array))?;
                return Ok(element_size(&description));
            }
        }
        Ok(1)
    }

    /// Returns the driver's parameters of the program's.
    pub(crate) fn copy_parameters(&self, copy: &cudaMemcpy3DParms) -> Outcome<CUDA_MEMCPY3D> {
        let (source, target) =
            (side(copy.srcArray, &copy.srcPtr)?, side(copy.dstArray, &copy.dstPtr)?);
        let unit = self.unit([source, target])?;
        // An array's position is in its elements, and that of memory in bytes.
        let position = |side: Side, pos: &cudaPos| match side {
            Side::Array(_) => (pos.x.saturating_mul(unit), pos.y, pos.z),
            Side::Memory { .. } => (pos.x, pos.y, pos.z),
        };
        let cudaExtent { width, height, depth } = copy.extent;
        parameters(
            (source, position(source, &copy.srcPos)),
            (target, position(target, &copy.dstPos)),
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
        let mut arrays = arrays.filter(|it| matches!(it, Side::Array(it) if !it.is_null()));
        let unit = match arrays.next() {
            Some(array) => self.unit([array, array])?.max(1),
            None => 1,
        };
        let side = |array: CUarray, kind, host: *mut c_void, device, pitch, rows| {
            let start = match kind {
                CUmemorytype::CU_MEMORYTYPE_HOST => host,
                _ => pointer(device),
            };
            let memory = cudaPitchedPtr { ptr: start, pitch, xsize: pitch, ysize: rows };
            match array.is_null() {
                true => memory,
                false => cudaPitchedPtr::default(),
            }
        };
        let position = |array: CUarray, x: usize, y, z| cudaPos {
            x: if array.is_null() { x } else { x / unit },
            y,
            z,
        };
        Ok(cudaMemcpy3DParms {
            srcArray: source.cast(),
            srcPos: position(source, copy.srcXInBytes, copy.srcY, copy.srcZ),
            srcPtr: side(
                source,
                copy.srcMemoryType,
                copy.srcHost.cast_mut(),
                copy.srcDevice,
                copy.srcPitch,
                copy.srcHeight,
            ),
            dstArray: target.cast(),
            dstPos: position(target, copy.dstXInBytes, copy.dstY, copy.dstZ),
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

    fn copy(&self, copy: &CUDA_MEMCPY3D, when: When) -> Outcome {
        if copy.WidthInBytes == 0 || copy.Height == 0 || copy.Depth == 0 {
            return self.ready();
        }
        match when {
            When::Now => cu!(self, cuMemcpy3D_v2(copy)),
            When::InStream(stream) => cu!(self, cuMemcpy3DAsync_v2(copy, stream.cast())),
        }
    }

    /// Copies bytes.
    pub(crate) fn copy_bytes(
        &self,
        dst: *mut c_void,
        src: *const c_void,
        count: usize,
        kind: cudaMemcpyKind,
        when: When,
    ) -> Outcome {
        self.ready()?;
        if count == 0 {
            return Ok(());
        }
        let (to, from) = (address(dst), address(src));
        match (kind, when) {
            (cudaMemcpyKind::cudaMemcpyHostToDevice, When::Now) => {
                cu!(self, cuMemcpyHtoD_v2(to, src, count))
            }
            (cudaMemcpyKind::cudaMemcpyHostToDevice, When::InStream(stream)) => {
                cu!(self, cuMemcpyHtoDAsync_v2(to, src, count, stream.cast()))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToHost, When::Now) => {
                cu!(self, cuMemcpyDtoH_v2(dst, from, count))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToHost, When::InStream(stream)) => {
                cu!(self, cuMemcpyDtoHAsync_v2(dst, from, count, stream.cast()))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToDevice, When::Now) => {
                cu!(self, cuMemcpyDtoD_v2(to, from, count))
            }
            (cudaMemcpyKind::cudaMemcpyDeviceToDevice, When::InStream(stream)) => {
                cu!(self, cuMemcpyDtoDAsync_v2(to, from, count, stream.cast()))
            }
            (
                cudaMemcpyKind::cudaMemcpyHostToHost | cudaMemcpyKind::cudaMemcpyDefault,
                When::Now,
            ) => {
                cu!(self, cuMemcpy(to, from, count))
            }
            (
                cudaMemcpyKind::cudaMemcpyHostToHost | cudaMemcpyKind::cudaMemcpyDefault,
                When::InStream(stream),
            ) => {
                cu!(self, cuMemcpyAsync(to, from, count, stream.cast()))
            }
            _ => Err(cudaError_t::cudaErrorInvalidMemcpyDirection),
        }
    }

    /// Copies rows; the width and horizontal positions are in bytes.
    fn copy_rows(
        &self,
        (target, to): (Side, (usize, usize)),
        (source, from): (Side, (usize, usize)),
        (width, height): (usize, usize),
        kind: cudaMemcpyKind,
        when: When,
    ) -> Outcome {
        self.ready()?;
        if width == 0 || height == 0 {
            return Ok(());
        }
        check_array(source, target, kind)?;
        let too_wide = |side| matches!(side, Side::Memory { pitch, .. } if pitch < width);
        if height > 1 && (too_wide(target) || too_wide(source)) {
            return Err(cudaError_t::cudaErrorInvalidPitchValue);
        }
        let copy = parameters(
            (source, (from.0, from.1, 0)),
            (target, (to.0, to.1, 0)),
            (width, height, 1),
            kind,
        )?;
        self.copy(&copy, when)
    }

    /// Copies bytes to or from an array, row after row from a position on.
    fn copy_linear(
        &self,
        array: CUarray,
        (x, y): (usize, usize),
        memory: *const c_void,
        count: usize,
        (kind, to_array, when): (cudaMemcpyKind, bool, When),
    ) -> Outcome {
        if count == 0 {
            return self.ready();
        }
        check_direction(kind, to_array)?;
        let mut description = CUDA_ARRAY3D_DESCRIPTOR::default();
        cu!(self, cuArray3DGetDescriptor_v2(&raw mut description, array))?;
        let row = description.Width.saturating_mul(element_size(&description));
        if row == 0 || x >= row {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        // The rest of the first row, whole rows, and the beginning of the last.
        let first = count.min(row - x);
        let whole = (count - first) / row;
        let parts = [
            (x, y, first, 1, 0),
            (0, y + 1, row, whole, first),
            (0, y + 1 + whole, (count - first) % row, 1, first + whole * row),
        ];
        for (x, y, width, height, offset) in parts {
            if width == 0 || height == 0 {
                continue;
            }
            let start = memory.wrapping_byte_add(offset);
            let memory = (Side::Memory { start, pitch: width, rows: height }, (0, 0));
            let array = (Side::Array(array), (x, y));
            let (target, source) = if to_array { (array, memory) } else { (memory, array) };
            self.copy_rows(target, source, (width, height), kind, when)?;
        }
        Ok(())
    }
}

/// Defines a function that copies now, and one that does so in a stream.
macro_rules! copies {
    ($($name:ident $name_async:ident($api:ident, $when:ident; $($parameter:ident: $ty:ty),*) $body:block)*) => {
        impl Api {
            $(
                pub(crate) unsafe fn $name(&self, $($parameter: $ty),*) -> Outcome {
                    let ($api, $when) = (self, When::Now);
                    $body
                }

                pub(crate) unsafe fn $name_async(&self, $($parameter: $ty,)* stream: cudaStream_t) -> Outcome {
                    let ($api, $when) = (self, When::InStream(stream));
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
        let part = api.part(symbol, offset, count)?;
        check_direction(kind, true)?;
        api.copy_bytes(part, src, count, kind, when)
    }
    cudaMemcpyFromSymbol cudaMemcpyFromSymbolAsync(api, when; dst: *mut c_void, symbol: *const c_void, count: usize,
        offset: usize, kind: cudaMemcpyKind)
    {
        if count == 0 {
            return Ok(());
        }
        let part = api.part(symbol, offset, count)?;
        check_direction(kind, false)?;
        api.copy_bytes(dst, part, count, kind, when)
    }
    cudaMemcpy2D cudaMemcpy2DAsync(api, when; dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize,
        width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let target = Side::Memory { start: dst, pitch: dpitch, rows: height };
        let source = Side::Memory { start: src, pitch: spitch, rows: height };
        api.copy_rows((target, (0, 0)), (source, (0, 0)), (width, height), kind, when)
    }
    cudaMemcpy2DToArray cudaMemcpy2DToArrayAsync(api, when; dst: cudaArray_t, wOffset: usize, hOffset: usize,
        src: *const c_void, spitch: usize, width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let source = Side::Memory { start: src, pitch: spitch, rows: height };
        api.copy_rows((Side::Array(dst.cast()), (wOffset, hOffset)), (source, (0, 0)), (width, height), kind, when)
    }
    cudaMemcpy2DFromArray cudaMemcpy2DFromArrayAsync(api, when; dst: *mut c_void, dpitch: usize, src: cudaArray_const_t,
        wOffset: usize, hOffset: usize, width: usize, height: usize, kind: cudaMemcpyKind)
    {
        let target = Side::Memory { start: dst, pitch: dpitch, rows: height };
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
        let copy = api.copy_parameters(&get!(p)?)?;
        api.copy(&copy, when)
    }
    cudaMemcpyPeer cudaMemcpyPeerAsync(api, when; dst: *mut c_void, dstDevice: c_int, src: *const c_void, srcDevice: c_int,
        count: usize)
    {
        let (to, from) = (api.context_of(dstDevice)?, api.context_of(srcDevice)?);
        let (dst, src) = (address(dst), address(src));
        match when {
            When::Now => cu!(api, cuMemcpyPeer(dst, to, src, from, count)),
            When::InStream(stream) => cu!(api, cuMemcpyPeerAsync(dst, to, src, from, count, stream.cast())),
        }
    }
    cudaMemcpy3DPeer cudaMemcpy3DPeerAsync(api, when; p: *const cudaMemcpy3DPeerParms) {
        let given = get!(p)?;
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
        copy.srcContext = api.context_of(given.srcDevice)?;
        copy.dstContext = api.context_of(given.dstDevice)?;
        match when {
            When::Now => cu!(api, cuMemcpy3DPeer(&raw const copy)),
            When::InStream(stream) => cu!(api, cuMemcpy3DPeerAsync(&raw const copy, stream.cast())),
        }
    }
}

impl Api {
    entry! { cudaMemcpy2DArrayToArray(
        self, dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind,
    ) => {
        let target = (Side::Array(dst.cast()), (wOffsetDst, hOffsetDst));
        let source = (Side::Array(src.cast_mut().cast()), (wOffsetSrc, hOffsetSrc));
        self.copy_rows(target, source, (width, height), kind, When::Now)
    } }
}
