/*
 * reader.h - a file as batches of pieces (layer: pipeline).
 *
 * A piece is one line, or the lines that one value spans, without the last
 * line end; blank lines are none. What stands behind a value on its last line
 * belongs to the same piece. A byte-order mark at the start of the file belongs
 * to none. Batches end at the ends of lines, so that a batch can be processed
 * without the others.
 *
 * A line that is a whole value, or cannot be the start of one over several
 * lines, is told by its first and last character and the first of the next
 * line. Any other is scanned. A value that turns out to be broken, or is cut
 * off by the end of the file, costs its first line, and the lines after it that
 * look like more of it: in a file of lines, that is the broken line alone; of a
 * document over many lines, it is all.
 */
#ifndef TF_READER_H
#define TF_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "engine.h"
#include "scan.h"

/* Bytes of one read; a batch is larger where a line is. */
enum { TF_BATCH_SIZE = 512 * 1024 };

/* One batch. Starts zeroed. input holds the bytes that pieces point into. */
struct tf_input {
	struct tf_buf buf;
	uint64_t offset; /* of the first byte in the file */
	struct tf_piece *pieces;
	size_t count, capacity;
};

void tf_input_release(struct tf_input *input);

struct tf_reader {
	int fd;
	const char *file;
	uint64_t offset, line; /* of what comes next */
	struct tf_buf rest;    /* what the batch before did not take */
	bool ended;

	/* in the batch that is being filled */
	size_t at; /* where the next piece starts */
	bool scanning;
	struct tf_scan scan; /* of the value that starts at "at" */
	size_t scanned;      /* how far it was scanned */
};

void tf_reader_init(struct tf_reader *reader, int fd, const char *file);
void tf_reader_release(struct tf_reader *reader);

/*
 * Fills a batch. Returns 1; 0 at the end of the file; -1 with an error: reading
 * failed, or a value is larger than 1 GiB.
 */
int tf_reader_next(
    struct tf_reader *reader, struct tf_input *input, struct tf_errors *errors);

#endif
