/*
 * buf.h - a growing run of bytes (layer: base).
 *
 * A buf starts zeroed. bytes is NULL while it is empty and never was used;
 * otherwise there is always a NUL after the last byte, which len leaves out.
 */
#ifndef TF_BUF_H
#define TF_BUF_H

#include <stddef.h>

#include "toolfix.h"

struct tf_buf {
	char *bytes;
	size_t len, capacity;
};

/* Makes room for size more bytes and the NUL. */
void tf_buf_reserve(struct tf_buf *buf, size_t size);
void tf_buf_add(struct tf_buf *buf, const char *bytes, size_t len);
void tf_buf_adds(struct tf_buf *buf, const char *text);
void tf_buf_addc(struct tf_buf *buf, char c);
void tf_buf_addf(struct tf_buf *buf, const char *format, ...) TF_PRINTF(2, 3);

/* Empties it, keeping the memory. */
void tf_buf_reset(struct tf_buf *buf);
void tf_buf_release(struct tf_buf *buf);

/* Its text: "" where nothing was ever added. */
const char *tf_buf_text(const struct tf_buf *buf);

#endif
