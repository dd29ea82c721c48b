//! One, two, four and eight ranks: each on a thread, or all in a clique.

use cuda_driver::DeviceBuffer;
use nccl::{Config, Reduce};

use crate::{enough, stand_in, together, values};

const SIZES: [usize; 4] = [1, 2, 4, 8];

/// What rank `rank` brings to the operations that take a part for each rank: `10 * rank + part`.
fn parts(rank: usize, nranks: usize) -> Vec<u32> {
    (0..nranks as u32).map(|part| 10 * rank as u32 + part).collect()
}

/// The sum of all ranks' parts of a number.
fn sum(part: usize, nranks: usize) -> u32 {
    (0..nranks).map(|rank| (10 * rank + part) as u32).sum()
}

#[test]
fn any_number_of_threads_can_communicate() {
    for nranks in SIZES {
        together(nranks, &Config::new(), |comm, stream| {
            let (rank, next) = (comm.rank(), (comm.rank() + 1) % nranks);
            let previous = (rank + nranks - 1) % nranks;
            let x = stream.upload(&parts(rank, nranks)).unwrap();
            let mut y = stream.upload(&vec![0_u32; nranks]).unwrap();
            let mut one = stream.upload(&[0_u32]).unwrap();
            // SAFETY: all ranks do this.
            unsafe { comm.all_reduce(&stream, &x, &mut y, Reduce::Sum) }.unwrap();
            let sums: Vec<u32> = (0..nranks).map(|part| sum(part, nranks)).collect();
            assert_eq!(values(&comm, &stream, &y), sums);
            // SAFETY: as above.
            unsafe { comm.reduce_scatter(&stream, &x, &mut one, Reduce::Sum) }.unwrap();
            assert_eq!(values(&comm, &stream, &one), [sum(rank, nranks)]);
            // SAFETY: as above.
            unsafe { comm.all_gather(&stream, &one, &mut y) }.unwrap();
            assert_eq!(values(&comm, &stream, &y), sums);
            // SAFETY: as above.
            unsafe { comm.all_to_all(&stream, &x, &mut y) }.unwrap();
            let sent: Vec<u32> = (0..nranks).map(|from| (10 * from + rank) as u32).collect();
            assert_eq!(values(&comm, &stream, &y), sent);
            let mut group = comm.nccl().group();
            group.send(&comm, &stream, &x, next).unwrap();
            group.recv(&comm, &stream, &mut y, previous).unwrap();
            // SAFETY: as above.
            unsafe { group.launch() }.unwrap();
            assert_eq!(values(&comm, &stream, &y), parts(previous, nranks));
            // SAFETY: as above.
            let half = unsafe { comm.split(Some(rank as u32 % 2), 0) }.unwrap().unwrap();
            assert_eq!((half.rank(), half.nranks()), (rank / 2, (nranks + 1 - rank % 2) / 2));
            half.destroy().unwrap();
            comm.destroy().unwrap();
        });
    }
}

#[test]
fn any_number_of_devices_can_form_a_clique() {
    for nranks in SIZES {
        let Some(contexts) = enough(nranks) else {
            continue;
        };
        let _watchdog = stand_in::Watchdog::new();
        let clique = stand_in::nccl().clique(&contexts).unwrap();
        let streams: Vec<_> = contexts.iter().map(|context| context.stream().unwrap()).collect();
        let numbered = streams.iter().enumerate();
        let upload =
            |(rank, stream): (usize, &cuda_driver::Stream)| stream.upload(&parts(rank, nranks));
        let sent: Vec<DeviceBuffer<u32>> =
            numbered.map(|elements| upload(elements).unwrap()).collect();
        let mut received: Vec<_> =
            streams.iter().map(|stream| stream.upload(&vec![0_u32; nranks]).unwrap()).collect();
        let x: Vec<_> = sent.iter().map(|buffer| buffer.as_slice()).collect();
        let mut y: Vec<_> = received.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
        clique.all_to_all(&x, &mut y).unwrap();
        clique.all_reduce(&mut y, Reduce::Max).unwrap();
        clique.wait(&streams).unwrap();
        let last = nranks as u32 - 1;
        for buffer in &received {
            // The data that all ranks sent to the last one.
            let largest: Vec<u32> = (0..nranks as u32).map(|from| 10 * from + last).collect();
            assert_eq!(buffer.to_vec().unwrap(), largest);
        }
        clique.destroy().unwrap();
    }
}
