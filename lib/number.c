#include "number.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHORT_DIGITS = 18, /* what always fits 63 bits */
	/*
	 * Digits after these, of which at least one is not 0, cannot change
	 * a double any more, whichever they are: a number half-way between
	 * two doubles has at most 767.
	 */
	DOUBLE_DIGITS = 800,
	DOUBLE_MAGNITUDE = 400, /* surely out of range beyond */
	FULL_DIGITS = 17        /* these give back any double */
};

#define PLAIN_BELOW 1e17 /* integers from here on get an exponent */

/*
 * A number taken apart: digits, times ten to the power of place plus exponent.
 * The digits go from the first to the last that is not 0, perhaps with a '.'
 * among them. A text has fewer than 10^17 bytes, and so have all its counts.
 */
struct decimal {
	const char *digits, *digits_end;
	int64_t count; /* of digits; 0 for zero */
	int64_t place;
	const char *exponent; /* digits alone: it may be too long for a type */
	size_t exponent_len;
	bool exponent_negative, negative;
};

static const struct decimal no_decimal;

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *
skip_digits(const char *p, const char *end)
{
	while (p < end && is_digit(*p))
		p++;
	return p;
}

bool
tf_number_valid(const char *text, size_t len)
{
	const char *p = text, *start, *end;

	if (len == 0)
		return false;
	end = text + len;
	p += *p == '-';
	start = p;
	p = skip_digits(p, end);
	if (p == start || (*start == '0' && p - start > 1))
		return false;
	if (p < end && *p == '.') {
		start = p + 1;
		if ((p = skip_digits(start, end)) == start)
			return false;
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		start = p + 1;
		start += start < end && (*start == '+' || *start == '-');
		if ((p = skip_digits(start, end)) == start)
			return false;
	}
	return p == end;
}

/* The value of digits alone, where they are few: the usual case, quickly. */
static bool
short_integer(const char *text, size_t len, int64_t *value)
{
	bool negative = len > 0 && text[0] == '-';
	size_t i = negative;
	int64_t sum = 0;

	if (len - i > SHORT_DIGITS)
		return false;
	for (; i < len; i++) {
		if (!is_digit(text[i]))
			return false;
		sum = sum * 10 + (text[i] - '0');
	}
	*value = negative ? -sum : sum;
	return true;
}

/*
 * The same for a number with up to 9 digits after its point, which are given
 * as billionths. Both parts have the number's sign.
 */
static bool
short_decimal(const char *text, size_t len, int64_t *whole, int64_t *parts)
{
	const bool negative = text[0] == '-';
	size_t i = negative, digits = 0;
	int64_t sum = 0, fraction = 0;

	for (; i < len && is_digit(text[i]); i++)
		sum = sum * 10 + (text[i] - '0');
	if (i - negative > SHORT_DIGITS)
		return false;
	if (i < len && text[i] == '.')
		for (i++; i < len && is_digit(text[i]) && digits < 9; digits++)
			fraction = fraction * 10 + (text[i++] - '0');
	if (i < len)
		return false;
	for (; digits > 0 && digits < 9; digits++)
		fraction *= 10;
	*whole = negative ? -sum : sum;
	*parts = negative ? -fraction : fraction;
	return true;
}

static void
take_exponent(struct decimal *d, const char *p, const char *end)
{
	d->exponent_negative = *p == '-';
	p += *p == '-' || *p == '+';
	d->exponent = p;
	d->exponent_len = (size_t)(end - p);
}

static struct decimal
take_apart(const char *text, size_t len)
{
	struct decimal d = no_decimal;
	const char *p = text, *end = text + len;
	int64_t seen = 0, first = 0, last = 0, point = -1;

	d.negative = *p == '-';
	for (p += d.negative; p < end && *p != 'e' && *p != 'E'; p++) {
		if (*p == '.') {
			point = seen;
			continue;
		}
		seen++;
		if (*p == '0')
			continue;
		if (d.digits == NULL) {
			d.digits = p;
			first = seen - 1;
		}
		d.digits_end = p + 1;
		last = seen;
	}
	d.count = last - first;
	d.place = (point < 0 ? seen : point) - last;
	if (p < end)
		take_exponent(&d, p + 1, end);
	return d;
}

