/*
 * The least that a reader of records does: takes standard input line by line
 * and parses each line with yyjson, nothing else. Prints how many there were.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <yyjson.h>

#define CHUNK ((size_t)1 << 18)

/* A pool for the values of one line; grows for a longer one. */
struct pool {
	void *bytes;
	size_t size;
};

static void *
grown(void *old, size_t size)
{
	void *bytes = realloc(old, size);

	if (bytes == NULL) {
		perror("bare");
		exit(2);
	}
	return bytes;
}

static void
parse(struct pool *pool, char *line, size_t len)
{
	size_t need = yyjson_read_max_memory_usage(len, 0);
	yyjson_alc alc;
	yyjson_read_err err;

	if (need > pool->size) {
		pool->bytes = grown(pool->bytes, need * 2);
		pool->size = need * 2;
	}
	yyjson_alc_pool_init(&alc, pool->bytes, pool->size);
	if (yyjson_read_opts(line, len, 0, &alc, &err) == NULL) {
		fprintf(stderr, "bare: %s\n", err.msg);
		exit(2);
	}
}

int
main(void)
{
	struct pool pool = {NULL, 0};
	char *buf = NULL;
	size_t size = 0, held = 0, lines = 0;

	for (;;) {
		char *line, *end;
		ssize_t got;

		if (size - held < CHUNK) {
			size = size * 2 + 2 * CHUNK;
			buf = grown(buf, size);
		}
		got = read(STDIN_FILENO, buf + held, CHUNK);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		held += (size_t)got;
		line = buf;
		while ((end = memchr(
			    line, '\n', held - (size_t)(line - buf))) != NULL) {
			parse(&pool, line, (size_t)(end - line));
			lines++;
			line = end + 1;
		}
		held -= (size_t)(line - buf);
		memmove(buf, line, held);
	}
	if (held > 0) {
		parse(&pool, buf, held);
		lines++;
	}
	printf("%zu\n", lines);
	free(buf);
	free(pool.bytes);
	return 0;
}
