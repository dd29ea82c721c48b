//! Filling memory with a value.

use core::ffi::{c_uchar, c_uint, c_ushort};
use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{error::INVALID_VALUE, outcome::Outcome, transfer::Fill, work::Work};

impl Call {
    /// Checks a fill of `extent` bytes; one that is executed later may be of memory that its graph allocates.
    fn check_fill(&self, fill: &Fill, extent: u64, is_later: bool) -> Outcome {
        let rows_fit = fill.height == 1 || fill.width.saturating_mul(fill.element) <= fill.pitch;
        let is_aligned = fill.address.is_multiple_of(fill.element)
            && (fill.height == 1 || fill.pitch.is_multiple_of(fill.element));
        let memory = &self.system.memory;
        let holds = if is_later {
            memory.will_hold(fill.address, extent)
        } else {
            memory.holds(fill.address, extent)
        };
        if !is_aligned {
            let element = fill.element;
            let why = format!("Device pointer must be {element}-byte aligned to match elementSize");
            return Err(self.system.refuse(INVALID_VALUE, &why));
        }
        if rows_fit && holds && memory.may_write(fill.address) {
            Ok(())
        } else {
            Err(INVALID_VALUE)
        }
    }

    /// Checks a fill for a node of a graph.
    pub(in crate::calls) fn fill_of_node(
        &self,
        node: &CUDA_MEMSET_NODE_PARAMS,
    ) -> Result<Fill, CUresult> {
        let fill = Fill {
            address: node.dst,
            pitch: node.pitch as u64,
            value: node.value,
            element: node.elementSize.into(),
            width: node.width as u64,
            height: node.height as u64,
        };
        if !matches!(fill.element, 1 | 2 | 4) || fill.width == 0 || fill.height == 0 {
            return Err(INVALID_VALUE);
        }
        let extent = fill.extent().ok_or(INVALID_VALUE)?;
        self.check_fill(&fill, extent, true)?;
        Ok(fill)
    }

    /// Checks a fill, and performs it or submits it to its stream.
    fn fill(&self, fill: Fill, stream: Option<CUstream>) -> Outcome {
        let is_async = stream.is_some();
        let stream = self.stream(stream.unwrap_or(core::ptr::null_mut()))?;
        self.system.check()?;
        let extent = fill.extent().ok_or(INVALID_VALUE)?;
        if extent == 0 {
            return Ok(());
        }
        let is_captured = is_async && stream.capturing.lock().is_some();
        self.check_fill(&fill, extent, is_captured)?;
        if is_captured {
            return stream.submit(self.system, Work::Fill(fill), None).map(drop);
        }
        self.check_reach(&stream, fill.address)?;
        if is_async {
            stream.submit(self.system, Work::Fill(fill), None).map(drop)
        } else {
            self.run(&stream, Work::Fill(fill), &[fill.address])
        }
    }
}

impl Call {
    pub(crate) fn cuMemsetD8_v2(
        &self,
        dstDevice: CUdeviceptr,
        value: c_uchar,
        N: usize,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), None)
    }

    pub(crate) fn cuMemsetD8Async(
        &self,
        dstDevice: CUdeviceptr,
        value: c_uchar,
        N: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), Some(hStream))
    }

    pub(crate) fn cuMemsetD2D8_v2(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_uchar,
        Width: usize,
        Height: usize,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), None)
    }

    pub(crate) fn cuMemsetD2D8Async(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_uchar,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), Some(hStream))
    }

    pub(crate) fn cuMemsetD16_v2(
        &self,
        dstDevice: CUdeviceptr,
        value: c_ushort,
        N: usize,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), None)
    }

    pub(crate) fn cuMemsetD16Async(
        &self,
        dstDevice: CUdeviceptr,
        value: c_ushort,
        N: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), Some(hStream))
    }

    pub(crate) fn cuMemsetD2D16_v2(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_ushort,
        Width: usize,
        Height: usize,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), None)
    }

    pub(crate) fn cuMemsetD2D16Async(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_ushort,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), Some(hStream))
    }

    pub(crate) fn cuMemsetD32_v2(
        &self,
        dstDevice: CUdeviceptr,
        value: c_uint,
        N: usize,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), None)
    }

    pub(crate) fn cuMemsetD32Async(
        &self,
        dstDevice: CUdeviceptr,
        value: c_uint,
        N: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::row(dstDevice, value, N), Some(hStream))
    }

    pub(crate) fn cuMemsetD2D32_v2(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_uint,
        Width: usize,
        Height: usize,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), None)
    }

    pub(crate) fn cuMemsetD2D32Async(
        &self,
        dstDevice: CUdeviceptr,
        dstPitch: usize,
        value: c_uint,
        Width: usize,
        Height: usize,
        hStream: CUstream,
    ) -> Outcome {
        self.fill(Fill::rows(dstDevice, dstPitch, value, Width, Height), Some(hStream))
    }
}
