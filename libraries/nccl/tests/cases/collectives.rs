use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_rust::cases::Outcome;
use half::{bf16, f16};
use nccl::{Clique, Communicator, Config, Error, Reduce};
use serde_json::Value;

use crate::stand_in;
use crate::values::{CaseElement, list};

/// A parsed case.
struct Case<'a, T> {
    op: &'a str,
    nranks: usize,
    count: usize,
    send: Vec<Vec<T>>,
    expect: Vec<Option<Vec<T>>>,
    reduce: Option<Reduce>,
    root: Option<usize>,
    scalar: Option<T>,
}

const KEYS: [&str; 12] = [
    "name", "tier", "op", "nranks", "dtype", "count", "send", "expect", "reduce", "root", "scalar",
    "note",
];

type CaseResult = Result<(), Outcome>;

pub fn run(case: &Value) -> Outcome {
    for key in case.as_object().into_iter().flat_map(|object| object.keys()) {
        if !KEYS.contains(&key.as_str()) {
            return Outcome::Failed(format!("unknown key {key}"));
        }
    }
    let ran = match case["dtype"].as_str() {
        Some("int8") => with::<i8>(case),
        Some("uint8") => with::<u8>(case),
        Some("int32") => with::<i32>(case),
        Some("uint32") => with::<u32>(case),
        Some("int64") => with::<i64>(case),
        Some("uint64") => with::<u64>(case),
        Some("float16") => with::<f16>(case),
        Some("bfloat16") => with::<bf16>(case),
        Some("float32") => with::<f32>(case),
        Some("float64") => with::<f64>(case),
        _ => Err(Outcome::Failed(format!("unknown type {}", case["dtype"]))),
    };
    ran.err().unwrap_or(Outcome::Passed)
}

fn failed(text: impl std::fmt::Display) -> Outcome {
    Outcome::Failed(text.to_string())
}

fn whole(value: &Value, key: &str) -> Result<usize, Outcome> {
    let number = value[key].as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| failed(format!("{key} is {}", value[key])))
}

fn with<T: CaseElement>(value: &Value) -> CaseResult {
    let lists = |key: &str| value[key].as_array().ok_or_else(|| failed(format!("no {key}")));
    let reduce = match value["reduce"].as_str() {
        None => None,
        Some("sum") => Some(Reduce::Sum),
        Some("prod") => Some(Reduce::Prod),
        Some("max") => Some(Reduce::Max),
        Some("min") => Some(Reduce::Min),
        Some("avg") => Some(Reduce::Avg),
        Some(other) => return Err(failed(format!("unknown reduction {other}"))),
    };
    let case = Case::<T> {
        op: value["op"].as_str().unwrap_or_default(),
        nranks: whole(value, "nranks")?,
        count: whole(value, "count")?,
        send: lists("send")?.iter().map(list).collect::<Result<_, _>>()?,
        expect: lists("expect")?
            .iter()
            .map(|elements| (!elements.is_null()).then(|| list(elements)).transpose())
            .collect::<Result<_, _>>()?,
        reduce,
        root: value.get("root").map(|_| whole(value, "root")).transpose()?,
        scalar: T::read(&value["scalar"]),
    };
    let contexts = stand_in::contexts(case.nranks);
    if contexts.len() < case.nranks {
        let text = format!("{} devices for {} ranks", contexts.len(), case.nranks);
        cuda_rust::skip(format!("{} needs more: {text}", value["name"]));
        return Ok(());
    }
    by_rank(&case, &contexts, stand_in::nccl(), "a communicator each")?;
    if !stand_in::is_real() {
        by_rank(
            &case,
            &contexts,
            stand_in::stand_in(stand_in::OLD),
            "a communicator each of an old release",
        )?;
    }
    by_clique(&case, &contexts)
}

fn compare<T: CaseElement>(
    case: &Case<'_, T>,
    rank: usize,
    got: Option<Vec<T>>,
    way: &str,
) -> CaseResult {
    let expected = case.expect.get(rank).ok_or_else(|| failed("too few lists in expect"))?;
    let same = match (&got, expected) {
        (None, None) => true,
        (Some(got), Some(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(a, b)| a.same(*b))
        }
        _ => false,
    };
    if same {
        Ok(())
    } else {
        Err(failed(format!("rank {rank}, {way}: got {got:?}, expected {expected:?}")))
    }
}

/// The result of an operation for a rank: its buffer, if it has one; or `None` if the operation isn't available in this
/// way.
type RankResult<T> = Result<Option<Option<Vec<T>>>, Box<dyn std::error::Error + Send + Sync>>;

