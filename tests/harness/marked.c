/* Catalogues that know every text, for a program that is started with this library preloaded: what is looked up comes
   back between << and >>, and each of its directives between { and }. So what a program says tells which of its words
   can be translated, and where its parts begin and end. libc's catalogue stays as it is, and what is looked for in
   gnulib's is marked as such. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static char *marked(const char *domain, const char *text)
{
    /* Never freed: a program may keep what it was given. */
    char *out = malloc(3 * strlen(text) + 16);
    if (!out || !*text)
        return (char *)text;
    char *to = stpcpy(out, domain && !strcmp(domain, "gnulib") ? "<<gnulib: " : "<<");
    while (*text) {
        if (*text != '%' || text[1] == '%') {
            if (*text == '%')
                *to++ = *text++;
            *to++ = *text++;
            continue;
        }
        size_t length = 1 + strspn(text + 1, "-+ #'0123456789.$hlqjzt");
        length += text[length] != '\0';
        *to++ = '{';
        to = mempcpy(to, text, length);
        *to++ = '}';
        text += length;
    }
    strcpy(to, ">>");
    return out;
}

char *dcgettext(const char *domain, const char *text, int category)
{
    if (domain && !strcmp(domain, "libc")) {
        char *(*libcs)(const char *, const char *, int) = dlsym(RTLD_NEXT, "dcgettext");
        return libcs(domain, text, category);
    }
    return marked(domain, text);
}

char *dgettext(const char *domain, const char *text)
{
    return marked(domain, text);
}

char *gettext(const char *text)
{
    return marked(NULL, text);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category)
{
    (void)category;
    return marked(domain, n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
    return marked(domain, n == 1 ? one : many);
}

char *ngettext(const char *one, const char *many, unsigned long n)
{
    return marked(NULL, n == 1 ? one : many);
}