/* The exponent's digit that has so many others after it, with its sign. */
static int
exponent_digit(const struct decimal *d, size_t after)
{
	int digit;

	if (after >= d->exponent_len)
		return 0;
	digit = d->exponent[d->exponent_len - 1 - after] - '0';
	return d->exponent_negative ? -digit : digit;
}

/*
 * How much more a's exponent is than b's. Exact up to 10^17; beyond that no
 * further digits can bring it back, so that only its sign still matters.
 */
static int64_t
exponent_difference(const struct decimal *a, const struct decimal *b)
{
	const int64_t limit = 100000000000000000;
	size_t n = a->exponent_len;
	int64_t sum = 0;

	if (n < b->exponent_len)
		n = b->exponent_len;
	while (n-- > 0 && sum > -limit && sum < limit)
		sum = sum * 10 + exponent_digit(a, n) - exponent_digit(b, n);
	return sum;
}

/* What power of ten the last digit stands for. */
static int64_t
scale(const struct decimal *d)
{
	return d->place + exponent_difference(d, &no_decimal);
}

/* The next digit as a number; *p is moved after it. */
static unsigned
next_digit(const char **p)
{
	*p += **p == '.';
	return (unsigned)(*(*p)++ - '0');
}

static int
sign(int64_t n)
{
	return (n > 0) - (n < 0);
}

static int
compare_digits(const struct decimal *a, const struct decimal *b)
{
	const char *p = a->digits, *q = b->digits;
	int order = 0;

	while (order == 0 && p < a->digits_end && q < b->digits_end)
		order = (int)next_digit(&p) - (int)next_digit(&q);
	if (order != 0)
		return sign(order);
	return (p < a->digits_end) - (q < b->digits_end);
}

static int
number_sign(const struct decimal *d)
{
	return d->count == 0 ? 0 : d->negative ? -1 : 1;
}

int
tf_number_compare(const char *a, size_t alen, const char *b, size_t blen)
{
	struct decimal x, y;
	int64_t i, j, k, l, more;
	int xsign, ysign;

	if (alen <= SHORT_DIGITS && blen <= SHORT_DIGITS &&
	    short_decimal(a, alen, &i, &k) && short_decimal(b, blen, &j, &l))
		return i != j ? sign(i - j) : sign(k - l);
	x = take_apart(a, alen);
	y = take_apart(b, blen);
	xsign = number_sign(&x);
	ysign = number_sign(&y);
	if (xsign != ysign || xsign == 0)
		return xsign - ysign;
	more = x.place + x.count - y.place - y.count;
	more += exponent_difference(&x, &y);
	return xsign * (more != 0 ? sign(more) : compare_digits(&x, &y));
}

bool
tf_number_is_integer(const char *text, size_t len)
{
	struct decimal d;
	int64_t value;

	if (short_integer(text, len, &value))
		return true;
	d = take_apart(text, len);
	return d.count == 0 || scale(&d) >= 0;
}

/* Its digits alone, which must be no more than 19. */
static uint64_t
digits_value(const struct decimal *d)
{
	const char *p = d->digits;
	uint64_t sum = 0;

	while (p < d->digits_end)
		sum = sum * 10 + next_digit(&p);
	return sum;
}

/* Whether the digits, times ten to this power, can be divided by divisor. */
static bool
divides(uint64_t divisor, const struct decimal *d, int64_t power)
{
	const char *p = d->digits;
	uint64_t rest = 0;

	while (p < d->digits_end)
		rest = (rest * 10 + next_digit(&p)) % divisor;
	/* 10^64 has all the 2s and 5s that fit: more change nothing */
	if (power > 64)
		power = 64;
	while (power-- > 0 && rest != 0)
		rest = rest * 10 % divisor;
	return rest == 0;
}

static bool
is_whole(double value)
{
	if (fabs(value) >= 0x1p53)
		return !isinf(value);
	return !isnan(value) && (double)(int64_t)value == value;
}

