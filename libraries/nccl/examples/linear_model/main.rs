//! Trains a linear model on several GPUs, with a process for each: `cargo run --release --example linear_model -- --gpus 2`.
//!
//! Without a launcher the program starts the other processes itself. Under torchrun, Slurm or `mpirun` each process is one
//! rank, and NCCL_ADDRESS is the address at which rank 0 listens.

mod model;

use std::env;
use std::net::TcpListener;
use std::process::{Child, Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use cuda_driver::Driver;
use nccl::rendezvous::Ranks;
use nccl::{Config, Nccl};

use model::{BoxResult, Model, TrainedModel, truth};

#[derive(Parser)]
#[command(
    name = "linear_model",
    about = "Trains a linear model on several GPUs",
    max_term_width = 80
)]
struct Arguments {
    /// Number of GPUs, and so of processes, without a launcher [default: all]
    #[arg(long)]
    gpus: Option<usize>,
    /// Samples per GPU
    #[arg(long, default_value_t = 1 << 20, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    samples: usize,
    /// Features per sample
    #[arg(long, default_value_t = 256, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=65536))]
    features: usize,
    /// Steps of gradient descent
    #[arg(long, default_value_t = 100)]
    steps: usize,
    /// Also writes the speed as a line of JSON
    #[arg(long)]
    line: bool,
}

const ADDRESS: &str = "NCCL_ADDRESS";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match Ranks::from_environment() {
        Ok(ranks) => rank(&arguments, &ranks),
        Err(_) => processes(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Starts a process for each GPU, and waits for them. If one fails, the others are ended.
fn processes(arguments: &Arguments) -> BoxResult<()> {
    let count = match arguments.gpus {
        Some(count) => count,
        None => Driver::load()?.devices()?.len(),
    };
    // A free port, which all of them are passed.
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let program = env::current_exe()?;
    let mut running: Vec<Child> = Vec::new();
    for rank in 0..count {
        let mut command = Command::new(&program);
        command
            .args(env::args_os().skip(1))
            .env("RANK", rank.to_string())
            .env("LOCAL_RANK", rank.to_string())
            .env("WORLD_SIZE", count.to_string())
            .env(ADDRESS, &address);
        running.push(command.spawn()?);
    }
    let mut failed = None;
    while !running.is_empty() && failed.is_none() {
        let mut left = Vec::new();
        for mut child in running {
            match child.try_wait()? {
                None => left.push(child),
                Some(status) if status.success() => {}
                Some(status) => failed = Some(status),
            }
        }
        running = left;
        std::thread::sleep(Duration::from_millis(5));
    }
    for mut child in running {
        child.kill()?;
        child.wait()?;
    }
    match failed {
        None => Ok(()),
        Some(status) => Err(format!("a rank ended with {status}").into()),
    }
}

fn rank(arguments: &Arguments, ranks: &Ranks) -> BoxResult<()> {
    let nccl = Nccl::load()?;
    let timeout = Duration::from_secs(60);
    let address = env::var(ADDRESS).unwrap_or_else(|_| "127.0.0.1:29555".to_owned());
    let id = ranks.share_by_tcp(address.as_str(), || nccl.unique_id(), timeout)?;
    let devices = Driver::load()?.devices()?;
    let device = devices.get(ranks.local_rank);
    let device = device.ok_or_else(|| {
        format!("local rank {} has no GPU: there are {}", ranks.local_rank, devices.len())
    })?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let config = Config::new().deadline(timeout);
    // SAFETY: each rank is created once, on its own device.
    let comm = unsafe { nccl.communicator_with(&context, &id, ranks.nranks, ranks.rank, &config) }?;
    let mut model = Model::new(&stream, arguments.samples, arguments.features, ranks.rank)?;
    // SAFETY: all ranks do the same: they have the same arguments. The first steps warm up.
    let trained = unsafe {
        model.train(&comm, 5, 1.0)?;
        model.train(&comm, arguments.steps, 1.0)?
    };
    comm.destroy()?;
    if ranks.rank == 0 {
        report(arguments, ranks, &trained)?;
    }
    Ok(())
}

fn report(arguments: &Arguments, ranks: &Ranks, trained: &TrainedModel) -> BoxResult<()> {
    let samples = arguments.samples * ranks.nranks * arguments.steps;
    let per_second = samples as f64 / trained.seconds;
    let off = |(feature, weight): (usize, &f32)| (weight - truth(feature)).abs();
    let off = trained.weights.iter().enumerate().map(off).fold(0.0, f32::max);
    println!(
        "{} GPUs: {per_second:.3e} samples a second, loss {:.2e}, weights off by {off:.1e} at most",
        ranks.nranks, trained.loss
    );
    if arguments.line {
        println!("{{\"gpus\": {}, \"per_second\": {per_second}}}", ranks.nranks);
    }
    // The accuracy that few samples or steps allow.
    let is_near = |(feature, weight): (usize, &f32)| (weight - truth(feature)).abs() < 0.01;
    if arguments.steps >= 50 && !trained.weights.iter().enumerate().all(is_near) {
        return Err("the model wasn't learned".into());
    }
    Ok(())
}
