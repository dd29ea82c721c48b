//! Structures that calls take through pointers, with plausible contents.

use std::mem::{MaybeUninit, size_of};

use cuda_driver_sys::*;

use super::arguments::Chance;

/// Writes the lower bytes of `value`.
fn put<T>(place: &mut T, value: u64) {
    let length = size_of::<T>().min(8);
    // SAFETY: both have that many bytes, and fields are numbers, enumerations that accept any number, and pointers.
    unsafe {
        let to = (&raw mut *place).cast::<u8>();
        std::ptr::copy_nonoverlapping(value.to_le_bytes().as_ptr(), to, length);
    }
}

fn bytes<T>(value: &MaybeUninit<T>) -> Vec<u8> {
    // SAFETY: it was zeroed, including its padding.
    unsafe { std::slice::from_raw_parts(value.as_ptr().cast::<u8>(), size_of::<T>()) }.to_vec()
}

/// A structure of zeros, except for these fields.
macro_rules! structure {
    ($ty:ty { $($($field:ident).+ = $value:expr;)* }) => {{
        let mut structure = MaybeUninit::<$ty>::zeroed();
        $(
            let value: u64 = $value;
            // SAFETY: zeros are a valid value of each of these types, and of each part of their unions.
            put(unsafe { &mut structure.assume_init_mut().$($field).+ }, value);
        )*
        bytes(&structure)
    }};
}

/// The source or destination of a copy.
struct CopyLocation {
    kind: u64,
    host: u64,
    device: u64,
    array: u64,
    x: u64,
    y: u64,
    z: u64,
    pitch: u64,
    height: u64,
}

const FORMATS: [u64; 9] = [1, 2, 3, 8, 9, 10, 16, 32, 0xb0];

impl Chance {
    /// Returns usually one of these.
    fn one_of(&mut self, list: &[u64]) -> u64 {
        match self.below(16) {
            0 => self.small(),
            _ => list[self.below(list.len() as u64) as usize],
        }
    }

    fn host(&mut self) -> u64 {
        let piece = self.piece();
        self.address(piece)
    }

    /// Returns a position within a piece of host memory, which may exceed device memory.
    fn copied(&mut self) -> CopyLocation {
        let kind = self.one_of(&[1, 2, 2, 3, 3, 4]);
        let host = self.host();
        let device = match self.below(4) {
            0 if kind == 4 => host,
            _ => self.device_memory("dst"),
        };
        CopyLocation {
            kind,
            host,
            device,
            array: self.handle(std::any::type_name::<CUarray_st>()),
            x: self.below(8) * self.below(8),
            y: self.below(4) * self.below(3),
            z: self.below(4) * self.below(2),
            pitch: [0, 128, 256][self.below(3) as usize],
            height: [0, 8, 16][self.below(3) as usize],
        }
    }

    fn operand(&mut self) -> CUmemcpy3DOperand {
        let place = self.copied();
        let mut structure = MaybeUninit::<CUmemcpy3DOperand>::zeroed();
        // SAFETY: zeros are a valid value of it.
        let operand = unsafe { structure.assume_init_mut() };
        put(&mut operand.type_, if place.kind == 3 { 2 } else { 1 });
        // SAFETY: zeros are a valid value of both variants.
        unsafe {
            if place.kind == 3 {
                put(&mut operand.op.array.array, place.array);
                put(&mut operand.op.array.offset.x, place.x);
                put(&mut operand.op.array.offset.y, place.y);
            } else {
                let from_host = place.kind != 2;
                put(&mut operand.op.ptr.ptr, if from_host { place.host } else { place.device });
                put(&mut operand.op.ptr.rowLength, place.pitch);
                put(&mut operand.op.ptr.layerHeight, place.height);
                put(&mut operand.op.ptr.locHint.type_, u64::from(!from_host));
            }
        }
        *operand
    }

    /// Returns a kernel node of any version: the first fields are the same.
    fn kernel_node(&mut self) -> Vec<u8> {
        let parameters = self.host();
        let zeros = self.host();
        // SAFETY: the piece was just allocated and is larger; the call that reads it comes later.
        unsafe { (parameters as *mut [u64; 64]).write([zeros; 64]) };
        structure!(CUDA_KERNEL_NODE_PARAMS_v2 {
            func = self.handle(std::any::type_name::<CUfunc_st>());
            gridDimX = self.below(4);
            gridDimY = 1;
            gridDimZ = 1;
            blockDimX = self.below(70);
            blockDimY = 1;
            blockDimZ = 1;
            sharedMemBytes = self.below(2) * self.below(2000);
            kernelParams = parameters;
            kern = self.below(4) / 3 * self.handle(std::any::type_name::<CUkern_st>());
        })
    }

