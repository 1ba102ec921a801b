/* usage: race [-c] [-n RUNS] [-w WORK] NAME COMMAND [NAME COMMAND]...
 *
 * Times shell commands against each other, in turns: each round runs every
 * command once, in an order that shifts by one from round to round, so that a
 * busy moment of the machine hits all of them alike.  One round more, which
 * does not count, comes first: even with -c what reads first may be slower,
 * where a disk has a cache of its own.
 *
 *   -n RUNS   rounds (7)
 *   -w WORK   times that a command is run in a row, for those that take about
 *             a millisecond (1); the time of one run is printed
 *   -c        drops the kernel's caches before each run (root only)
 *
 * A COMMAND is split at blanks and run without a shell, its output going to
 * /dev/null.  For each it prints, parted by tabs: its name, the median and the
 * least of the times in milliseconds, the peak resident size in KiB, and the
 * median of the time that the kernel worked for it, its own threads among it, in
 * milliseconds.  The kernel counts what a child shared with its parent before it
 * became another program: this one is kept small, so that this does not matter.
 *
 * Licence: MIT OR Apache-2.0, as ringutils.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 64, MOST_RUNS = 1000, MOST_COMMANDS = 32 };

struct command {
    const char *name;
    char *words[MOST_WORDS + 1];
    double times[MOST_RUNS];  /* milliseconds of each round */
    double system[MOST_RUNS]; /* of those, what the kernel worked */
    long peak;                /* KiB */
};

static struct command commands[MOST_COMMANDS];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void split(struct command *command, char *text)
{
    int count = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        if (count == MOST_WORDS)
            errx(2, "%s: too many words", command->name);
        command->words[count++] = word;
    }
    if (!count)
        errx(2, "%s: an empty command", command->name);
}

static void drop_caches(void)
{
    sync();
    int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, "3", 1) != 1)
        err(1, "/proc/sys/vm/drop_caches");
    close(fd);
}

/* Runs a command `work` times; milliseconds of one run, and of the kernel's work for it. */
static double run(struct command *command, long work, const posix_spawn_file_actions_t *quiet, double *system)
{
    double began = now();
    *system = 0;
    for (long i = 0; i < work; i++) {
        pid_t pid;
        struct rusage usage;
        errno = posix_spawnp(&pid, command->words[0], quiet, NULL, command->words, environ);
        if (errno)
            err(1, "%s", command->words[0]);
        while (wait4(pid, NULL, 0, &usage) < 0)
            if (errno != EINTR)
                err(1, "wait4");
        if (usage.ru_maxrss > command->peak)
            command->peak = usage.ru_maxrss;
        *system += (double)usage.ru_stime.tv_sec * 1e3 + (double)usage.ru_stime.tv_usec / 1e3;
    }
    *system /= (double)work;
    return (now() - began) / (double)work;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The median of some times, which it sorts. */
static double median(double *times, long count)
{
    qsort(times, (size_t)count, sizeof *times, ascending);
    return (times[(count - 1) / 2] + times[count / 2]) / 2;
}

int main(int argc, char **argv)
{
    long runs = 7, work = 1;
    int cold = 0, count = 0;
    for (int option; (option = getopt(argc, argv, "+cn:w:")) != -1;) {
        if (option == 'c')
            cold = 1;
        else if (option == 'n')
            runs = atol(optarg);
        else if (option == 'w')
            work = atol(optarg);
        else
            return 2;
    }
    for (; optind + 1 < argc && count < MOST_COMMANDS; optind += 2) {
        commands[count].name = argv[optind];
        split(&commands[count++], argv[optind + 1]);
    }
    if (!count || runs < 1 || runs > MOST_RUNS || work < 1)
        errx(2, "usage: race [-c] [-n RUNS] [-w WORK] NAME COMMAND...");
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    for (long round = -1; round < runs; round++) {
        for (int turn = 0; turn < count; turn++) {
            struct command *command = &commands[(turn + round + count) % count];
            if (cold)
                drop_caches();
            double system, time = run(command, work, &quiet, &system);
            if (round >= 0) {
                command->times[round] = time;
                command->system[round] = system;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        struct command *command = &commands[i];
        double time = median(command->times, runs), system = median(command->system, runs);
        printf("%s\t%.3f\t%.3f\t%ld\t%.3f\n", command->name, time, command->times[0], command->peak, system);
    }
    return 0;
}