bool
tf_number_is_multiple(
    const char *text, size_t len, const char *divisor, size_t divisor_len)
{
	struct decimal a, b;
	int64_t i, j, power;

	if (short_integer(text, len, &i) &&
	    short_integer(divisor, divisor_len, &j) && j != 0)
		return i % j == 0;
	a = take_apart(text, len);
	b = take_apart(divisor, divisor_len);
	assert(b.count > 0);
	if (a.count == 0)
		return true;
	power = a.place - b.place + exponent_difference(&a, &b);
	/* a's last digit is not 0: ten does not divide it */
	if (power < 0)
		return false;
	if (b.count <= SHORT_DIGITS)
		return divides(digits_value(&b), &a, power);
	return is_whole(tf_number_to_double(text, len) /
	    tf_number_to_double(divisor, divisor_len));
}

bool
tf_number_to_int64(const char *text, size_t len, int64_t *value)
{
	struct decimal d;
	uint64_t sum;
	int64_t power;

	if (short_integer(text, len, value))
		return true;
	d = take_apart(text, len);
	power = scale(&d);
	if (d.count > 0 && (power < 0 || d.count + power > 19))
		return false;
	sum = digits_value(&d);
	for (; sum > 0 && power > 0; power--)
		sum *= 10;
	if (sum > (uint64_t)INT64_MAX + d.negative)
		return false;
	*value = (int64_t)(d.negative ? 0 - sum : sum);
	return true;
}

/*
 * strtod(3) is given digits and an exponent, without a decimal point: which
 * one it takes depends on the locale.
 */
static double
magnitude_to_double(const struct decimal *d)
{
	char text[DOUBLE_DIGITS + 16];
	const char *p = d->digits;
	int64_t magnitude = d->count + scale(d);
	int n = 0;

	if (d->count == 0 || magnitude < -DOUBLE_MAGNITUDE)
		return 0;
	if (magnitude > DOUBLE_MAGNITUDE)
		return HUGE_VAL;
	while (p < d->digits_end && n < DOUBLE_DIGITS)
		text[n++] = (char)('0' + next_digit(&p));
	if (p < d->digits_end)
		text[n++] = '1';
	snprintf(text + n, sizeof(text) - (size_t)n, "e%d", (int)magnitude - n);
	return strtod(text, NULL);
}

double
tf_number_to_double(const char *text, size_t len)
{
	struct decimal d;
	int64_t value;
	double magnitude;

	if (short_integer(text, len, &value) && value != 0)
		return (double)value;
	d = take_apart(text, len);
	magnitude = magnitude_to_double(&d);
	return d.negative ? -magnitude : magnitude;
}

/*
 * Adds what printf(3) wrote, with '.' for the decimal point of the locale,
 * which may be another character and have several bytes.
 */
static void
add_with_point(struct tf_buf *buf, const char *text)
{
	bool point = false;

	for (; *text != '\0'; text++) {
		if (is_digit(*text) || strchr("e+-", *text) != NULL) {
			tf_buf_addc(buf, *text);
		} else if (!point) {
			tf_buf_addc(buf, '.');
			point = true;
		}
	}
}

/*
 * What was written with up to fifteen digits comes back with fifteen, unless
 * it is subnormal. (A few powers of two get 17 digits where another 16 than
 * the nearest ones would do.)
 */
static void
format_shortest(char *text, size_t size, double value)
{
	int digits = value < DBL_MIN ? 1 : DBL_DIG;

	do
		snprintf(text, size, "%.*g", digits, value);
	while (digits++ < FULL_DIGITS && strtod(text, NULL) != value);
}

void
tf_number_write(struct tf_buf *buf, double value)
{
	char text[48];

	if (isnan(value)) {
		tf_buf_adds(buf, "null");
		return;
	}
	if (signbit(value)) {
		tf_buf_addc(buf, '-');
		value = -value;
	}
	if (isinf(value))
		value = DBL_MAX;
	if (value < PLAIN_BELOW && (double)(int64_t)value == value)
		snprintf(text, sizeof(text), "%" PRId64, (int64_t)value);
	else
		format_shortest(text, sizeof(text), value);
	add_with_point(buf, text);
}
