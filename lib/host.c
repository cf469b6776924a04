#include "host.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"
#include "ascii.h"

enum { NAME_MAX_LEN = 253, LABEL_MAX_LEN = 63 };

/* RFC 3492 section 5. */
enum {
	BASE = 36,
	T_MIN = 1,
	T_MAX = 26,
	SKEW = 38,
	DAMP = 700,
	INITIAL_BIAS = 72,
	INITIAL_N = 128
};

static bool
is_label(const char *bytes, size_t len)
{
	size_t i;

	if (len == 0 || len > LABEL_MAX_LEN || bytes[0] == '-' ||
	    bytes[len - 1] == '-')
		return false;
	for (i = 0; i < len; i++)
		if (!tf_is_alnum(bytes[i]) && bytes[i] != '-')
			return false;
	/* RFC 5891 section 4.2.3.1: kept for encodings */
	return len < 4 || bytes[2] != '-' || bytes[3] != '-' ||
	    ((bytes[0] | 32) == 'x' && (bytes[1] | 32) == 'n' && len > 4);
}

bool
tf_host_is_name(const char *bytes, size_t len)
{
	const char *end = bytes + len, *dot;

	if (len > NAME_MAX_LEN)
		return false;
	for (;; bytes = dot + 1) {
		dot = memchr(bytes, '.', (size_t)(end - bytes));
		if (dot == NULL)
			return is_label(bytes, (size_t)(end - bytes));
		if (!is_label(bytes, (size_t)(dot - bytes)))
			return false;
	}
}

bool
tf_host_is_ipv4(const char *bytes, size_t len)
{
	const char *end = bytes + len, *start;
	int part, number;

	for (part = 0; part < 4; part++) {
		if (part > 0 && (bytes == end || *bytes++ != '.'))
			return false;
		for (start = bytes, number = 0;
		     bytes < end && bytes - start < 3 && tf_is_digit(*bytes);
		     bytes++)
			number = number * 10 + (*bytes - '0');
		if (bytes == start || number > 255 ||
		    (*start == '0' && bytes - start > 1))
			return false;
	}
	return bytes == end;
}

bool
tf_host_is_ipv6(const char *bytes, size_t len)
{
	const char *end = bytes + len, *start;
	bool gap = false, open = true; /* a group may follow */
	int groups = 0;

	while (bytes < end) {
		if (end - bytes >= 2 && bytes[0] == ':' && bytes[1] == ':') {
			if (gap || (groups > 0 && open))
				return false;
			gap = true;
			bytes += 2;
			if (bytes == end)
				return groups <= 7;
		} else if (groups > 0 && !open) {
			if (*bytes++ != ':')
				return false;
		}
		for (start = bytes; bytes < end && tf_hex(*bytes) >= 0;)
			bytes++;
		if (bytes < end && *bytes == '.') {
			groups += 2;
			return tf_host_is_ipv4(start, (size_t)(end - start)) &&
			    (gap ? groups <= 7 : groups == 8);
		}
		if (bytes == start || bytes - start > 4)
			return false;
		groups++;
		open = false;
	}
	return gap ? groups <= 7 : groups == 8;
}

/* ---- labels in Punycode ---- */

static uint32_t
adapt(uint32_t delta, uint32_t count, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / DAMP : delta / 2;
	for (delta += delta / count; delta > (BASE - T_MIN) * T_MAX / 2;
	     k += BASE)
		delta /= BASE - T_MIN;
	return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static int
digit(char c)
{
	if (tf_is_alpha(c))
		return (c | 32) - 'a';
	return tf_is_digit(c) ? c - '0' + 26 : -1;
}

/* A number of variable length, times its weight; -1 where it is none. */
static int64_t
decode_delta(const char **at, const char *end, uint32_t bias)
{
	int64_t delta = 0, weight = 1;
	uint32_t k, t;
	int d;

	for (k = BASE;; k += BASE) {
		if (*at == end || (d = digit(*(*at)++)) < 0)
			return -1;
		delta += d * weight;
		if (delta > UINT32_MAX / 2)
			return -1;
		t = k <= bias + T_MIN ? T_MIN :
		    k >= bias + T_MAX ? T_MAX :
					k - bias;
		if ((uint32_t)d < t)
			return delta;
		weight *= BASE - t;
		if (weight > UINT32_MAX / 2)
			return -1;
	}
}

/* Section 6.2. The number of code points, or -1. */
static int
decode(const char *at, size_t len, uint32_t out[LABEL_MAX_LEN])
{
	const char *end = at + len, *basic = end;
	uint32_t n = INITIAL_N, bias = INITIAL_BIAS, i = 0, count = 0, k;
	int64_t delta;

	while (basic > at && basic[-1] != '-')
		basic--;
	for (; at < basic - 1; at++)
		out[count++] = (unsigned char)*at;
	for (at = basic; at < end; i++) {
		delta = decode_delta(&at, end, bias);
		if (delta < 0 || count == LABEL_MAX_LEN)
			return -1;
		count++;
		bias = adapt((uint32_t)delta, count, i == 0);
		i += (uint32_t)delta;
		n += i / count;
		i %= count;
		if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff))
			return -1;
		for (k = count - 1; k > i; k--)
			out[k] = out[k - 1];
		out[i] = n;
	}
	return (int)count;
}

static bool
label_matches(const struct tf_pattern *wrong, struct tf_matcher *matcher,
    const char *bytes, size_t len)
{
	uint32_t points[LABEL_MAX_LEN];
	char text[4 * LABEL_MAX_LEN];
	size_t size = 0;
	int i, count;

	if (len < 4 || (bytes[0] | 32) != 'x' || (bytes[1] | 32) != 'n' ||
	    bytes[2] != '-' || bytes[3] != '-')
		return true;
	count = decode(bytes + 4, len - 4, points);
	for (i = 0; i < count; i++)
		size += tf_utf8_put(text + size,
		    points[i] >= 'A' && points[i] <= 'Z' ? points[i] | 32 :
							   points[i]);
	return count > 0 && !tf_pattern_matches(wrong, matcher, text, size);
}

bool
tf_host_labels_match(const struct tf_pattern *wrong, struct tf_matcher *matcher,
    const char *bytes, size_t len)
{
	const char *end = bytes + len, *dot;

	for (;; bytes = dot + 1) {
		dot = memchr(bytes, '.', (size_t)(end - bytes));
		if (!label_matches(wrong, matcher, bytes,
			(size_t)((dot != NULL ? dot : end) - bytes)))
			return false;
		if (dot == NULL)
			return true;
	}
}