    fn node(&mut self) -> Vec<u8> {
        let kind = self.one_of(&[0, 1, 2, 4, 5, 6, 7, 10, 11, 12]);
        let inner = match kind {
            0 => self.kernel_node(),
            1 => {
                let mut copy = vec![0; std::mem::offset_of!(CUDA_MEMCPY_NODE_PARAMS, copyParams)];
                copy.extend(self.structure("CUDA_MEMCPY3D_v2").unwrap_or_default());
                copy
            }
            2 => self.structure("CUDA_MEMSET_NODE_PARAMS_v2").unwrap_or_default(),
            4 => self.handle(std::any::type_name::<CUgraph_st>()).to_le_bytes().to_vec(),
            6 | 7 => self.handle(std::any::type_name::<CUevent_st>()).to_le_bytes().to_vec(),
            10 => self.structure("CUDA_MEM_ALLOC_NODE_PARAMS_v2").unwrap_or_default(),
            11 => self.device_memory("dptr").to_le_bytes().to_vec(),
            12 => self.structure("CUDA_BATCH_MEM_OP_NODE_PARAMS_v2").unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut node = structure!(CUgraphNodeParams { type_ = kind; });
        let at = std::mem::offset_of!(CUgraphNodeParams, params);
        node[at..][..inner.len()].copy_from_slice(&inner);
        node
    }

    /// Returns the bytes of a structure, if its name is known.
    pub(super) fn structure(&mut self, name: &str) -> Option<Vec<u8>> {
        self.memory_structure(name)
            .or_else(|| self.external_structure(name))
            .or_else(|| self.copy_structure(name))
            .or_else(|| self.texture_structure(name))
            .or_else(|| self.node_structure(name))
            .or_else(|| self.launch_structure(name))
    }

    /// Returns an array, a pool, or what device memory or a device is divided into.
    fn memory_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUDA_ARRAY_DESCRIPTOR_v2" => structure!(CUDA_ARRAY_DESCRIPTOR {
                Width = 1 + self.below(100);
                Height = self.below(3) * self.below(40);
                Format = self.one_of(&FORMATS);
                NumChannels = self.one_of(&[1, 2, 4]);
            }),
            "CUDA_ARRAY3D_DESCRIPTOR_v2" => structure!(CUDA_ARRAY3D_DESCRIPTOR {
                Width = 1 + self.below(64);
                Height = self.below(3) * self.below(20);
                Depth = self.below(2) * self.below(8);
                Format = self.one_of(&FORMATS);
                NumChannels = self.one_of(&[1, 2, 4]);
                Flags = [0, 0, 0, 1, 2, 3, 4, 8, 64, 128][self.below(10) as usize];
            }),
            "CUmemAllocationProp_v1" => structure!(CUmemAllocationProp {
                type_ = self.one_of(&[1]);
                location.type_ = self.one_of(&[1, 1, 2, 3]);
                requestedHandleTypes = self.below(2) * self.below(2);
            }),
            "CUmemLocation_v1" => structure!(CUmemLocation {
                type_ = self.one_of(&[1, 1, 2]);
            }),
            "CUmemAccessDesc_v1" => structure!(CUmemAccessDesc {
                location.type_ = self.one_of(&[1]);
                flags = self.one_of(&[3, 3, 1, 0]);
            }),
            "CUmemPoolProps_v1" => structure!(CUmemPoolProps {
                allocType = self.one_of(&[1]);
                location.type_ = self.one_of(&[1, 1, 2]);
                maxSize = self.below(2) * self.below(1 << 22);
            }),
            "CUmulticastObjectProp_v1" => structure!(CUmulticastObjectProp {
                numDevices = 1;
                size = 2 << 20;
            }),
            "CUdevResource_v1" => {
                let at = self.below(self.parts().len().max(1) as u64) as usize;
                let part = self.parts().get(at).copied();
                bytes(&part.map_or(MaybeUninit::zeroed(), MaybeUninit::new))
            }
            "CU_DEV_SM_RESOURCE_GROUP_PARAMS" => structure!(CU_DEV_SM_RESOURCE_GROUP_PARAMS {
                smCount = self.one_of(&[0, 8, 16, 64]);
                coscheduledSmCount = self.one_of(&[0, 0, 8]);
            }),
            "CUarrayMapInfo_v1" => structure!(CUarrayMapInfo {
                resource.array = self.handle(std::any::type_name::<CUarray_st>());
                memOperationType = self.below(3);
            }),
            _ => return None,
        })
    }

    /// Returns memory or a semaphore of another API.
    fn external_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1" => structure!(CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
                type_ = self.one_of(&[1]);
                handle.fd = self.descriptor();
                size = self.one_of(&[1 << 12, 1 << 16]);
                flags = self.below(8) / 7;
            }),
            "CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1" => structure!(CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
                offset = self.below(3) << 9;
                size = self.one_of(&[64, 1 << 12]);
            }),
            "CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1" => {
                structure!(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
                    offset = self.below(3) << 9;
                    arrayDesc.Width = self.below(17);
                    arrayDesc.Height = self.below(9);
                    arrayDesc.Depth = self.below(3);
                    arrayDesc.Format = self.one_of(&FORMATS);
                    arrayDesc.NumChannels = self.one_of(&[1, 2, 4]);
                    numLevels = self.below(3);
                })
            }
            "CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1" => {
                structure!(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {
                    type_ = self.one_of(&[1, 9]);
                    handle.fd = self.descriptor();
                    flags = self.below(8) / 7;
                })
            }
            "CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1" => {
                structure!(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS {
                    params.fence.value = self.below(4);
                })
            }
            _ => return None,
        })
    }

    /// Returns a copy.
    fn copy_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUmemcpyAttributes_v1" => structure!(CUmemcpyAttributes {
                srcAccessOrder = self.one_of(&[1, 2, 3]);
                srcLocHint.type_ = self.one_of(&[0, 1, 2]);
                dstLocHint.type_ = self.one_of(&[0, 1, 2]);
                flags = self.below(2);
            }),
            "CUDA_MEMCPY2D_v2" => {
                let (from, to) = (self.copied(), self.copied());
                structure!(CUDA_MEMCPY2D {
                    srcXInBytes = from.x;
                    srcY = from.y;
                    srcMemoryType = from.kind;
                    srcHost = from.host;
                    srcDevice = from.device;
                    srcArray = from.array;
                    srcPitch = from.pitch;
                    dstXInBytes = to.x;
                    dstY = to.y;
                    dstMemoryType = to.kind;
                    dstHost = to.host;
                    dstDevice = to.device;
                    dstArray = to.array;
                    dstPitch = to.pitch;
                    WidthInBytes = self.below(64);
                    Height = self.below(8);
                })
            }
            // The two differ in pointers that are null here.
            "CUDA_MEMCPY3D_v2" | "CUDA_MEMCPY3D_PEER_v1" => {
                let (from, to) = (self.copied(), self.copied());
                structure!(CUDA_MEMCPY3D {
                    srcXInBytes = from.x;
                    srcY = from.y;
                    srcZ = from.z;
                    srcMemoryType = from.kind;
                    srcHost = from.host;
                    srcDevice = from.device;
                    srcArray = from.array;
                    srcPitch = from.pitch;
                    srcHeight = from.height;
                    dstXInBytes = to.x;
                    dstY = to.y;
                    dstZ = to.z;
                    dstMemoryType = to.kind;
                    dstHost = to.host;
                    dstDevice = to.device;
                    dstArray = to.array;
                    dstPitch = to.pitch;
                    dstHeight = to.height;
                    WidthInBytes = self.below(64);
                    Height = self.below(8);
                    Depth = self.below(4);
                })
            }
            "CUDA_MEMCPY3D_BATCH_OP_v1" => {
                let (from, to) = (self.operand(), self.operand());
                let mut structure = MaybeUninit::<CUDA_MEMCPY3D_BATCH_OP>::zeroed();
                // SAFETY: zeros are a valid value of it.
                let operation = unsafe { structure.assume_init_mut() };
                (operation.src, operation.dst) = (from, to);
                put(&mut operation.extent.width, self.below(64));
                put(&mut operation.extent.height, self.below(8));
                put(&mut operation.extent.depth, self.below(3));
                put(&mut operation.srcAccessOrder, self.one_of(&[1, 2, 3]));
                bytes(&structure)
            }
            _ => return None,
        })
    }

    /// Returns what a texture or surface is of.
    fn texture_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUDA_RESOURCE_DESC_v1" => match self.below(5) {
                0 => structure!(CUDA_RESOURCE_DESC {
                    resType = 2;
                    res.linear.devPtr = self.device_memory("dst");
                    res.linear.format = self.one_of(&FORMATS);
                    res.linear.numChannels = self.one_of(&[1, 2, 4]);
                    res.linear.sizeInBytes = self.below(2000);
                }),
                1 => structure!(CUDA_RESOURCE_DESC {
                    resType = 3;
                    res.pitch2D.devPtr = self.device_memory("dst");
                    res.pitch2D.format = self.one_of(&FORMATS);
                    res.pitch2D.numChannels = self.one_of(&[1, 2, 4]);
                    res.pitch2D.width = self.below(20);
                    res.pitch2D.height = self.below(20);
                    res.pitch2D.pitchInBytes = self.below(8) * 32;
                }),
                2 => structure!(CUDA_RESOURCE_DESC {
                    resType = 1;
                    res.mipmap.hMipmappedArray = self.handle(std::any::type_name::<CUmipmappedArray_st>());
                }),
                _ => structure!(CUDA_RESOURCE_DESC {
                    resType = self.one_of(&[0]);
                    res.array.hArray = self.handle(std::any::type_name::<CUarray_st>());
                }),
            },
            "CUDA_TEXTURE_DESC_v1" => structure!(CUDA_TEXTURE_DESC {
                addressMode = self.below(4) | self.below(4) << 32;
                filterMode = self.below(2);
                flags = self.below(2) * self.below(8);
                maxAnisotropy = self.below(17);
            }),
            _ => return None,
        })
    }

    /// Returns a node of a graph, or an operation of a stream.
    fn node_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUstreamBatchMemOpParams_v1" => structure!(CUstreamBatchMemOpParams {
                // An operation that waits for a value might never end.
                writeValue.operation = [2, 5, 3, 6, 9][self.below(5) as usize];
                writeValue.address = self.device_memory("addr") & !7;
                writeValue.value = self.small();
                writeValue.flags = self.below(2);
            }),
            "CUDA_BATCH_MEM_OP_NODE_PARAMS_v1" | "CUDA_BATCH_MEM_OP_NODE_PARAMS_v2" => {
                let list = self.host();
                for at in 0..4 {
                    let one = self.structure("CUstreamBatchMemOpParams_v1")?;
                    // SAFETY: the piece was just allocated and is larger; the call that reads it comes later.
                    unsafe {
                        let to = (list as *mut u8).add(at * one.len());
                        std::ptr::copy_nonoverlapping(one.as_ptr(), to, one.len());
                    }
                }
                structure!(CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {
                    ctx = self.handle(std::any::type_name::<CUctx_st>());
                    count = self.below(4);
                    paramArray = list;
                })
            }
            "CUDA_KERNEL_NODE_PARAMS_v1" => {
                let mut node = self.kernel_node();
                node.truncate(size_of::<CUDA_KERNEL_NODE_PARAMS_v1>());
                node
            }
            "CUDA_KERNEL_NODE_PARAMS_v2" => self.kernel_node(),
            "CUDA_MEMSET_NODE_PARAMS_v1" | "CUDA_MEMSET_NODE_PARAMS_v2" => {
                let mut node = structure!(CUDA_MEMSET_NODE_PARAMS_v2 {
                    dst = self.device_memory("dst");
                    pitch = self.below(300);
                    value = self.small();
                    elementSize = self.one_of(&[1, 2, 4]);
                    width = self.below(64);
                    height = self.one_of(&[1]);
                    ctx = self.handle(std::any::type_name::<CUctx_st>());
                });
                if name.ends_with("v1") {
                    node.truncate(size_of::<CUDA_MEMSET_NODE_PARAMS_v1>());
                }
                node
            }
            "CUDA_MEM_ALLOC_NODE_PARAMS_v1" | "CUDA_MEM_ALLOC_NODE_PARAMS_v2" => {
                structure!(CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
                    poolProps.allocType = self.one_of(&[1]);
                    poolProps.location.type_ = self.one_of(&[1]);
                    bytesize = self.below(5000);
                })
            }
            "CUgraphNodeParams" => self.node(),
            _ => return None,
        })
    }

    /// Returns what a launch takes.
    fn launch_structure(&mut self, name: &str) -> Option<Vec<u8>> {
        Some(match name {
            "CUlaunchConfig" => {
                let attributes = self.host();
                structure!(CUlaunchConfig {
                    gridDimX = self.below(4);
                    gridDimY = 1;
                    gridDimZ = 1;
                    blockDimX = self.below(70);
                    blockDimY = 1;
                    blockDimZ = 1;
                    hStream = self.handle(std::any::type_name::<CUstream_st>());
                    attrs = attributes;
                    numAttrs = self.below(2);
                })
            }
            "CUlaunchAttribute" => structure!(CUlaunchAttribute {
                id = self.below(20);
                value.cooperative = self.below(3);
            }),
            _ => return None,
        })
    }
}
