#include "format.h"

#include <string.h>

#include "ascii.h"
#include "host.h"
#include "regex.h"
#include "uri.h"

/* ---- dates and times, RFC 3339 section 5.6 ---- */

struct cursor {
	const char *at, *end;
};

/* A number of so many digits; -1 where there is none. */
static int
take_number(struct cursor *c, int digits)
{
	int number = 0;

	for (; digits > 0; digits--) {
		if (c->at == c->end || !tf_is_digit(*c->at))
			return -1;
		number = number * 10 + (*c->at++ - '0');
	}
	return number;
}

/* One of the characters. */
static bool
take(struct cursor *c, const char *any)
{
	if (c->at == c->end || *c->at == '\0' || strchr(any, *c->at) == NULL)
		return false;
	c->at++;
	return true;
}

static int
days_of(int year, int month)
{
	static const int days[] = {
	    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool
take_date(struct cursor *c)
{
	int year, month, day;

	year = take_number(c, 4);
	if (year < 0 || !take(c, "-"))
		return false;
	month = take_number(c, 2);
	if (month < 1 || month > 12 || !take(c, "-"))
		return false;
	day = take_number(c, 2);
	return day >= 1 && day <= days_of(year, month);
}

/* The offset in minutes is added to *minutes. */
static bool
take_offset(struct cursor *c, int *minutes)
{
	int hour, minute, sign;

	if (take(c, "Zz"))
		return true;
	sign = c->at < c->end && *c->at == '-' ? 1 : -1;
	if (!take(c, "+-"))
		return false;
	hour = take_number(c, 2);
	if (hour < 0 || hour > 23 || !take(c, ":"))
		return false;
	minute = take_number(c, 2);
	*minutes += sign * (hour * 60 + minute);
	return minute >= 0 && minute <= 59;
}

static bool
take_time(struct cursor *c)
{
	const int day = 24 * 60;
	int hour, minute, second, minutes;

	hour = take_number(c, 2);
	if (hour < 0 || hour > 23 || !take(c, ":"))
		return false;
	minute = take_number(c, 2);
	if (minute < 0 || minute > 59 || !take(c, ":"))
		return false;
	second = take_number(c, 2);
	if (second < 0 || second > 60)
		return false;
	if (take(c, ".")) {
		if (take_number(c, 1) < 0)
			return false;
		while (take(c, "0123456789"))
			continue;
	}
	minutes = hour * 60 + minute;
	if (!take_offset(c, &minutes))
		return false;
	/* a leap second is the last one of a day in UTC */
	return second < 60 || (minutes + 2 * day) % day == day - 1;
}

static bool
is_date(const char *bytes, size_t len)
{
	struct cursor c = {bytes, bytes + len};

	return take_date(&c) && c.at == c.end;
}

static bool
is_time(const char *bytes, size_t len)
{
	struct cursor c = {bytes, bytes + len};

	return take_time(&c) && c.at == c.end;
}

static bool
is_date_time(const char *bytes, size_t len)
{
	struct cursor c = {bytes, bytes + len};

	return take_date(&c) && take(&c, "Tt") && take_time(&c) &&
	    c.at == c.end;
}

/*
 * RFC 3339 appendix A: units are in order, and none is left out between two
 * that are there. Returns how many there are, or -1.
 */
static int
take_units(struct cursor *c, const char *units)
{
	const char *unit, *last = NULL;
	int count = 0;

	while (c->at < c->end && *c->at != 'T') {
		if (!tf_is_digit(*c->at))
			return -1;
		while (c->at < c->end && tf_is_digit(*c->at))
			c->at++;
		unit = c->at < c->end && *c->at != '\0' ?
		    strchr(units, *c->at) :
		    NULL;
		if (unit == NULL || (last != NULL && unit != last + 1))
			return -1;
		last = unit;
		c->at++;
		count++;
	}
	return count;
}

static bool
is_duration(const char *bytes, size_t len)
{
	struct cursor c = {bytes, bytes + len}, weeks;
	int count;

	if (!take(&c, "P"))
		return false;
	weeks = c;
	if (take_units(&weeks, "W") == 1)
		return weeks.at == weeks.end;
	count = take_units(&c, "YMD");
	if (count < 0)
		return false;
	if (take(&c, "T"))
		return take_units(&c, "HMS") > 0 && c.at == c.end;
	return count > 0;
}

/* ---- mail, RFC 5321 section 4.1.2 ---- */

static bool
is_atom_char(char c)
{
	return tf_is_alnum(c) ||
	    (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL);
}

/* The end of the local part, or NULL. */
static const char *
skip_local(const char *at, const char *end)
{
	const char *start = at;

	if (at < end && *at == '"') {
		for (at++; at < end && *at != '"'; at++) {
			if (*at == '\\')
				at++;
			if (at == end || *at < ' ' || *at > '~')
				return NULL;
		}
		return at < end ? at + 1 : NULL;
	}
	for (; at < end && (is_atom_char(*at) || *at == '.'); at++)
		if (*at == '.' && (at == start || at[-1] == '.'))
			return NULL;
	return at > start && at[-1] != '.' ? at : NULL;
}

static bool
is_address_literal(const char *bytes, size_t len)
{
	if (len < 2 || bytes[0] != '[' || bytes[len - 1] != ']')
		return false;
	bytes++;
	len -= 2;
	if (len > 5 && memcmp(bytes, "IPv6:", 5) == 0)
		return tf_host_is_ipv6(bytes + 5, len - 5);
	return tf_host_is_ipv4(bytes, len);
}

static bool
is_email(const char *bytes, size_t len)
{
	const char *end = bytes + len, *at = skip_local(bytes, end);
	size_t rest;

	if (at == NULL || at == end || *at != '@')
		return false;
	rest = (size_t)(end - ++at);
	return tf_host_is_name(at, rest) || is_address_literal(at, rest);
}

/* ---- the others ---- */

static bool
is_uuid(const char *bytes, size_t len)
{
	size_t i;

	if (len != 36)
		return false;
	for (i = 0; i < len; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ?
			bytes[i] != '-' :
			tf_hex(bytes[i]) < 0)
			return false;
	return true;
}

/* RFC 6901 section 3. */
static bool
is_json_pointer(const char *bytes, size_t len)
{
	size_t i;

	if (len > 0 && bytes[0] != '/')
		return false;
	for (i = 0; i < len; i++)
		if (bytes[i] == '~' &&
		    (i + 1 == len ||
			(bytes[i + 1] != '0' && bytes[i + 1] != '1')))
			return false;
	return true;
}

static bool
is_regex(const char *bytes, size_t len)
{
	return tf_regex_valid(bytes, len);
}

static const struct tf_format formats[] = {
    {"date-time", is_date_time, false,
	"a date and time, as 2024-12-31T23:59:59Z"},
    {"date", is_date, false, "a date, as 2024-12-31"},
    {"time", is_time, false, "a time, as 23:59:59Z"},
    {"duration", is_duration, false, "a duration, as P1DT2H"},
    {"email", is_email, false, "an email address"},
    {"hostname", tf_host_is_name, true, "a host name"},
    {"ipv4", tf_host_is_ipv4, false, "an IPv4 address"},
    {"ipv6", tf_host_is_ipv6, false, "an IPv6 address"},
    {"uri", tf_uri_valid, false, "a URI"},
    {"uri-reference", tf_uri_reference_valid, false, "a URI reference"},
    {"uuid", is_uuid, false, "a UUID"},
    {"json-pointer", is_json_pointer, false, "a JSON Pointer"},
    {"regex", is_regex, false, "a regular expression"},
};

const struct tf_format *
tf_format_find(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strlen(formats[i].name) == len &&
		    memcmp(formats[i].name, name, len) == 0)
			return &formats[i];
	return NULL;
}
