#include "sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "mem.h"

int
tf_sys_is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Returns 0, an errno, or EFBIG. */
static int
read_all(int fd, size_t max, struct tf_buf *buf)
{
	ssize_t n;

	for (;;) {
		tf_buf_reserve(buf, 64 * 1024);
		n = read(fd, buf->bytes + buf->len, 64 * 1024);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0)
			return 0;
		buf->len += (size_t)n;
		buf->bytes[buf->len] = '\0';
		if (buf->len > max)
			return EFBIG;
	}
}

int
tf_sys_read_file(
    const char *path, size_t max, struct tf_buf *buf, struct tf_errors *errors)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int error = fd < 0 ? errno : read_all(fd, max, buf);

	if (fd >= 0)
		close(fd);
	if (error == 0)
		return 0;
	if (error == EFBIG)
		tf_errors_add(errors, path, 0, 0,
		    "the file is larger than %zu MiB", max / 1024 / 1024);
	else
		tf_errors_add(errors, path, 0, 0, "%s", strerror(error));
	return -1;
}

static int
is_rulebook(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot != NULL && dot != name &&
	    (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **
tf_sys_list_rules(const char *path, size_t *count, struct tf_errors *errors)
{
	DIR *dir = opendir(path);
	char **paths = tf_malloc(sizeof(*paths));
	struct dirent *entry;
	struct tf_buf buf = {0};
	size_t capacity = 1;

	*count = 0;
	if (dir == NULL) {
		tf_errors_add(errors, path, 0, 0, "%s", strerror(errno));
		free(paths);
		return NULL;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (!is_rulebook(entry->d_name))
			continue;
		tf_buf_reset(&buf);
		tf_buf_addf(&buf, "%s/%s", path, entry->d_name);
		paths = tf_grow(paths, *count, &capacity, sizeof(*paths));
		paths[(*count)++] = tf_strdup(tf_buf_text(&buf));
	}
	closedir(dir);
	tf_buf_release(&buf);
	qsort(paths, *count, sizeof(*paths), by_name);
	return paths;
}
