//! How a job gets into its directory: opened by name, across a mount point or not, and compared where it must be.

use std::{
    os::fd::{AsFd, OwnedFd},
    sync::Arc,
};

use super::{Context, DirJob, Fed, Stage};
use crate::{
    ring::budget::DirFd,
    sys::{Errno, Meta},
    walk::{
        cycle,
        fs::Fs,
        handles,
        visit::{Fault, Visitor},
    },
};

/// How often descriptors are given up before a directory is reported for the lack of one.
const PATIENCE: u32 = 4;

impl<S: Default + Send> DirJob<S> {
    pub(super) fn opened<V: Visitor<State = S>>(
        &mut self,
        cx: &Context<'_, V>,
        opened: Result<OwnedFd, Errno>,
    ) -> Fed {
        let fd = match opened {
            Ok(fd) => fd,
            // A mount point, or a kernel that can't tell: opened without the question, and compared.
            Err(Errno::XDEV | Errno::NOSYS) if matches!(self.stage, Stage::Open) && !self.node.follow => {
                self.stage = Stage::Across;
                return Fed::Fine;
            }
            Err(Errno::MFILE | Errno(libc::ENFILE)) if self.starved < PATIENCE => {
                self.starved += 1;
                return Fed::Starved;
            }
            Err(errno) => {
                self.leave_parent(cx);
                self.stage = Stage::Fault(Fault::Open(errno));
                return Fed::Fine;
            }
        };
        let fd = DirFd::from(fd);
        self.crossed = matches!(self.stage, Stage::Across) || self.node.follow;
        let above = self.node.parent.as_ref().filter(|_| !self.crossed);
        let inherited = above.and_then(|parent| parent.known_fs());
        self.node.set_fs(inherited.unwrap_or_else(|| Fs::of(fd.as_fd(), cx.io.perform)));
        self.fd = Some(Arc::new(fd));
        self.leave_parent(cx);
        // Where a file system has several devices, only a look tells that another begins.
        let devices = cx.plan.one_device && !self.node.fs().one_device;
        let compare = self.node.depth > 0 && (self.crossed || cx.plan.verify || devices);
        self.stage = if compare { Stage::Identify } else { Stage::Read };
        Fed::Fine
    }

    /// One child of the parent less needs the parent's descriptor.
    pub(super) fn leave_parent<V>(&mut self, cx: &Context<'_, V>) {
        if let Some(parent) = &self.node.parent {
            handles::unpin(parent, cx.io);
        }
        self.parent = None;
    }

    pub(super) fn identified<V: Visitor<State = S>>(
        &mut self,
        cx: &Context<'_, V>,
        meta: Result<Meta, Errno>,
    ) {
        let meta = match meta {
            Ok(meta) => meta,
            Err(errno) => return self.stage = Stage::Fault(Fault::Open(errno)),
        };
        self.node.identify(&meta);
        // Where nothing was crossed the listing's inode number is the directory's own, if this file system keeps to it.
        let own = !self.crossed && cx.plan.verify && self.node.fs().lists_own_inodes;
        if own && self.node.ino != meta.ino {
            return self.stage = Stage::Fault(Fault::Swapped);
        }
        if self.crossed {
            if let Some(path) = cycle::with_identity(self.node.ancestors(), meta.id(), cx.io) {
                return self.stage = Stage::Fault(Fault::Loop(path));
            }
        }
        let root = self.node.ancestors().last();
        let device = root.and_then(|root| handles::identity(root, cx.io).ok()).map(|id| id.0);
        let elsewhere = cx.plan.one_device && device.is_some_and(|device| device != meta.dev);
        self.stage = if elsewhere { Stage::Done } else { Stage::Read };
    }
}
