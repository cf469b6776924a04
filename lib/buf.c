#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

void
tf_buf_reserve(struct tf_buf *buf, size_t size)
{
	size_t want = buf->len + size + 1;
	size_t capacity = buf->capacity > 0 ? buf->capacity : 64;

	if (want <= buf->capacity)
		return;
	while (capacity < want)
		capacity *= 2;
	buf->bytes = tf_realloc(buf->bytes, capacity);
	buf->capacity = capacity;
}

void
tf_buf_add(struct tf_buf *buf, const char *bytes, size_t len)
{
	tf_buf_reserve(buf, len);
	if (len > 0)
		memcpy(buf->bytes + buf->len, bytes, len);
	buf->len += len;
	buf->bytes[buf->len] = '\0';
}

void
tf_buf_adds(struct tf_buf *buf, const char *text)
{
	tf_buf_add(buf, text, strlen(text));
}

void
tf_buf_addc(struct tf_buf *buf, char c)
{
	tf_buf_add(buf, &c, 1);
}

void
tf_buf_addf(struct tf_buf *buf, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (len <= 0)
		return;
	tf_buf_reserve(buf, (size_t)len);
	va_start(args, format);
	vsnprintf(buf->bytes + buf->len, (size_t)len + 1, format, args);
	va_end(args);
	buf->len += (size_t)len;
}

void
tf_buf_reset(struct tf_buf *buf)
{
	buf->len = 0;
	if (buf->bytes != NULL)
		buf->bytes[0] = '\0';
}

void
tf_buf_release(struct tf_buf *buf)
{
	free(buf->bytes);
	buf->bytes = NULL;
	buf->len = buf->capacity = 0;
}

const char *
tf_buf_text(const struct tf_buf *buf)
{
	return buf->bytes != NULL ? buf->bytes : "";
}