/// Runs each rank on its own thread, with a unique id: blocking, with a deadline, and in place.
fn by_rank<T: CaseElement>(
    case: &Case<'_, T>,
    contexts: &[Context],
    nccl: nccl::Nccl,
    way: &str,
) -> CaseResult {
    for in_place in [false, true] {
        for deadline in [false, true] {
            let id = nccl.unique_id().map_err(failed)?;
            let results = stand_in::on_ranks(contexts, |rank, context| -> RankResult<T> {
                let config = if deadline {
                    Config::new().deadline(std::time::Duration::from_secs(30))
                } else {
                    Config::new()
                };
                // SAFETY: each rank is created once.
                let comm =
                    unsafe { nccl.communicator_with(context, &id, case.nranks, rank, &config) }?;
                let stream = context.stream()?;
                let given = rank_of(case, &comm, &stream, in_place)?;
                comm.destroy()?;
                Ok(given)
            });
            for (rank, result) in results.into_iter().enumerate() {
                let way = format!("{way}, in place: {in_place}, deadline: {deadline}");
                let given =
                    result.map_err(|error| failed(format!("rank {rank}, {way}: {error}")))?;
                if let Some(got) = given {
                    compare(case, rank, got, &way)?;
                }
            }
        }
    }
    Ok(())
}

#[expect(clippy::too_many_lines, reason = "a row for each operation")]
fn rank_of<T: CaseElement>(
    case: &Case<'_, T>,
    comm: &Communicator,
    stream: &Stream,
    in_place: bool,
) -> RankResult<T> {
    let (rank, nranks, count) = (comm.rank(), comm.nranks(), case.count);
    let root = case.root.unwrap_or(0);
    let mine = &case.send[rank];
    let down = |buffer: &DeviceBuffer<T>| -> RankResult<T> {
        comm.wait(stream)?;
        let mut values = vec![T::zeroed(); buffer.len()];
        stream.download(buffer, &mut values)?;
        Ok(Some(Some(values)))
    };
    let room = |len: usize| stream.upload(&vec![T::zeroed(); len]);
    let operator = case.reduce.unwrap_or(Reduce::Sum);
    // SAFETY: all ranks run the same case.
    unsafe {
        match (case.op, in_place) {
            ("all_reduce", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                comm.all_reduce(stream, &x, &mut y, operator)?;
                down(&y)
            }
            ("all_reduce", true) => {
                let mut y = stream.upload(mine)?;
                comm.all_reduce_in_place(stream, &mut y, operator)?;
                down(&y)
            }
            ("all_reduce_premul", in_place) => {
                let scaled = comm.pre_mul_sum(case.scalar.ok_or("no scalar")?)?;
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                if in_place {
                    stream.copy(&x, &mut y)?;
                    comm.all_reduce_in_place(stream, &mut y, &scaled)?;
                } else {
                    comm.all_reduce(stream, &x, &mut y, &scaled)?
                }
                down(&y)
            }
            ("reduce", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                let receiver = (rank == root).then(|| y.as_slice_mut());
                comm.reduce(stream, &x, receiver, operator, root)?;
                if rank == root { down(&y) } else { Ok(Some(None)) }
            }
            ("reduce", true) => {
                let mut y = stream.upload(mine)?;
                comm.reduce_in_place(stream, &mut y, operator, root)?;
                if rank == root { down(&y) } else { Ok(Some(None)) }
            }
            ("broadcast", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                comm.broadcast_from(stream, (rank == root).then(|| x.as_slice()), &mut y, root)?;
                down(&y)
            }
            ("broadcast", true) => {
                let mut y = stream.upload(mine)?;
                comm.broadcast(stream, &mut y, root)?;
                down(&y)
            }
            ("all_gather", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count * nranks)?);
                comm.all_gather(stream, &x, &mut y)?;
                down(&y)
            }
            ("all_gather", true) => {
                let mut y = placed(stream, mine, comm.part(count * nranks)?, count * nranks)?;
                comm.all_gather_in_place(stream, &mut y)?;
                down(&y)
            }
            ("reduce_scatter", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                comm.reduce_scatter(stream, &x, &mut y, operator)?;
                down(&y)
            }
            ("reduce_scatter", true) => {
                let mut x = stream.upload(mine)?;
                comm.reduce_scatter_in_place(stream, &mut x, operator)?;
                comm.wait(stream)?;
                let mut values = vec![T::zeroed(); count];
                stream.download(x.slice(comm.part(x.len())?)?, &mut values)?;
                Ok(Some(Some(values)))
            }
            ("alltoall", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count * nranks)?);
                comm.all_to_all(stream, &x, &mut y)?;
                down(&y)
            }
            ("gather", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count * nranks)?);
                let receiver = (rank == root).then(|| y.as_slice_mut());
                comm.gather(stream, &x, receiver, root)?;
                if rank == root { down(&y) } else { Ok(Some(None)) }
            }
            ("scatter", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                comm.scatter(stream, (rank == root).then(|| x.as_slice()), &mut y, root)?;
                down(&y)
            }
            ("ring", false) => {
                let (x, mut y) = (stream.upload(mine)?, room(count)?);
                let mut group = comm.nccl().group();
                group.send(comm, stream, &x, (rank + 1) % nranks)?;
                group.recv(comm, stream, &mut y, (rank + nranks - 1) % nranks)?;
                group.launch()?;
                down(&y)
            }
            ("split_all_reduce" | "split_all_gather", in_place) => {
                let child = comm.split(Some(rank as u32 % 2), -(rank as i32))?.ok_or("no child")?;
                let op = case.op.trim_start_matches("split_");
                let inner = Case {
                    op,
                    nranks: child.nranks(),
                    count,
                    // The child's rank has this one's input.
                    send: vec![mine.clone(); child.nranks()],
                    expect: Vec::new(),
                    reduce: case.reduce,
                    root: None,
                    scalar: None,
                };
                let given = rank_of(&inner, &child, stream, in_place);
                child.destroy()?;
                given
            }
            ("alltoall" | "gather" | "scatter" | "ring", true) => Ok(None),
            (other, _) => Err(format!("unknown operation {other}").into()),
        }
    }
}

