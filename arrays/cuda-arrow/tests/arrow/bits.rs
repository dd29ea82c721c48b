//! Counts and copies of bits at any offset.

use cuda_arrow::arrow_array::{Array, BooleanArray};
use cuda_arrow::arrow_buffer::{BooleanBuffer, NullBuffer};
use cuda_arrow::arrow_schema::DataType;
use cuda_arrow::{ArrayParts, DeviceArray, MemoryManager};

use crate::device::on_every_driver;

/// The number of bits that a block copies.
const CHUNK: usize = 16384 * 8;

on_every_driver! {
    fn bits_are_counted_and_copied_from_every_offset(device) {
        let manager = MemoryManager::new(&device.stream);
        let mut random = fastrand::Rng::with_seed(14);
        let bytes: Vec<u8> = (0..3 * CHUNK / 8).map(|_| random.u8(..)).collect();
        let there = manager.copy_from_host(&bytes).unwrap();
        let mut places: Vec<(usize, usize, usize)> = Vec::new();
        for byte in 0..17 {
            for bit in [0, 1, 7, 13] {
                places.push((byte, bit, random.usize(0..700)));
            }
        }
        for len in [1, 7, 8, 127, 128, 129, 255, 256, 257, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 77] {
            places.push((random.usize(0..40), random.usize(0..130), len));
            places.push((0, 0, len));
            places.push((16, 1, len));
        }
        for (byte, bit, len) in places {
            // The memory ends with the byte of the last bit.
            let end = byte + (bit + len).div_ceil(8);
            let buffer = there.slice(byte..end).unwrap();
            let bits = BooleanBuffer::new(bytes[byte..end].to_vec().into(), bit, len);
            let host = BooleanArray::new(bits.clone(), Some(NullBuffer::new(bits)));
            let array = DeviceArray::try_new(ArrayParts {
                data_type: DataType::Boolean,
                len,
                offset: bit,
                null_count: None,
                nulls: Some(buffer.clone()),
                buffers: vec![buffer],
                children: Vec::new(),
                dictionary: None,
            })
            .unwrap();
            let at = format!("{len} bits from bit {bit} of byte {byte} on");
            assert_eq!(array.null_count().unwrap(), host.null_count(), "{at}");
            assert_eq!(array.to_host().unwrap().to_data(), host.to_data(), "{at}");
        }
    }
}
