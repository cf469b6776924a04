#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "mem.h"

#define LINE_MAX_SIZE ((size_t)1 << 30)

void
tf_input_release(struct tf_input *input)
{
	tf_buf_release(&input->buf);
	free(input->pieces);
	input->pieces = NULL;
}

void
tf_reader_init(struct tf_reader *reader, int fd, const char *file)
{
	*reader = (struct tf_reader){.fd = fd, .file = file, .line = 1};
}

void
tf_reader_release(struct tf_reader *reader)
{
	tf_buf_release(&reader->rest);
}

static void
add_piece(struct tf_reader *reader, struct tf_input *input, const char *start,
    const char *end)
{
	const char *p = start;

	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	if (p == end)
		return;
	input->pieces = tf_grow(input->pieces, input->count, &input->capacity,
	    sizeof(*input->pieces));
	input->pieces[input->count++] = (struct tf_piece){.bytes = start,
	    .len = (size_t)(end - start),
	    .file = reader->file,
	    .line = reader->line};
}

/* Makes pieces of all whole lines; what is left goes on in the next batch. */
static void
split(struct tf_reader *reader, struct tf_input *input)
{
	const char *p = input->buf.bytes, *end = p + input->buf.len, *newline;

	if (input->offset == 0 && input->buf.len >= 3 &&
	    memcmp(p, "\xEF\xBB\xBF", 3) == 0)
		p += 3;
	while ((newline = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		add_piece(reader, input, p, newline);
		reader->line++;
		p = newline + 1;
	}
	if (reader->ended) {
		if (p < end)
			add_piece(reader, input, p, end);
		return;
	}
	tf_buf_add(&reader->rest, p, (size_t)(end - p));
	input->buf.len -= (size_t)(end - p);
}

/* Reads until there is a whole line, or the end. Returns 0, or an errno. */
static int
fill(struct tf_reader *reader, struct tf_buf *buf)
{
	size_t searched = buf->len;
	ssize_t n;

	do {
		if (buf->len > LINE_MAX_SIZE)
			return EFBIG;
		tf_buf_reserve(buf, TF_BATCH_SIZE);
		n = read(reader->fd, buf->bytes + buf->len, TF_BATCH_SIZE);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0) {
			reader->ended = true;
			break;
		}
		searched = buf->len;
		buf->len += (size_t)n;
		buf->bytes[buf->len] = '\0';
	} while (n < 0 ||
	    memchr(buf->bytes + searched, '\n', buf->len - searched) == NULL);
	return 0;
}

int
tf_reader_next(struct tf_reader *reader, struct tf_input *input,
    struct tf_errors *errors)
{
	int error;

	input->count = 0;
	input->offset = reader->offset;
	tf_buf_reset(&input->buf);
	tf_buf_add(&input->buf, tf_buf_text(&reader->rest), reader->rest.len);
	tf_buf_reset(&reader->rest);
	if (reader->ended)
		return 0;
	error = fill(reader, &input->buf);
	if (error == EFBIG)
		tf_errors_add(errors, reader->file, reader->line, 0,
		    "the line is larger than 1 GiB");
	else if (error != 0)
		tf_errors_add(
		    errors, reader->file, 0, 0, "%s", strerror(error));
	if (error != 0)
		return -1;
	if (input->buf.len == 0)
		return 0;
	split(reader, input);
	reader->offset += input->buf.len;
	return 1;
}
