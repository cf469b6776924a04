#include "home.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "buf.h"
#include "mem.h"

extern char **environ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;
static char **real;   /* while it is hidden, else NULL */
static char **copied; /* made once, never freed: somebody may be reading it */

/* Without a HOME libjq may ask the list of users: that counts as a file. */
static bool
has_file(void)
{
	const char *home = getenv("HOME");
	struct tf_buf path = {NULL, 0, 0};
	struct stat st;
	bool has;

	if (home == NULL || home[0] == '\0')
		return true;
	tf_buf_addf(&path, "%s/.jq", home);
	has = stat(path.bytes, &st) == 0;
	tf_buf_release(&path);
	return has;
}

static char **
copy_without_home(char *const *from)
{
	static char home[] = "HOME=/dev/null";
	char **copy;
	size_t i, count = 0;

	for (i = 0; from[i] != NULL; i++)
		continue;
	copy = tf_calloc(i + 2, sizeof(*copy));
	copy[count++] = home;
	for (i = 0; from[i] != NULL; i++)
		if (strncmp(from[i], home, strlen("HOME=")) != 0)
			copy[count++] = from[i];
	return copy;
}

void
tf_home_hide(void)
{
	pthread_mutex_lock(&lock);
	if (users++ == 0 && environ != NULL && has_file()) {
		if (copied == NULL)
			copied = copy_without_home(environ);
		real = environ;
		environ = copied;
	}
	pthread_mutex_unlock(&lock);
}

void
tf_home_show(void)
{
	pthread_mutex_lock(&lock);
	if (--users == 0 && real != NULL) {
		environ = real;
		real = NULL;
	}
	pthread_mutex_unlock(&lock);
}
