#!/bin/bash
# The guest's first process: mounts what a job needs, runs it, leaves its
# status, and ends the guest.  run.sh starts it, with WORK a folder of the host
# that may be written to, and JOB the job's name.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs -o mode=755 run /run
mkdir /run/host /run/ext4 /run/kept
# The root is the host's, and read-only; this part of it is not.
mount -t hostfs -o "$WORK" host /run/host
. /run/host/environment
# A tmpfs on /tmp would hide a working copy that lies there.
number=0
while read -r path; do
    mkdir "/run/kept/$((number += 1))"
    mount --bind "$path" "/run/kept/$number"
done <<<"$kept"
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t tmpfs -o mode=1777 tmp /var/tmp
number=0
while read -r path; do
    number=$((number + 1))
    [ -e "$path" ] || { mkdir -p "$path" && mount --bind "/run/kept/$number" "$path"; }
done <<<"$kept"
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t ext4 /dev/ubda /run/ext4
chmod 1777 /run/ext4
mkdir -m 1777 /run/host/hostfs
ln -sf /proc/self/fd /dev/fd
hostname guest
# As many descriptors as a host has.
ulimit -Hn 1048576
ulimit -Sn 1024
export HOME=/tmp
cd /tmp || exit

stty -F /dev/ttyS0 raw -echo
{
    . "$top/tests/kernel/jobs.sh"
    job
} </dev/null 2>&1 | cat >/dev/ttyS0
echo "${PIPESTATUS[0]}" >/run/host/status
stty -F /dev/ttyS0 drain 2>/dev/null
sync
umount /run/ext4 || mount -o remount,ro /run/ext4
umount /run/host
echo o >/proc/sysrq-trigger
# The end comes from a kernel thread.
sleep 60
