//! Setting a ring up: what the kernel has, found by trying, and no more of it than is used.
//!
//! A ring starts disabled and is restricted to the operations that we submit before it is enabled.

use io_uring::{IoUring, Probe, opcode, register::Restriction, squeue};

use super::super::caps::{Abilities, Lack, Refusal, Setup};
use crate::sys::{Errno, supervision};

/// io_uring_register(2)'s number for the limit on workers.
const IOWQ_MAX_WORKERS: u8 = 19;

/// io_uring_register(2)'s number for cancelling and waiting for it, Linux 6.0.
const SYNC_CANCEL: u8 = 24;

/// Operations of mainline kernels that every ring needs.
const NEEDED: [u8; 3] = [opcode::OpenAt2::CODE, opcode::Statx::CODE, opcode::Close::CODE];

/// Which numbers are operations of this kernel.
pub(in crate::ring) struct Known(Probe);

impl Known {
    /// The number, if it is one.
    pub fn knows(&self, number: u8) -> Result<u8, Lack> {
        if self.0.is_supported(number) { Ok(number) } else { Err(Lack::Unknown(number)) }
    }
}

/// The best set-up that this kernel has, and which operations; by a ring that is never enabled.
pub(in crate::ring) fn probe() -> Result<(Setup, Known), Refusal> {
    let setups = [Setup::Deferred, Setup::Cooperative];
    let tried = setups.into_iter().map(|setup| (setup, disabled(setup, 1)));
    // What is no refusal of the flags is one of all rings.
    let found = tried.into_iter().find(|(_, ring)| !matches!(ring, Err(Errno::INVAL)));
    let (setup, ring) = found.ok_or(Refusal::Old)?;
    let ring = ring.map_err(refusal)?;
    let has = ring.params();
    let mut probe = Probe::new();
    ring.submitter().register_probe(&mut probe).map_err(|error| refusal(errno(&error)))?;
    let complete = has.is_feature_nodrop() && has.is_feature_ext_arg() && has.is_feature_linked_file();
    if complete && NEEDED.iter().all(|&number| probe.is_supported(number)) {
        Ok((setup, Known(probe)))
    } else {
        Err(Refusal::Old)
    }
}

/// A ring for `sqes` submissions at once and as many files of its own, restricted to what it is able to do.
pub(super) fn build(able: &Abilities, sqes: u32, files: u32) -> Result<IoUring, Refusal> {
    let ring = disabled(able.setup, sqes).map_err(refusal)?;
    let flags = squeue::Flags::FIXED_FILE
        | squeue::Flags::ASYNC
        | squeue::Flags::IO_LINK
        | squeue::Flags::IO_HARDLINK;
    let mut restrictions =
        vec![Restriction::register_op(IOWQ_MAX_WORKERS), Restriction::sqe_flags_allowed(flags.bits())];
    let named = [&able.getdents, &able.fchmod].into_iter().flatten();
    restrictions.extend(NEEDED.iter().chain(named).map(|&number| Restriction::sqe_op(number)));
    if able.setup == Setup::Deferred {
        restrictions.push(Restriction::register_op(SYNC_CANCEL));
    }
    let submitter = ring.submitter();
    let prepared = submitter
        .register_restrictions(&mut restrictions)
        .and_then(|()| if able.fchmod.is_ok() { submitter.register_files_sparse(files) } else { Ok(()) })
        .and_then(|()| submitter.register_enable_rings());
    prepared.map_err(|error| refusal(errno(&error)))?;
    Ok(ring)
}

/// The error number of a call of the crate.
pub(super) fn errno(error: &std::io::Error) -> Errno {
    Errno(error.raw_os_error().unwrap_or(libc::EIO))
}

/// A ring that does nothing yet.
fn disabled(setup: Setup, sqes: u32) -> Result<IoUring, Errno> {
    let mut builder = IoUring::builder();
    builder.setup_r_disabled().setup_submit_all().setup_taskrun_flag();
    match setup {
        Setup::Deferred => builder.setup_single_issuer().setup_defer_taskrun(),
        Setup::Cooperative => builder.setup_coop_taskrun(),
    };
    builder.build(sqes).map_err(|error| errno(&error))
}

/// Why the kernel refused a ring.
fn refusal(errno: Errno) -> Refusal {
    match errno {
        Errno::PERM => match supervision::io_uring_disabled() {
            0 => Refusal::Denied,
            value => Refusal::Disabled(value),
        },
        Errno::ACCES => Refusal::Denied,
        Errno::NOSYS => Refusal::Absent,
        Errno(libc::ENOMEM) => Refusal::Memory,
        errno => Refusal::Failed(errno),
    }
}
