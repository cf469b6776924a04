/*
 * reader.h - a file as batches of pieces (layer: pipeline).
 *
 * A piece is a line without its line end; blank lines are none. A byte-order
 * mark at the start of the file belongs to no piece. Batches end at the ends
 * of lines, so that a batch can be processed without the others.
 */
#ifndef TF_READER_H
#define TF_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "engine.h"

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
	struct tf_buf rest;    /* the start of a line that was cut by a batch */
	bool ended;
};

void tf_reader_init(struct tf_reader *reader, int fd, const char *file);
void tf_reader_release(struct tf_reader *reader);

/*
 * Fills a batch. Returns 1; 0 at the end of the file; -1 with an error: reading
 * failed, or a line is larger than 1 GiB.
 */
int tf_reader_next(struct tf_reader *reader, struct tf_input *input,
    struct tf_errors *errors);

#endif
