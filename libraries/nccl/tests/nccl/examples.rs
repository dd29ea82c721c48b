//! Runs the examples as users do: several processes, started by a launcher or by hand.

use std::env;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use nccl::Config;
use nccl::rendezvous::Ranks;
use tempfile::TempDir;

use crate::{enough, free_port, stand_in};

#[path = "../../examples/all_reduce.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod all_reduce;
#[path = "../../examples/clique.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod clique;
#[path = "../../examples/over_tcp.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod over_tcp;

#[test]
fn a_clique_sums_on_all_devices() {
    let _watchdog = stand_in::Watchdog::new();
    let nccl = stand_in::nccl();
    clique::run(stand_in::driver(), nccl).unwrap();
}

/// The processes that take part, which are ended when a test fails.
struct Processes(Vec<Child>);

impl Processes {
    fn start(commands: impl IntoIterator<Item = Command>) -> Self {
        let start = |mut command: Command| command.stdout(Stdio::piped()).spawn().unwrap();
        Self(commands.into_iter().map(start).collect())
    }

    /// Waits for all, and returns what they printed.
    fn end(mut self) -> Vec<String> {
        let mut texts = Vec::new();
        while !self.0.is_empty() {
            let output = self.0.remove(0).wait_with_output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{printed}");
            texts.push(printed);
        }
        texts
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The variable with a process's rank and the address.
const RANK: &str = "CUDA_TEST_CHILD";

#[test]
#[ignore = "a rank of another process, which is started by the tests below"]
fn is_one_of_two_processes() {
    let Ok(arguments) = env::var(RANK) else {
        return;
    };
    let (rank, address) = arguments.split_once(' ').unwrap();
    let (driver, nccl) = (stand_in::driver(), stand_in::nccl());
    over_tcp::run(driver, nccl, rank.parse().unwrap(), address, None).unwrap();
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(20)));
}

/// Runs the example, with variables of both ranks and of each.
fn two_processes(variables: &[(&str, &str)], hosts: [&str; 2]) {
    if enough(2).is_none() {
        return;
    }
    let _watchdog = stand_in::Watchdog::new();
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let ranks = [0, 1].map(|rank| {
        let mut command = stand_in::process("examples::is_one_of_two_processes", &folder);
        command.env(RANK, format!("{rank} 127.0.0.1:{port}"));
        command.env("NCCL_HOSTID", hosts[rank]);
        command.envs(variables.iter().copied());
        command
    });
    for (rank, printed) in Processes::start(ranks).end().iter().enumerate() {
        let line = format!("rank {rank}: 1000 numbers went from rank 0 to rank 1");
        assert!(printed.contains(&line), "{printed}");
    }
}

#[test]
fn two_processes_meet_over_tcp() {
    two_processes(&[], ["one", "one"]);
}

#[test]
fn two_hosts_talk_over_sockets() {
    if !stand_in::is_real() {
        cuda_rust::skip("the stand-in always talks over sockets");
        return;
    }
    let variables = [
        ("NCCL_P2P_DISABLE", "1"),
        ("NCCL_SHM_DISABLE", "1"),
        ("NCCL_NET", "Socket"),
        ("NCCL_SOCKET_IFNAME", "lo"),
    ];
    two_processes(&variables, ["one", "other"]);
}

#[test]
#[ignore = "a rank of another process, which is started by the tests below"]
fn is_a_rank_of_a_launcher() {
    if env::var(RANK).is_err() {
        return;
    }
    let nccl = stand_in::nccl();
    all_reduce::run(stand_in::driver(), nccl).unwrap();
    assert!(nccl::wait_for_dropped_within(Duration::from_secs(20)));
}