/// A buffer of `len` elements with `values` at `range`.
fn placed<T: CaseElement>(
    stream: &Stream,
    values: &[T],
    range: std::ops::Range<usize>,
    len: usize,
) -> Result<DeviceBuffer<T>, Box<dyn std::error::Error + Send + Sync>> {
    let mut all = vec![T::zeroed(); len];
    all[range].copy_from_slice(values);
    Ok(stream.upload(&all)?)
}

/// Returns all ranks on this thread.
fn by_clique<T: CaseElement>(case: &Case<'_, T>, contexts: &[Context]) -> CaseResult {
    let given = clique_of(case, contexts).map_err(|error| failed(format!("a clique: {error}")))?;
    for (rank, got) in given.into_iter().flatten().enumerate() {
        compare(case, rank, got, "a clique")?;
    }
    Ok(())
}

/// The final buffer of each rank, if it has one.
type OfEachRank<T> = Vec<Option<Vec<T>>>;
type Buffers<T> = Vec<DeviceBuffer<T>>;

fn clique_of<T: CaseElement>(
    case: &Case<'_, T>,
    contexts: &[Context],
) -> Result<Option<OfEachRank<T>>, Box<dyn std::error::Error + Send + Sync>> {
    let clique: Clique = stand_in::nccl().clique(contexts)?;
    let (nranks, count, root) = (case.nranks, case.count, case.root.unwrap_or(0));
    let streams = contexts.iter().map(|context| context.stream()).collect::<Result<Vec<_>, _>>()?;
    let brought = streams.iter().zip(&case.send).map(|(stream, values)| stream.upload(values));
    let mut brought: Buffers<T> = brought.collect::<Result<_, _>>()?;
    let receivers = |len: usize| -> Result<Buffers<T>, _> {
        let zeros = vec![T::zeroed(); len];
        streams.iter().map(|stream| stream.upload(&zeros)).collect()
    };
    let operator = case.reduce.unwrap_or(Reduce::Sum);
    let mut only_root = false;
    let received = match case.op {
        "all_reduce" => {
            let mut y: Vec<_> = brought.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
            clique.all_reduce(&mut y, operator)?;
            brought
        }
        "reduce" => {
            only_root = true;
            let mut y: Vec<_> = brought.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
            clique.reduce(&mut y, operator, root)?;
            brought
        }
        "broadcast" => {
            let mut y: Vec<_> = brought.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
            clique.broadcast(&mut y, root)?;
            brought
        }
        "all_gather" | "alltoall" | "reduce_scatter" | "scatter" | "gather" => {
            let len = match case.op {
                "reduce_scatter" | "scatter" => count,
                _ => count * nranks,
            };
            let mut received = receivers(len)?;
            let x: Vec<_> = brought.iter().map(|buffer| buffer.as_slice()).collect();
            let mut y: Vec<_> = received.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
            match case.op {
                "all_gather" => clique.all_gather(&x, &mut y)?,
                "alltoall" => clique.all_to_all(&x, &mut y)?,
                "reduce_scatter" => clique.reduce_scatter(&x, &mut y, operator)?,
                "scatter" => clique.scatter(x[root], &mut y, root)?,
                _ => {
                    only_root = true;
                    clique.gather(&x, y.swap_remove(root), root)?;
                }
            }
            received
        }
        "ring" => {
            let mut received = receivers(count)?;
            let mut group = stand_in::nccl().group();
            // SAFETY: the clique is waited for, not a rank.
            let ranks = unsafe { clique.ranks() }
                .iter()
                .zip(&streams)
                .zip(brought.iter().zip(&mut received));
            for ((comm, stream), (x, y)) in ranks {
                group.send(comm, stream, x, (comm.rank() + 1) % nranks)?;
                group.recv(comm, stream, y, (comm.rank() + nranks - 1) % nranks)?;
            }
            // SAFETY: every rank is here, and each send has a receive of the same length.
            unsafe { group.launch() }?;
            received
        }
        _ => {
            clique.destroy()?;
            return Ok(None);
        }
    };
    clique.wait(&streams)?;
    let download = |(rank, buffer): (usize, &DeviceBuffer<T>)| -> Result<_, Error> {
        if only_root && rank != root {
            return Ok(None);
        }
        let mut values = vec![T::zeroed(); buffer.len()];
        streams[rank].download(buffer, &mut values)?;
        Ok(Some(values))
    };
    let given = received.iter().enumerate().map(download).collect::<Result<_, _>>()?;
    clique.destroy()?;
    Ok(Some(given))
}
