/* usage: floor walk|stat|chmod THREADS DIR
 *
 * The bare system calls of a walk on some threads, in any order and without
 * output: the limit to hold a tool's time against.
 *
 *   walk   open, read and close each directory
 *   stat   and statx each entry
 *   chmod  and change modes: 755 for directories, 644 for all else
 *
 * Licence: MIT OR Apache-2.0, as ringutils.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

enum mode { WALK, STAT, CHMOD };

/* An open directory, closed when its last child has been opened. */
struct dir {
    int fd;
    atomic_int users;
};

/* A directory to visit. */
struct job {
    struct job *next;
    struct dir *parent;
    char name[];
};

static enum mode mode;
static struct job *stack;
static long pending; /* jobs that are waiting or under way */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static atomic_long entries, failures;

static struct job *job_below(struct dir *parent, const char *name)
{
    struct job *job = malloc(sizeof *job + strlen(name) + 1);
    if (!job)
        err(1, "malloc");
    job->next = NULL;
    job->parent = parent;
    strcpy(job->name, name);
    return job;
}

static void release(struct dir *dir)
{
    if (atomic_fetch_sub(&dir->users, 1) == 1) {
        if (dir->fd >= 0)
            close(dir->fd);
        free(dir);
    }
}

/* The next job, or NULL when all is done. */
static struct job *take(void)
{
    pthread_mutex_lock(&lock);
    while (!stack && pending)
        pthread_cond_wait(&more, &lock);
    struct job *job = stack;
    if (job)
        stack = job->next;
    else
        pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
    return job;
}

/* Hands in the children of a directory that is done. */
static void finish(struct job *first, struct job *last, long children)
{
    pthread_mutex_lock(&lock);
    if (first) {
        last->next = stack;
        stack = first;
    }
    pending += children - 1;
    if (children > 1 || !pending)
        pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
}

static void touch(int fd, const struct dirent64 *entry)
{
    struct statx answer;
    if (mode == STAT)
        statx(fd, entry->d_name, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC, STATX_BASIC_STATS, &answer);
    else if (mode == CHMOD && entry->d_type != DT_DIR)
        syscall(SYS_fchmodat2, fd, entry->d_name, 0644, AT_SYMLINK_NOFOLLOW);
}

static void visit(struct job *job, char *buffer, size_t room)
{
    int at = job->parent ? job->parent->fd : AT_FDCWD;
    struct dir *dir = malloc(sizeof *dir);
    if (!dir)
        err(1, "malloc");
    dir->fd = openat(at, job->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    dir->users = 1;
    if (job->parent)
        release(job->parent);
    struct job *first = NULL, *last = NULL;
    long children = 0, seen = 0;
    if (dir->fd < 0)
        failures++;
    else if (mode == CHMOD)
        fchmod(dir->fd, 0755);
    for (long got; dir->fd >= 0 && (got = syscall(SYS_getdents64, dir->fd, buffer, room)) > 0;) {
        for (long offset = 0; offset < got;) {
            struct dirent64 *entry = (struct dirent64 *)(buffer + offset);
            offset += entry->d_reclen;
            if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
                continue;
            seen++;
            touch(dir->fd, entry);
            if (entry->d_type == DT_DIR) {
                dir->users++;
                struct job *child = job_below(dir, entry->d_name);
                children++;
                child->next = first;
                first = child;
                if (!last)
                    last = child;
            }
        }
    }
    release(dir);
    entries += seen;
    finish(first, last, children);
}

static void *work(void *unused)
{
    size_t room = 1 << 16;
    char *buffer = malloc(room);
    if (!buffer)
        err(1, "malloc");
    for (struct job *job; (job = take());) {
        visit(job, buffer, room);
        free(job);
    }
    free(buffer);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[256];
    int count = argc == 4 ? atoi(argv[2]) : 0;
    if (count < 1 || count > 256)
        errx(2, "usage: floor walk|stat|chmod THREADS DIR");
    mode = !strcmp(argv[1], "stat") ? STAT : !strcmp(argv[1], "chmod") ? CHMOD : WALK;
    stack = job_below(NULL, argv[3]);
    pending = 1;
    for (int i = 1; i < count; i++)
        if ((errno = pthread_create(&threads[i], NULL, work, NULL)))
            err(1, "pthread_create");
    work(NULL);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
    fprintf(stderr, "%ld entries, %ld failures\n", entries, failures);
    return failures != 0;
}
