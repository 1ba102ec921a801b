/* usage: gen DIR NDIRS FILES
 *
 * Makes a tree shaped like a package store below DIR, the same one every time:
 * NDIRS directories, about ten levels deep, with 2 * FILES files each at most.
 * One file in sixteen has contents.  With NDIRS 0, one directory of files.
 *
 * Licence: MIT OR Apache-2.0, as ringutils.
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LONGEST = 300, /* bytes of a path below which directories are made no more */
    NEAR = 50,     /* how far back a new directory's parent usually lies */
};

static const char *const endings[] = {".js", ".ts", ".c", ".h", ".md", ".json", ".rs", ".txt", ""};

/* Xorshift, after Marsaglia (2003). */
static uint64_t number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void make_directories(char **dirs, long count)
{
    char path[4096];
    for (long n = 1; n <= count; n++) {
        /* Usually below a recent one, which makes the tree deep. */
        long parent = 0;
        if (number() % 4 && n > NEAR)
            parent = n - 1 - (long)(number() % NEAR);
        else
            parent = (long)(number() % (uint64_t)n);
        if (strlen(dirs[parent]) > LONGEST)
            parent = 0;
        snprintf(path, sizeof path, "%s/d%lx", dirs[parent], (long)(number() % 100000) + n * 7);
        if (mkdir(path, 0755))
            err(1, "%s", path);
        dirs[n] = strdup(path);
        if (!dirs[n])
            err(1, "strdup");
    }
}

static void make_file(const char *dir, long n)
{
    char path[4096];
    const char *ending = endings[number() % (sizeof endings / sizeof *endings)];
    long word = (long)(number() % 65536);
    snprintf(path, sizeof path, "%s/file_%lx_%ld%s", dir, word, n, ending);
    int fd = open(path, O_CREAT | O_WRONLY, 0644);
    if (fd < 0)
        err(1, "%s", path);
    if (number() % 16 == 0 && write(fd, path, strlen(path)) < 0)
        err(1, "%s", path);
    close(fd);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        errx(2, "usage: gen DIR NDIRS FILES");
    long count = atol(argv[2]), files = atol(argv[3]), total = 0;
    if (mkdir(argv[1], 0755) || chdir(argv[1]))
        err(1, "%s", argv[1]);
    char **dirs = calloc((size_t)count + 1, sizeof *dirs);
    if (!dirs)
        err(1, "calloc");
    dirs[0] = ".";
    make_directories(dirs, count);
    for (long n = 0; n <= count; n++) {
        long here = (long)(number() % (uint64_t)(2 * files + 1));
        for (long i = 0; i < here; i++)
            make_file(dirs[n], i);
        total += here;
    }
    fprintf(stderr, "%ld directories, %ld files\n", count, total);
    return 0;
}
