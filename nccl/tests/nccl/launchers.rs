//! The variables of launchers, and handing the id over.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use nccl::UniqueId;
use nccl::rendezvous::{Ranks, RendezvousError};

fn of(variables: &[(&str, &str)]) -> Result<Ranks, RendezvousError> {
    Ranks::from_variables(|name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn every_launcher_is_understood() {
    let expected = Ranks {
        rank: 5,
        nranks: 8,
        local_rank: 1,
    };
    let torchrun = [("RANK", "5"), ("WORLD_SIZE", "8"), ("LOCAL_RANK", "1")];
    let open_mpi = [
        ("OMPI_COMM_WORLD_RANK", "5"),
        ("OMPI_COMM_WORLD_SIZE", "8"),
        ("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
    ];
    let mpich = [
        ("PMI_RANK", "5"),
        ("PMI_SIZE", "8"),
        ("MPI_LOCALRANKID", "1"),
    ];
    let slurm = [
        ("SLURM_PROCID", "5"),
        ("SLURM_NTASKS", "8"),
        ("SLURM_LOCALID", "1"),
    ];
    for launcher in [torchrun, open_mpi, mpich, slurm] {
        assert_eq!(of(&launcher).unwrap(), expected);
        let [rank, nranks, _] = launcher;
        assert_eq!(of(&[rank, nranks]).unwrap().local_rank, 0);
    }
    // torchrun under Slurm says more than Slurm.
    let both = [
        torchrun.as_slice(),
        &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")],
    ]
    .concat();
    assert_eq!(of(&both).unwrap(), expected);
}

#[test]
fn variables_that_make_no_sense_are_named() {
    assert!(matches!(of(&[]), Err(RendezvousError::NoLauncher)));
    let error = of(&[("RANK", "1")]).unwrap_err().to_string();
    assert!(error.contains("WORLD_SIZE is not set"), "{error}");
    let error = of(&[("RANK", "one"), ("WORLD_SIZE", "2")])
        .unwrap_err()
        .to_string();
    assert!(error.contains("RANK is `one`"), "{error}");
    let none = of(&[("RANK", "2"), ("WORLD_SIZE", "2")]);
    assert!(matches!(
        none,
        Err(RendezvousError::NoSuchRank { rank: 2, nranks: 2 })
    ));
}

const TIMEOUT: Duration = Duration::from_secs(20);

fn ranks(rank: usize, nranks: usize) -> Ranks {
    Ranks {
        rank,
        nranks,
        local_rank: 0,
    }
}

fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn an_id_is_handed_over_a_connection() {
    let (address, id) = (free_port(), UniqueId::from_bytes(&[7; 128]));
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
fn ranks_that_do_not_come_are_counted() {
    let address = free_port();
    let id = UniqueId::from_bytes(&[7; 128]);
    let error = ranks(0, 3)
        .share_by_tcp(address.as_str(), || Ok(id), Duration::from_millis(50))
        .unwrap_err();
    assert!(
        error.to_string().contains("2 of 3 ranks did not come"),
        "{error}"
    );
    let error = ranks(1, 3)
        .share_by_tcp(address.as_str(), || Ok(id), Duration::from_millis(50))
        .unwrap_err();
    assert!(
        matches!(error, RendezvousError::Late { missing: 1, .. }),
        "{error}"
    );
}

#[test]
fn an_id_is_handed_over_in_a_file_for_its_user_alone() {
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
