#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "mem.h"

#define VALUE_MAX_SIZE ((size_t)1 << 30)

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

/* ---- pieces ---- */

static void
count_lines(struct tf_reader *reader, const char *p, const char *end)
{
	while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		reader->line++;
		p++;
	}
}

/* Takes [at, end) as a piece; end is a newline, or the end of the file. */
static void
take_piece(struct tf_reader *reader, struct tf_input *input, size_t end)
{
	const char *bytes = input->buf.bytes;

	input->pieces = tf_grow(input->pieces, input->count, &input->capacity,
	    sizeof(*input->pieces));
	input->pieces[input->count++] =
	    (struct tf_piece){.bytes = bytes + reader->at,
		.len = end - reader->at,
		.file = reader->file,
		.line = reader->line};
	if (end < input->buf.len)
		end++;
	count_lines(reader, bytes + reader->at, bytes + end);
	reader->at = end;
	reader->scanning = false;
}

static void
skip_blank_line(struct tf_reader *reader, size_t end, size_t len)
{
	reader->at = end < len ? end + 1 : end;
	reader->line += end < len;
}

/* The offset of the next newline, or the end of the bytes. */
static size_t
line_end(const struct tf_buf *buf, size_t at)
{
	const char *newline = memchr(buf->bytes + at, '\n', buf->len - at);

	return newline != NULL ? (size_t)(newline - buf->bytes) : buf->len;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/*
 * True where the line [at, end) is a piece of its own for sure: it cannot start
 * a value over several lines, or it is closed and what follows cannot go on.
 */
static bool
stands_alone(const struct tf_buf *buf, size_t at, size_t end, bool ended)
{
	const char *p = buf->bytes + at, *last = buf->bytes + end - 1;
	const char *next = buf->bytes + end + 1;

	while (is_blank(*p))
		p++;
	while (is_blank(*last))
		last--;
	if (*p != '{' && *p != '[')
		return true;
	if (*last != (*p == '{' ? '}' : ']'))
		return false;
	if (next >= buf->bytes + buf->len)
		return ended;
	return *next == '{' || *next == '[';
}

/* How a line starts that goes on with a value over several lines. */
static bool
is_continuation(char c)
{
	return c == ' ' || c == '\t' || c == '}' || c == ']' || c == ',' ||
	    c == '"';
}

/*
 * The value that starts at "at" is none. Its piece is its first line, and where
 * it seemed to go on, the lines that look like more of it. False where the end
 * of that is not there yet.
 */
static bool
take_broken(struct tf_reader *reader, struct tf_input *input)
{
	const struct tf_buf *buf = &input->buf;
	size_t end = line_end(buf, reader->at);

	if (end < reader->scanned)
		while (
		    end + 1 < buf->len && is_continuation(buf->bytes[end + 1]))
			end = line_end(buf, end + 1);
	if (end + 1 >= buf->len && !reader->ended)
		return false;
	take_piece(reader, input, end);
	return true;
}

/* Scans on from where it was. False where there must be more bytes. */
static bool
take_scanned(struct tf_reader *reader, struct tf_input *input)
{
	const struct tf_buf *buf = &input->buf;
	enum tf_scan_result result;

	for (;;) {
		result = tf_scan_on(
		    &reader->scan, buf->bytes, &reader->scanned, buf->len);
		if (result == TF_SCAN_MORE && !reader->ended)
			return false;
		if (result != TF_SCAN_COMPLETE)
			return take_broken(reader, input);
		/* more values on the last line belong to the piece */
		while (reader->scanned < buf->len &&
		    is_blank(buf->bytes[reader->scanned]))
			reader->scanned++;
		if (reader->scanned == buf->len && !reader->ended)
			return false;
		if (reader->scanned == buf->len ||
		    buf->bytes[reader->scanned] == '\n') {
			take_piece(reader, input, reader->scanned);
			return true;
		}
		reader->scan = (struct tf_scan){0};
	}
}

static bool
take_next(struct tf_reader *reader, struct tf_input *input)
{
	const struct tf_buf *buf = &input->buf;
	size_t end, p;

	if (reader->scanning)
		return take_scanned(reader, input);
	end = line_end(buf, reader->at);
	if (end == buf->len && !reader->ended)
		return false;
	for (p = reader->at; p < end && is_blank(buf->bytes[p]); p++)
		continue;
	if (p == end) {
		skip_blank_line(reader, end, buf->len);
		return true;
	}
	if (stands_alone(buf, reader->at, end, reader->ended)) {
		take_piece(reader, input, end);
		return true;
	}
	reader->scanning = true;
	reader->scan = (struct tf_scan){0};
	reader->scanned = reader->at;
	return take_scanned(reader, input);
}

static void
split(struct tf_reader *reader, struct tf_input *input)
{
	if (input->offset == 0 && reader->at == 0 && !reader->scanning &&
	    input->buf.len >= 3 &&
	    memcmp(input->buf.bytes, "\xEF\xBB\xBF", 3) == 0)
		reader->at = 3;
	while (reader->at < input->buf.len && take_next(reader, input))
		continue;
}

/* ---- bytes ---- */

/* Reads some more. Returns 0, or an errno. */
static int
fill(struct tf_reader *reader, struct tf_buf *buf)
{
	ssize_t n;

	if (buf->len > VALUE_MAX_SIZE)
		return EFBIG;
	tf_buf_reserve(buf, TF_BATCH_SIZE);
	do
		n = read(reader->fd, buf->bytes + buf->len, TF_BATCH_SIZE);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno;
	reader->ended = n == 0;
	buf->len += (size_t)n;
	buf->bytes[buf->len] = '\0';
	return 0;
}

int
tf_reader_next(
    struct tf_reader *reader, struct tf_input *input, struct tf_errors *errors)
{
	struct tf_buf *buf = &input->buf;
	int error = 0;

	input->count = 0;
	input->offset = reader->offset;
	tf_buf_reset(buf);
	tf_buf_add(buf, tf_buf_text(&reader->rest), reader->rest.len);
	tf_buf_reset(&reader->rest);
	reader->scanned -= reader->at;
	reader->at = 0;
	while (!reader->ended && input->count == 0 && error == 0) {
		error = fill(reader, buf);
		if (error == 0)
			split(reader, input);
	}
	if (error == EFBIG)
		tf_errors_add(errors, reader->file, reader->line, 0,
		    "the value is larger than 1 GiB");
	else if (error != 0)
		tf_errors_add(
		    errors, reader->file, 0, 0, "%s", strerror(error));
	if (error != 0)
		return -1;
	if (buf->len == 0)
		return 0;
	/* the rest goes on in the next batch */
	tf_buf_add(
	    &reader->rest, buf->bytes + reader->at, buf->len - reader->at);
	buf->len = reader->at;
	reader->offset += buf->len;
	return 1;
}
