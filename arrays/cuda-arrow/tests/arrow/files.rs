//! Device memory as a file.

use std::io::{BufRead, ErrorKind, Read, Seek, SeekFrom, Write};

use cuda_arrow::{DeviceReader, DeviceWriter, Error, MemoryManager, OutOfRange};
use cuda_driver::driver::Symbol;

use crate::device::on_every_driver;
use crate::instrumented;

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 7 % 251) as u8).collect()
}

fn cause(error: &std::io::Error) -> &Error {
    error.get_ref().unwrap().downcast_ref().unwrap()
}

on_every_driver! {
    fn a_reader_stops_at_the_end(device) {
        let (instrument, manager) = instrumented(device);
        let data = bytes(200_000);
        let mut reader = DeviceReader::new(manager.copy_from_host(&data).unwrap());
        let mut small = [0; 100];
        instrument.reset();
        for _ in 0..600 {
            reader.read_exact(&mut small).unwrap();
        }
        assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 1);
        assert_eq!((&small[..], reader.position()), (&data[59_900..60_000], 60_000));
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, data[60_000..]);
        assert_eq!(reader.read(&mut small).unwrap(), 0);
        assert!(reader.read_slice(10).is_empty());

        assert_eq!(reader.seek(SeekFrom::Start(199_990)).unwrap(), 199_990);
        assert_eq!(reader.read(&mut small).unwrap(), 10);
        assert_eq!(reader.seek(SeekFrom::End(-20)).unwrap(), 199_980);
        instrument.reset();
        let slice = reader.read_slice(15);
        assert_eq!((slice.len(), reader.position(), instrument.all_calls()), (15, 199_995, 0));
        assert!(slice.same_allocation(reader.buffer()));
        let error = reader.read_slice_exact(6).unwrap_err();
        assert!(error.to_string().starts_with("Cuda buffer too short: 6 bytes from 199995 on were requested, and there are 5"), "{error}");
        assert_eq!(reader.read_slice(100).len(), 5);
        assert_eq!(reader.seek(SeekFrom::Start(200_000)).unwrap(), 200_000);
        for beyond in [SeekFrom::Start(200_001), SeekFrom::End(1), SeekFrom::Current(1), SeekFrom::Current(-200_001), SeekFrom::Start(u64::MAX)] {
            let error = reader.seek(beyond).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput);
            assert!(matches!(cause(&error), Error::OutOfRange { operation: OutOfRange::Seek, .. }));
            assert!(error.to_string().starts_with("Seek out of bounds"), "{error}");
        }
        // Reads that are larger than the window bypass it.
        reader.rewind().unwrap();
        let mut large = vec![0; 150_000];
        instrument.reset();
        reader.read_exact(&mut large).unwrap();
        assert_eq!((instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), &large[..]), (1, &data[..150_000]));
        let mut lines = DeviceReader::with_window(manager.copy_from_host(b"a\nbc\n\nd").unwrap(), 2);
        let text: Vec<String> = lines.by_ref().lines().map(Result::unwrap).collect();
        assert_eq!(text, ["a", "bc", "", "d"]);
    }

    fn a_write_past_the_end_writes_nothing(device) {
        let manager = MemoryManager::new(&device.stream);
        for window in [0, 4, 10, 1000] {
            let mut buffer = manager.allocate(12).unwrap();
            buffer.upload_into(0, &[9; 12]).unwrap();
            let mut writer = DeviceWriter::new(buffer, window);
            writer.write_all(&[1; 10]).unwrap();
            let error = writer.write(&[2, 3, 4]).unwrap_err();
            let Error::OutOfRange { operation: range, start, len, available } = cause(&error) else { panic!("{error}") };
            assert_eq!((*range, *start, *len, *available), (OutOfRange::Write, 10, 3, 2));
            assert!(error.to_string().starts_with("Copy would overflow buffer"), "{error}");
            assert_eq!(writer.position(), 10);
            writer.write_at(11, &[1, 2]).unwrap_err();
            writer.write_at(13, &[]).unwrap_err();
            writer.write_at(usize::MAX, &[1]).unwrap_err();
            writer.write_all(&[5]).unwrap();
            let buffer = writer.finish().unwrap();
            assert_eq!(buffer.to_host().unwrap().as_slice(), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 9]);
        }
    }

    fn writing_at_another_position_flushes_first(device) {
        let manager = MemoryManager::new(&device.stream);
        let mut buffer = manager.allocate(20).unwrap();
        buffer.upload_into(0, &[0; 20]).unwrap();
        let mut writer = DeviceWriter::new(buffer, 8);
        writer.write_all(&[1, 2, 3]).unwrap();
        assert_eq!((writer.num_bytes_buffered(), writer.buffer_size()), (3, 8));
        writer.write_at(10, &[4, 5]).unwrap();
        assert_eq!((writer.num_bytes_buffered(), writer.position()), (2, 12));
        writer.write_all(&[6]).unwrap();
        assert_eq!(writer.seek(SeekFrom::Start(18)).unwrap(), 18);
        assert_eq!(writer.num_bytes_buffered(), 0);
        writer.write_all(&[7, 8]).unwrap();
        assert_eq!(writer.seek(SeekFrom::Start(20)).unwrap(), 20);
        writer.seek(SeekFrom::Start(21)).unwrap_err();
        writer.seek(SeekFrom::Start(5)).unwrap();
        writer.write_all(&[9]).unwrap();
        writer.set_buffer_size(2).unwrap();
        assert_eq!((writer.num_bytes_buffered(), writer.buffer_size()), (0, 2));
        writer.write_all(&[10, 11, 12]).unwrap();
        let host = writer.finish().unwrap().to_host().unwrap();
        assert_eq!(host.as_slice(), [1, 2, 3, 0, 0, 9, 10, 11, 12, 0, 4, 5, 6, 0, 0, 0, 0, 0, 7, 8]);
    }

    fn writes_of_any_size_keep_their_order(device) {
        let manager = MemoryManager::new(&device.stream);
        let mut random = fastrand::Rng::with_seed(3);
        let data = bytes(50_000);
        for window in [0, 1, 100, 4096] {
            let mut writer = DeviceWriter::new(manager.allocate(data.len()).unwrap(), window);
            let mut rest = &data[..];
            while !rest.is_empty() {
                let (part, behind) = rest.split_at(random.usize(..=rest.len().min(300)));
                assert_eq!(writer.write(part).unwrap(), part.len());
                rest = behind;
                if random.u8(..20) == 0 {
                    writer.flush().unwrap();
                }
            }
            assert_eq!(writer.finish().unwrap().to_host().unwrap().as_slice(), &data[..], "{window}");
        }
    }
}
