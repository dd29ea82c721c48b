//! Records and their fields.

use bytemuck::{Pod, Zeroable};
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::{Array1, Ix0, Ix1, Order, s};
use cuda_ndarray::{
    DeviceArray, Dtype, DtypeInfo, Error, Layout, MakeArrays, RecordField, field, record_dtype,
};

use crate::device::on_every_driver;

#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
struct Particle {
    position: [f32; 3],
    mass: f32,
    id: u64,
}

// SAFETY: 24 bytes of numbers, without a gap.
unsafe impl Zeroable for Particle {}
// SAFETY: as above.
unsafe impl Pod for Particle {}

record_dtype!(Particle { position: [f32; 3], mass: f32, id: u64 });

#[derive(Debug, Clone, Copy)]
#[repr(C, packed)]
struct PackedRecord {
    tag: u8,
    value: u32,
}

// SAFETY: 5 bytes of numbers, without a gap.
unsafe impl Zeroable for PackedRecord {}
// SAFETY: as above.
unsafe impl Pod for PackedRecord {}

/// The fields are listed in reverse order, and not all of them.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Backwards {
    x: f32,
    y: f32,
    z: f32,
}

// SAFETY: 12 bytes of numbers, without a gap.
unsafe impl Zeroable for Backwards {}
// SAFETY: as above.
unsafe impl Pod for Backwards {}

record_dtype!(Backwards { z: f32, y: f32 });

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Pair {
    of: [Backwards; 2],
    id: u32,
}

// SAFETY: 28 bytes of numbers, without a gap.
unsafe impl Zeroable for Pair {}
// SAFETY: as above.
unsafe impl Pod for Pair {}

record_dtype!(Pair { of: [Backwards; 2], id: u32 });

fn particles() -> Array1<Particle> {
    (0..10)
        .map(|i| Particle { position: [i as f32; 3], mass: 0.5 * i as f32, id: 100 + i })
        .collect()
}

