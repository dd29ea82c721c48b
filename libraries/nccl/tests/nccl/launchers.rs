//! The variables of launchers, and the distribution of the id.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nccl::UniqueId;
use nccl::rendezvous::{Ranks, RendezvousError, master_address_from};

use crate::free_port;

/// Returns a function that looks variables up in an environment of only these.
fn value_in(variables: &[(&str, &str)]) -> impl Fn(&str) -> Option<String> {
    move |name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    }
}

fn of(variables: &[(&str, &str)]) -> Result<Ranks, RendezvousError> {
    Ranks::from_variables(value_in(variables))
}

#[test]
fn every_launcher_is_recognized() {
    let expected = Ranks { rank: 5, nranks: 8, local_rank: 1 };
    let torchrun = [("RANK", "5"), ("WORLD_SIZE", "8"), ("LOCAL_RANK", "1")];
    let open_mpi = [
        ("OMPI_COMM_WORLD_RANK", "5"),
        ("OMPI_COMM_WORLD_SIZE", "8"),
        ("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
    ];
    let mpich = [("PMI_RANK", "5"), ("PMI_SIZE", "8"), ("MPI_LOCALRANKID", "1")];
    let slurm = [("SLURM_PROCID", "5"), ("SLURM_NTASKS", "8"), ("SLURM_LOCALID", "1")];
    for launcher in [torchrun, open_mpi, mpich, slurm] {
        assert_eq!(of(&launcher).unwrap(), expected);
        let [rank, nranks, _] = launcher;
        assert_eq!(of(&[rank, nranks]).unwrap().local_rank, 0);
    }
    // Under Slurm, torchrun's variables take precedence.
    let both = [torchrun.as_slice(), &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")]].concat();
    assert_eq!(of(&both).unwrap(), expected);
}

#[test]
fn invalid_variables_are_reported_by_name() {
    assert!(matches!(of(&[]), Err(RendezvousError::NoLauncher)));
    let error = of(&[("RANK", "1")]).unwrap_err().to_string();
    assert!(error.contains("WORLD_SIZE is not set"), "{error}");
    let error = of(&[("RANK", "one"), ("WORLD_SIZE", "2")]).unwrap_err().to_string();
    assert!(error.contains("RANK is `one`"), "{error}");
    let none = of(&[("RANK", "2"), ("WORLD_SIZE", "2")]);
    assert!(matches!(none, Err(RendezvousError::NoSuchRank { rank: 2, nranks: 2 })));
}

fn address(variables: &[(&str, &str)]) -> Result<(String, u16), RendezvousError> {
    master_address_from(value_in(variables))
}

#[test]
fn ranks_meet_at_the_master_but_not_at_the_port_of_torchruns_server() {
    let master = [("MASTER_ADDR", "node0"), ("MASTER_PORT", "29500")];
    assert_eq!(address(&master).unwrap(), ("node0".to_owned(), 29500));
    let served = |is_served| [&master[..], &[("TORCHELASTIC_USE_AGENT_STORE", is_served)]].concat();
    assert_eq!(address(&served("True")).unwrap().1, 29501);
    assert_eq!(address(&served("False")).unwrap().1, 29500);
    let last = [
        ("MASTER_ADDR", "::1"),
        ("MASTER_PORT", "65535"),
        ("TORCHELASTIC_USE_AGENT_STORE", "True"),
    ];
    assert_eq!(address(&last).unwrap(), ("::1".to_owned(), 65534));
}

#[test]
fn a_missing_master_is_an_error_that_names_the_variables() {
    for missing in [
        &[("MASTER_ADDR", "node0")][..],
        &[("MASTER_PORT", "29500")],
        &[("MASTER_ADDR", " "), ("MASTER_PORT", "29500")],
        &[],
    ] {
        let error = address(missing).unwrap_err().to_string();
        assert!(error.contains("MASTER_ADDR") && error.contains("MASTER_PORT"), "{error}");
    }
    for wrong in ["", "many", "65536", "-1", "0"] {
        let error = address(&[("MASTER_ADDR", "node0"), ("MASTER_PORT", wrong)]).unwrap_err();
        assert!(
            error
                .to_string()
                .contains(&format!("MASTER_PORT is `{wrong}`, and should be a port, from 1")),
            "{error}"
        );
    }
}

/// A listener with a full queue, which accepts no more connections.
fn full_listener() -> (TcpListener, Vec<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
        waiting.push(stream);
        assert!(waiting.len() < 5000, "the system accepts any number of connections");
    }
    (listener, waiting)
}

#[test]
fn an_unreachable_host_is_an_error_within_the_timeout() {
    let _watchdog = crate::stand_in::Watchdog::new();
    let (listener, waiting) = full_listener();
    let address = listener.local_addr().unwrap();
    let error = ranks(1, 2)
        .share_by_tcp(address, || unreachable!(), Duration::from_millis(100))
        .unwrap_err();
    assert!(matches!(error, RendezvousError::TimedOut { missing: 1, .. }), "{error}");
    drop(waiting);
}

const TIMEOUT: Duration = Duration::from_secs(20);

fn ranks(rank: usize, nranks: usize) -> Ranks {
    Ranks { rank, nranks, local_rank: 0 }
}

fn free_address() -> String {
    format!("127.0.0.1:{}", free_port())
}

#[test]
fn an_id_is_sent_over_a_connection() {
    let (address, id) = (free_address(), UniqueId::from_bytes(&[7; 128]));
    thread::scope(|scope| {
        for rank in 0..3 {
            let address = address.as_str();
            scope.spawn(move || {
                let got = ranks(rank, 3).share_by_tcp(address, || Ok(id), TIMEOUT);
                assert_eq!(got.unwrap(), id);
            });
        }
    });
}

#[test]
fn missing_ranks_are_counted() {
    let address = free_address();
    let id = UniqueId::from_bytes(&[7; 128]);
    let error = ranks(0, 3)
        .share_by_tcp(address.as_str(), || Ok(id), Duration::from_millis(50))
        .unwrap_err();
    assert!(error.to_string().contains("2 of 3 ranks did not arrive"), "{error}");
    let error = ranks(1, 3)
        .share_by_tcp(address.as_str(), || Ok(id), Duration::from_millis(50))
        .unwrap_err();
    assert!(matches!(error, RendezvousError::TimedOut { missing: 1, .. }), "{error}");
}

#[test]
fn an_id_is_passed_in_a_file_that_only_its_user_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (path, id) = (folder.path().join("id"), UniqueId::from_bytes(&[9; 128]));
    thread::scope(|scope| {
        for rank in [1, 0] {
            let path = &path;
            scope.spawn(move || {
                let got = ranks(rank, 2).share_by_file(path, || Ok(id), TIMEOUT);
                assert_eq!(got.unwrap(), id);
            });
        }
    });
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_may_be_invalid_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
    std::fs::create_dir(&folder).unwrap();
    let id = UniqueId::from_bytes(&[9; 128]);
    for rank in 0..2 {
        let got = ranks(rank, 2).share_by_file(&folder.join("id"), || Ok(id), TIMEOUT);
        assert_eq!(got.unwrap(), id);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let begin = std::time::Instant::now();
    let got =
        ranks(1, 2).share_by_file(folder.path(), || unreachable!(), Duration::from_secs(3600));
    let error = got.unwrap_err().to_string();
    assert!(error.contains(&*folder.path().to_string_lossy()), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(1800));
}

#[test]
fn an_invalid_rank_shares_no_id() {
    let make = || unreachable!();
    for (rank, nranks) in [(0, 0), (3, 3)] {
        let ranks = ranks(rank, nranks);
        let by_tcp = ranks.share_by_tcp(free_address(), make, TIMEOUT);
        let by_file = ranks.share_by_file(std::path::Path::new("/nowhere/id"), make, TIMEOUT);
        for error in [by_tcp.unwrap_err(), by_file.unwrap_err()] {
            let is_named = matches!(error, RendezvousError::NoSuchRank { rank: r, nranks: n } if (r, n) == (rank, nranks));
            assert!(is_named, "{error}");
        }
    }
}

#[test]
fn silent_connections_do_not_delay_ranks() {
    let _watchdog = crate::stand_in::Watchdog::new();
    let (address, id) = (free_address(), UniqueId::from_bytes(&[7; 128]));
    thread::scope(|scope| {
        let address = address.as_str();
        let (listens, has_begun) = mpsc::channel();
        let make = move || {
            listens.send(()).unwrap();
            Ok(id)
        };
        let first = scope.spawn(move || ranks(0, 2).share_by_tcp(address, make, TIMEOUT));
        has_begun.recv().unwrap();
        // So many that waiting for each would exceed the deadline.
        let silent: Vec<_> = (0..20).map(|_| TcpStream::connect(address)).collect();
        assert!(silent.iter().all(Result::is_ok));
        let second = ranks(1, 2).share_by_tcp(address, || unreachable!(), TIMEOUT);
        assert_eq!(second.unwrap(), id);
        assert_eq!(first.join().unwrap().unwrap(), id);
    });
}

#[test]
fn data_of_another_program_at_the_port_is_not_an_id() {
    let _watchdog = crate::stand_in::Watchdog::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let id = UniqueId::from_bytes(&[7; 128]);
    thread::scope(|scope| {
        let second = scope.spawn(move || ranks(1, 2).share_by_tcp(address, || Ok(id), TIMEOUT));
        let (mut stream, _) = listener.accept().unwrap();
        let mut hello = [0; 8];
        stream.read_exact(&mut hello).unwrap();
        // As if the system had connected the rank to itself, and then like another kind of server.
        stream.write_all(&hello).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        stream.read_exact(&mut hello).unwrap();
        stream.write_all(&[b'x'; 200]).unwrap();
        drop((stream, listener));
        let first = ranks(0, 2).share_by_tcp(address, || Ok(id), TIMEOUT);
        assert_eq!(first.unwrap(), id);
        assert_eq!(second.join().unwrap().unwrap(), id);
    });
}