#[test]
#[ignore = "a rank of another process, which is started by the test below"]
fn is_a_rank_that_may_stay() {
    let Ok(arguments) = env::var(RANK) else {
        return;
    };
    let (rank, address) = arguments.split_once(' ').unwrap();
    let ranks = Ranks { rank: rank.parse().unwrap(), nranks: 3, local_rank: 0 };
    let timeout = Duration::from_secs(20);
    let nccl = stand_in::nccl();
    let id = ranks.share_by_tcp(address, || nccl.unique_id(), timeout).unwrap();
    let context = &stand_in::contexts(3)[ranks.rank];
    let stream = context.stream().unwrap();
    let config = Config::new().deadline(timeout);
    // SAFETY: each rank is created once, on its own device.
    let comm = unsafe { nccl.communicator_with(context, &id, 3, ranks.rank, &config) }.unwrap();
    if ranks.rank > 0 {
        // Rank 0 has left by then.
        thread::sleep(Duration::from_millis(300));
        let mut numbers = stream.upload(&[ranks.rank as u32; 1000]).unwrap();
        if ranks.rank == 1 {
            // SAFETY: rank 2 receives as many.
            unsafe { comm.send(&stream, &numbers, 2) }.unwrap();
        } else {
            // SAFETY: rank 1 sends as many.
            unsafe { comm.recv(&stream, &mut numbers, 1) }.unwrap();
        }
        comm.wait(&stream).unwrap();
        assert_eq!(numbers.to_vec().unwrap(), [1; 1000]);
    }
    comm.destroy().unwrap();
}

#[test]
fn ranks_stay_after_the_one_that_made_the_id() {
    if enough(3).is_none() {
        return;
    }
    let _watchdog = stand_in::Watchdog::new();
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let ranks = [0, 1, 2].map(|rank| {
        let mut command = stand_in::process("examples::is_a_rank_that_may_stay", &folder);
        command.env(RANK, format!("{rank} 127.0.0.1:{port}"));
        command
    });
    for printed in Processes::start(ranks).end() {
        assert!(printed.contains("1 passed"), "{printed}");
    }
}

/// Starts `count` processes as a launcher does. The names are those of the variables with the rank, the number of
/// ranks, and the rank on this host.
fn launched(count: usize, [rank, nranks, local]: [&str; 3], others: &[(&str, String)]) {
    if enough(count).is_none() {
        return;
    }
    let _watchdog = stand_in::Watchdog::new();
    let folder = TempDir::new().unwrap();
    let ranks = (0..count).map(|number| {
        let mut command = stand_in::process("examples::is_a_rank_of_a_launcher", &folder);
        // A launcher may have started this program, too.
        for variable in ["RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"] {
            command.env_remove(variable);
        }
        command.env(RANK, "1").env("LENGTH", "1000");
        command.env(rank, number.to_string());
        command.env(nranks, count.to_string());
        command.env(local, number.to_string());
        command.envs(others.iter().map(|(name, value)| (name, value)));
        command
    });
    let sum = count * (count + 1) / 2;
    for (number, printed) in Processes::start(ranks).end().iter().enumerate() {
        let line = format!("rank {number} of {count} on device {number}");
        assert!(printed.contains(&line), "{printed}");
        assert!(printed.contains(&format!("1000 sums are {sum};")), "{printed}");
    }
}

#[test]
fn ranks_of_torchrun_meet_next_to_its_server() {
    // It listens at this port, as torchrun's does, and the next one is free.
    let bind = |port| TcpListener::bind(("127.0.0.1", port));
    let (server, port) = loop {
        let server = bind(0).unwrap();
        let port = server.local_addr().unwrap().port();
        if port < u16::MAX && bind(port + 1).is_ok() {
            break (server, port.to_string());
        }
    };
    let variables = [
        ("MASTER_ADDR", "localhost".to_owned()),
        ("MASTER_PORT", port),
        ("TORCHELASTIC_USE_AGENT_STORE", "True".to_owned()),
    ];
    launched(2, ["RANK", "WORLD_SIZE", "LOCAL_RANK"], &variables);
    drop(server);
}

#[test]
fn ranks_of_slurm_meet_at_a_named_master() {
    let variables =
        [("MASTER_ADDR", "127.0.0.1".to_owned()), ("MASTER_PORT", free_port().to_string())];
    for count in [1, 4] {
        launched(count, ["SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"], &variables);
    }
}

#[test]
fn ranks_of_open_mpi_meet_by_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("id");
    let variables = [("NCCL_FILE", file.display().to_string())];
    let names = ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"];
    // As many as there are GPUs.
    launched(stand_in::contexts(8).len(), names, &variables);
    assert!(!file.exists(), "rank 0 removes it");
}
