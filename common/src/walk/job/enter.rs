//! How a job gets into its directory: opened by name, across a mount point or not, and compared where it must be.

use std::{
    os::fd::{AsFd, OwnedFd},
    path::PathBuf,
    sync::Arc,
};

use super::{Context, DirJob, Fed, Stage, borrow};
use crate::{
    ring::{
        budget::DirFd,
        op::{Done, Op},
    },
    sys::{Errno, Meta, file::How, meta::Mask},
    walk::{
        cycle,
        fs::Fs,
        handles::{self, PATIENCE},
        node::Node,
        visit::{Fault, Plan, Visitor},
    },
};

impl<S: Default + Send> DirJob<S> {
    pub(super) fn opened<V: Visitor<State = S>>(
        &mut self,
        cx: &Context<'_, V>,
        opened: Result<OwnedFd, Errno>,
    ) -> Fed {
        let how = self.how(cx.plan);
        let fd = match opened {
            Ok(fd) => fd,
            // Not to be searched, or not to be had at all: without the question the answer is what it always is.
            Err(Errno::ACCES | Errno::LOOP) if how == How::Search => {
                self.searchable = Some(false);
                return Fed::Fine;
            }
            // A mount point: opened without the question, and compared.
            Err(Errno::XDEV) if matches!(self.stage, Stage::Open) && !self.node.follow => {
                self.stage = Stage::Across;
                return Fed::Fine;
            }
            // A kernel, or a filter, that does not let it tell.
            Err(Errno::NOSYS) if matches!(self.stage, Stage::Open) && !self.node.follow => {
                self.stage = Stage::Look;
                return Fed::Fine;
            }
            Err(errno) if handles::is_starved(errno) && self.starved < PATIENCE => {
                self.starved += 1;
                return Fed::Starved;
            }
            Err(errno) => {
                self.stage = Stage::Fault(self.closed_loop(cx).map_or(Fault::Open(errno), Fault::Loop));
                self.leave_parent(cx);
                return Fed::Fine;
            }
        };
        let fd = DirFd::from(fd);
        self.searchable = self.searchable.or((how == How::Search).then_some(true));
        // What is on one device may be mounted there again, which only a comparison with what lies above tells.
        self.crossed = matches!(self.stage, Stage::Across | Stage::Near) || self.node.follow;
        let above = self.node.parent.as_ref().filter(|_| !self.crossed);
        match above.and_then(|parent| parent.known_fs()) {
            Some(inherited) => self.node.set_fs(inherited),
            None => {
                let (fs, id) = Fs::of(fd.as_fd(), cx.io.perform);
                self.node.set_fs(fs);
                self.node.set_device(cx.devices.number(id, fd.as_fd(), cx.io.perform));
            }
        }
        self.fd = Some(Arc::new(fd));
        // Where a file system has several devices, only a look tells that another begins.
        let fs = self.node.fs();
        let devices = cx.plan.one_device && !fs.one_device;
        if self.node.depth > 0 && (self.crossed || cx.plan.verify || devices || fs.again) {
            // The way to its ancestors leads through its parent.
            self.stage = Stage::Identify;
        } else {
            self.leave_parent(cx);
            self.stage = Stage::Read;
        }
        Fed::Fine
    }

    /// The path of the ancestor that a directory is which can't be opened. One that was read may be closed by now, as by a
    /// change of modes; what leads there ends a loop all the same.
    fn closed_loop<V: Visitor<State = S>>(&self, cx: &Context<'_, V>) -> Option<PathBuf> {
        let parent = self.node.parent.as_ref().filter(|_| self.node.follow)?;
        let (dir, name) = (borrow(&self.parent), self.node.name());
        match (cx.io.perform)(Op::Stat { dir, name, follow: true, mask: Mask::ID }) {
            Done::Meta(Ok(meta)) => cycle::with_identity(parent, dir, meta.id(), cx.io).ok()?,
            _ => None,
        }
    }

    /// Whether it is on its parent's device: what is not is left to the emitter. A mount point on the same device is not
    /// noticed here.
    pub(super) fn looked<V: Visitor<State = S>>(&mut self, cx: &Context<'_, V>, meta: Result<Meta, Errno>) {
        let above = self.node.parent.as_ref().zip(self.parent.as_ref());
        let device = above.and_then(|(node, fd)| handles::device(node, fd.as_fd(), cx.io).ok());
        self.stage = match meta {
            Ok(meta) if device != Some(meta.dev) => Stage::Across,
            // What is wrong with it an open tells too, in the words that GNU's tools have for it.
            _ => Stage::Near,
        };
    }

    /// How it is opened now.
    pub(super) fn how(&self, plan: &Plan) -> How {
        match self.stage {
            _ if self.node.follow => How::Follow,
            Stage::Open if self.node.depth > 0 && plan.search && self.searchable.is_none() => How::Search,
            Stage::Open if self.node.depth > 0 => How::Within,
            _ => How::NoFollow,
        }
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
    ) -> Fed {
        self.stage = match meta.and_then(|meta| self.compared(cx, &meta)) {
            Err(errno) if handles::is_starved(errno) && self.starved < PATIENCE => {
                self.starved += 1;
                return Fed::Starved;
            }
            Err(errno) => Stage::Fault(Fault::Open(errno)),
            Ok(stage) => stage,
        };
        self.leave_parent(cx);
        Fed::Fine
    }

    /// Compares the directory with what it should be, and with its ancestors where it may be one of them or on another
    /// device. Without an answer it is not read.
    fn compared<V: Visitor<State = S>>(&self, cx: &Context<'_, V>, meta: &Meta) -> Result<Stage, Errno> {
        self.node.identify(meta);
        let fs = self.node.fs();
        // Where nothing was crossed the listing's inode number is the directory's own, if this file system keeps to it.
        let own = !self.crossed && cx.plan.verify && fs.lists_own_inodes;
        if own && self.node.ino != meta.ino {
            return Ok(Stage::Fault(Fault::Swapped));
        }
        let Some(parent) = self.node.parent.as_ref() else { return Ok(Stage::Read) };
        if !(self.crossed || fs.again || cx.plan.one_device) {
            return Ok(Stage::Read);
        }
        if let Some(path) = cycle::with_identity(parent, borrow(&self.parent), meta.id(), cx.io)? {
            return Ok(Stage::Fault(Fault::Loop(path)));
        }
        let device = |node: &Arc<Node>| node.handle().id.map(|id| id.0);
        let again = || self.node.ancestors().any(|node| device(node) == Some(meta.dev));
        if self.crossed && cx.plan.loops_within && again() {
            self.node.set_fs(Fs { again: true, ..fs });
        }
        let root = self.node.ancestors().last().and_then(device);
        Ok(if cx.plan.one_device && root != Some(meta.dev) { Stage::Done } else { Stage::Read })
    }
}
