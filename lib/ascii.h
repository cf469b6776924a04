/*
 * ascii.h - classes of ASCII characters, in any locale (layer: base).
 */
#ifndef TF_ASCII_H
#define TF_ASCII_H

#include <stdbool.h>

static inline bool
tf_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
tf_is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool
tf_is_alnum(char c)
{
	return tf_is_digit(c) || tf_is_alpha(c);
}

/* The value of a hexadecimal digit, or -1. */
static inline int
tf_hex(char c)
{
	if (tf_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

#endif