on_every_driver! {
    fn a_field_of_a_record_is_a_strided_view(device) {
        let host = particles();
        let mut array = device.stream.to_device(&host).unwrap();
        let masses = array.field(field!(Particle, mass)).unwrap();
        assert_eq!((masses.shape(), masses.strides()), (&[10][..], &[6][..]));
        assert_eq!(masses.device_pointer(), array.device_pointer() + 12);
        assert_eq!(masses.to_host().unwrap(), host.mapv(|value| value.mass));
        let ids = array.field(field!(Particle, id)).unwrap();
        assert_eq!(ids.slice(s![..;-2]).unwrap().to_host().unwrap(), host.slice(s![..;-2]).mapv(|record| record.id));
        array.field_mut(field!(Particle, mass)).unwrap().fill(9.0).unwrap();
        let positions = Array1::from_elem(10, [1.0f32, 2.0, 3.0]);
        array.field_mut(field!(Particle, position)).unwrap().assign(&positions).unwrap();
        let back = array.to_host().unwrap();
        let expected = host.mapv(|value| Particle { mass: 9.0, position: [1.0, 2.0, 3.0], ..value });
        assert_eq!(back, expected);
        let reversed = array.slice(s![..;-1]).unwrap();
        assert_eq!(reversed.field(field!(Particle, id)).unwrap().get(0).unwrap(), 109);
    }

    fn a_record_without_axes_is_a_scalar(device) {
        let array = device.stream.from_elem::<Particle, Ix0>((), particles()[3]).unwrap();
        assert_eq!(array.get(()).unwrap(), particles()[3]);
        assert_eq!(array.field(field!(Particle, id)).unwrap().get(()).unwrap(), 103);
    }

    fn unaligned_fields_of_packed_records_are_rejected(device) {
        let array = device.stream.zeros::<PackedRecord, Ix1>(4).unwrap();
        let error = array.field(field!(PackedRecord, value)).unwrap_err();
        assert!(matches!(error, Error::Stride { bytes: 5, size: 4, .. }), "{error}");
        assert_eq!(array.field(field!(PackedRecord, tag)).unwrap().strides(), [5]);
    }

    fn a_field_of_a_single_record_needs_no_stride(device) {
        let array = device.stream.upload(&[1u16, 2, 3]).unwrap();
        let layout = Layout::<Ix1>::contiguous(Ix1(3), Order::C).unwrap();
        let array = DeviceArray::from_buffer(array, layout).unwrap();
        let record = array.cast::<[u16; 3]>().unwrap();
        let pair: RecordField<[u16; 3], [u16; 2]> = RecordField::new(2, |words| [words[1], words[2]]);
        assert_eq!(record.field(pair).unwrap().to_host().unwrap().to_vec(), [[2, 3]]);
    }

    fn a_descr_lists_fields_in_memory_order(device) {
        let array = device.stream.zeros::<Backwards, Ix1>(3).unwrap();
        let interface = array.cuda_array_interface();
        let text = interface.to_string();
        assert!(text.contains("'descr': [('', '|V4'), ('y', '<f4'), ('z', '<f4')]"), "{text}");
        // SAFETY: this thread alone uses the array.
        let back = unsafe { interface.into_shared::<Backwards, Ix1>(array, &device.stream) };
        assert_eq!(back.unwrap().len(), 3);
    }

    fn a_field_may_be_a_record(device) {
        let array = device.stream.zeros::<Pair, Ix1>(3).unwrap();
        let interface = array.cuda_array_interface();
        let text = interface.to_string();
        let descr = "'descr': [('of', [('', '|V4'), ('y', '<f4'), ('z', '<f4')], (2,)), ('id', '<u4')]";
        assert!(text.contains(descr), "{text}");
        let read = CudaArrayInterface::parse(&text).unwrap();
        assert_eq!(read, interface);
        // SAFETY: this thread alone uses the array.
        let back = unsafe { read.into_shared::<Pair, Ix1>(array, &device.stream) }.unwrap();
        let ids = back.field(field!(Pair, id)).unwrap();
        assert_eq!(ids.strides(), [7]);
    }

    fn fields_are_compared_where_both_sides_name_them(device) {
        let pairs = || device.stream.zeros::<Pair, Ix1>(3).unwrap();
        let numbers = device.stream.zeros::<f32, Ix1>(3).unwrap();
        let other = device.stream.zeros::<Backwards, Ix1>(3).unwrap().cuda_array_interface().descr;
        for (descr, is_fine) in [(None, true), (pairs().cuda_array_interface().descr, true), (other.clone(), false)] {
            let array = pairs();
            let mut interface = array.cuda_array_interface();
            interface.descr = descr;
            // SAFETY: this thread alone uses the array.
            let back = unsafe { interface.into_shared::<Pair, Ix1>(array, &device.stream) };
            assert_eq!(back.is_ok(), is_fine);
        }
        // A number has no fields; its name says all.
        let mut interface = numbers.cuda_array_interface();
        interface.descr = other;
        // SAFETY: as above.
        let back = unsafe { interface.into_shared::<f32, Ix1>(numbers, &device.stream) };
        assert_eq!(back.unwrap().len(), 3);
    }

    fn a_record_has_a_descr_but_no_dlpack_tensor(device) {
        let array = device.stream.to_device(&particles()).unwrap();
        let text = array.cuda_array_interface().to_string();
        let descr = "'typestr': '|V24', 'descr': [('position', '<f4', (3,)), ('mass', '<f4'), ('id', '<u8')]";
        assert!(text.contains(descr), "{text}");
        assert!(matches!(Particle::dtype(), DtypeInfo::Record { size: 24, .. }));
        let options = cuda_ndarray::dlpack::ExportOptions::new(cuda_ndarray::dlpack::ConsumerStream::Unordered);
        // SAFETY: no stream is ordered.
        let error = unsafe { array.into_dlpack(options) }.unwrap_err();
        assert!(error.to_string().contains("|V24 have no name in DLPack"), "{error}");
    }
}
