#include "number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "check.h"

enum { ROUNDS = 50000, PLACES = 6, UNIT = 1000000, BIG = 200000 };

static bool
valid(const char *text)
{
	return tf_number_valid(text, strlen(text));
}

static bool
integer(const char *text)
{
	return tf_number_is_integer(text, strlen(text));
}

static int
compare(const char *a, const char *b)
{
	int order = tf_number_compare(a, strlen(a), b, strlen(b));
	int back = tf_number_compare(b, strlen(b), a, strlen(a));

	order = (order > 0) - (order < 0);
	back = (back > 0) - (back < 0);
	CHECK_SAY(order == -back, "%s to %s is not the reverse", a, b);
	return order;
}

static bool
multiple(const char *text, const char *divisor)
{
	return tf_number_is_multiple(
	    text, strlen(text), divisor, strlen(divisor));
}

static double
real(const char *text)
{
	return tf_number_to_double(text, strlen(text));
}

static bool
same_double(double a, double b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

/* The int64 as a text, "none" where there is none. */
static const char *
int64(const char *text)
{
	static char result[32];
	int64_t value;

	if (!tf_number_to_int64(text, strlen(text), &value))
		return "none";
	snprintf(result, sizeof(result), "%lld", (long long)value);
	return result;
}

static const char *
written(double value)
{
	static struct tf_buf buf;
	static char text[64];

	tf_number_write(&buf, value);
	snprintf(text, sizeof(text), "%s", tf_buf_text(&buf));
	tf_buf_release(&buf);
	return text;
}

static void
test_valid(void)
{
	static const char *const good[] = {"0", "-0", "1", "-1", "10", "0.0",
	    "0.10", "-1.5", "1e5", "1E5", "1e+5", "1e-5", "0e0", "1.5e10",
	    "1e0005", "123456789012345678901234567890"};
	static const char *const bad[] = {"", "-", "+1", "01", "-01", "00",
	    ".5", "1.", "1.e5", "1e", "1e+", "1e-", "1e+-5", "e5", "1.5.5",
	    "0x10", "1 ", " 1", "1,5", "--1", "NaN", "Infinity", "1e5.5", "-.5",
	    "1_0", "1e5e5", "\xd9\xa1"};
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(*good); i++)
		CHECK_SAY(valid(good[i]), "not valid: %s", good[i]);
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		CHECK_SAY(!valid(bad[i]), "valid: %s", bad[i]);
	CHECK(!tf_number_valid(NULL, 0));
	CHECK(!tf_number_valid(LIT("1\0")));
	CHECK(tf_number_valid("1e55", 2) == false);
}

static void
test_compare(void)
{
	CHECK_INT(compare("0", "0"), 0);
	CHECK_INT(compare("-0", "0"), 0);
	CHECK_INT(compare("-0.0", "0e5"), 0);
	CHECK_INT(compare("0e99999999999999999999", "0"), 0);
	CHECK_INT(compare("1", "1.0"), 0);
	CHECK_INT(compare("1.10", "1.1"), 0);
	CHECK_INT(compare("100", "1e2"), 0);
	CHECK_INT(compare("0.001", "1E-3"), 0);
	CHECK_INT(compare("0.00120e+4", "12"), 0);
	CHECK_INT(compare("10.01", "1001e-2"), 0);
	CHECK_INT(compare("1", "2"), -1);
	CHECK_INT(compare("-1", "-2"), 1);
	CHECK_INT(compare("-1", "1"), -1);
	CHECK_INT(compare("-1", "0"), -1);
	CHECK_INT(compare("0.1", "0"), 1);
	CHECK_INT(compare("9", "10"), -1);
	CHECK_INT(compare("1.2", "1.19"), 1);
	CHECK_INT(compare("-1.2", "-1.19"), -1);
	CHECK_INT(compare("1.1", "1.10001"), -1);
	CHECK_INT(compare("12345678901234567890", "12345678901234567891"), -1);
	CHECK_INT(compare("9007199254740993", "9007199254740992"), 1);
	CHECK_INT(compare("999999999999999999", "1000000000000000000"), -1);
	CHECK_INT(compare("0.1", "0.1000000000000000000000000001"), -1);
	CHECK_INT(compare("1e400", "1e308"), 1);
	CHECK_INT(compare("-1e400", "-1e308"), -1);
	CHECK_INT(compare("1e-400", "0"), 1);
	CHECK_INT(compare("1e-400", "1e-401"), 1);
}

static void
test_compare_exponents(void)
{
	CHECK_INT(compare("1e999999999999", "1e999999999998"), 1);
	CHECK_INT(compare("1e-999999999999", "1"), -1);
	CHECK_INT(compare("1e9999999999999999999999", "2"), 1);
	CHECK_INT(compare("-1e9999999999999999999999", "2"), -1);
	CHECK_INT(
	    compare("1e9999999999999999999999", "1e9999999999999999999998"), 1);
	CHECK_INT(
	    compare("10e99999999999999999999", "1e100000000000000000000"), 0);
	CHECK_INT(
	    compare("0.1e-99999999999999999999", "1e-100000000000000000000"),
	    0);
	CHECK_INT(
	    compare("11e-100000000000000000000", "1e-99999999999999999999"), 1);
	CHECK_INT(
	    compare("1e99999999999999999999", "1e-99999999999999999999"), 1);
	CHECK_INT(compare("1e0000000000000000000000000002", "100"), 0);
	CHECK_INT(compare("1e-0", "1e+0"), 0);
}

static void
test_integer(void)
{
	CHECK(integer("0"));
	CHECK(integer("-7"));
	CHECK(integer("1.0"));
	CHECK(integer("-0.000"));
	CHECK(integer("10e-1"));
	CHECK(integer("1.50e1"));
	CHECK(integer("1e400"));
	CHECK(integer("0e-5"));
	CHECK(integer("0.5e99999999999999999999"));
	CHECK(integer("123456789012345678901234567890"));
	CHECK(!integer("1.5"));
	CHECK(!integer("1e-1"));
	CHECK(!integer("10e-2"));
	CHECK(!integer("1.55e1"));
	CHECK(!integer("1e-99999999999999999999"));
	CHECK(!integer("123456789012345678901234567890.5"));
}

static void
test_multiple(void)
{
	CHECK(multiple("0", "3"));
	CHECK(multiple("-0.0", "0.7"));
	CHECK(multiple("9", "3"));
	CHECK(multiple("-9", "3.0"));
	CHECK(!multiple("10", "3"));
	CHECK(multiple("0.1", "0.01"));
	CHECK(!multiple("0.01", "0.1"));
	CHECK(multiple("4.35", "0.01"));
	CHECK(multiple("0.0075", "0.0001"));
	CHECK(!multiple("0.00751", "0.0001"));
	CHECK(multiple("4.5", "1.5"));
	CHECK(multiple("30", "15"));
	CHECK(!multiple("15", "30"));
	CHECK(multiple("1e2", "4"));
	CHECK(multiple("7.5e1", "0.25e2"));
	CHECK(multiple("1e308", "0.5"));
	CHECK(multiple("1e308", "0.00390625"));
	CHECK(!multiple("1e308", "0.123456789"));
	CHECK(multiple("1.23456789e308", "0.123456789"));
	CHECK(multiple("1e999999999999", "0.0000128"));
	CHECK(!multiple("1e999999999999", "3"));
	CHECK(!multiple("1e-999999999999", "1"));
	CHECK(multiple("1", "1e-99999999999999999999"));
	CHECK(!multiple("1", "1e99999999999999999999"));
	CHECK(multiple("12345678901234567890", "10"));
	CHECK(!multiple("12345678901234567891", "10"));
	CHECK(multiple(
	    "999999999999999998000000000000000001", "999999999999999999"));
	CHECK(multiple("1e59", "576460752303423488")); /* 2^59 */
	CHECK(!multiple("1e58", "576460752303423488"));
	CHECK(multiple("25e57", "147573952589676412928")); /* 2^67 */
	CHECK(!multiple("1", "1234567890123456789"));
	CHECK(!multiple("1e400", "1234567890123456789"));
}

static void
test_int64(void)
{
	CHECK_TEXT(int64("0"), "0");
	CHECK_TEXT(int64("-0"), "0");
	CHECK_TEXT(int64("0.0e999999999999999999999"), "0");
	CHECK_TEXT(int64("-42"), "-42");
	CHECK_TEXT(int64("1.5e1"), "15");
	CHECK_TEXT(int64("1200e-2"), "12");
	CHECK_TEXT(int64("1e18"), "1000000000000000000");
	CHECK_TEXT(int64("9223372036854775807"), "9223372036854775807");
	CHECK_TEXT(int64("9223372036854775807.000"), "9223372036854775807");
	CHECK_TEXT(int64("-9223372036854775808"), "-9223372036854775808");
	CHECK_TEXT(int64("9223372036854775808"), "none");
	CHECK_TEXT(int64("-9223372036854775809"), "none");
	CHECK_TEXT(int64("9999999999999999999"), "none");
	CHECK_TEXT(int64("1e19"), "none");
	CHECK_TEXT(int64("18446744073709551617"), "none");
	CHECK_TEXT(int64("1e999999999999999999999"), "none");
	CHECK_TEXT(int64("1e-999999999999999999999"), "none");
	CHECK_TEXT(int64("1.5"), "none");
	CHECK_TEXT(int64("0.5"), "none");
}

static void
test_double(void)
{
	CHECK(same_double(real("0"), 0.0));
	CHECK(same_double(real("-0"), -0.0));
	CHECK(same_double(real("-0.0e5"), -0.0));
	CHECK(same_double(real("1"), 1.0));
	CHECK(same_double(real("-1.5"), -1.5));
	CHECK(same_double(real("0.1"), 0.1));
	CHECK(same_double(real("100e-3"), 0.1));
	CHECK(same_double(real("123.456e-7"), 123.456e-7));
	CHECK(same_double(real("9007199254740993"), 9007199254740992.0));
	CHECK(same_double(
	    real("9007199254740993.0000000000000000001"), 9007199254740994.0));
	/* half-way, to the even one; then just not half-way */
	CHECK(same_double(real("1.00000000000000033306690738754696212708950042"
			       "724609375"),
	    1 + 0x1p-51));
	CHECK(same_double(real("1.00000000000000033306690738754696212708950042"
			       "724609374"),
	    1 + 0x1p-52));
	CHECK(same_double(real("1.7976931348623157e308"), DBL_MAX));
	CHECK(same_double(real("1.7976931348623159e308"), HUGE_VAL));
	CHECK(same_double(real("1e400"), HUGE_VAL));
	CHECK(same_double(real("-1e999999999999999999999"), -HUGE_VAL));
	CHECK(same_double(real("1e-400"), 0.0));
	CHECK(same_double(real("-1e-999999999999999999999"), -0.0));
	CHECK(same_double(real("2.2250738585072014e-308"), DBL_MIN));
	CHECK(same_double(real("5e-324"), 0x1p-1074));
	CHECK(same_double(real("2.4e-324"), 0.0));
	CHECK(same_double(real("2.5e-324"), 0x1p-1074));
}

static void
test_write(void)
{
	CHECK_TEXT(written(0.0), "0");
	CHECK_TEXT(written(-0.0), "-0");
	CHECK_TEXT(written(1.0), "1");
	CHECK_TEXT(written(-17.0), "-17");
	CHECK_TEXT(written(0.1), "0.1");
	CHECK_TEXT(written(-1.5), "-1.5");
	CHECK_TEXT(written(0.1 + 0.2), "0.30000000000000004");
	CHECK_TEXT(written(1.0 / 3), "0.3333333333333333");
	CHECK_TEXT(written(0.0001), "0.0001");
	CHECK_TEXT(written(1e15), "1000000000000000");
	CHECK_TEXT(written(9007199254740993.0), "9007199254740992");
	CHECK_TEXT(written(1e16), "10000000000000000");
	CHECK_TEXT(written(99999999999999984.0), "99999999999999984");
	CHECK_TEXT(written(1e17), "1e+17");
	CHECK_TEXT(written(1.5e300), "1.5e+300");
	CHECK_TEXT(written(1e-7), "1e-07");
	CHECK_TEXT(written(5e-324), "5e-324");
	CHECK_TEXT(written(DBL_MAX), "1.7976931348623157e+308");
	CHECK_TEXT(written(HUGE_VAL), "1.7976931348623157e+308");
	CHECK_TEXT(written(-HUGE_VAL), "-1.7976931348623157e+308");
	CHECK_TEXT(written(strtod("nan", NULL)), "null");
	CHECK_TEXT(written(-strtod("nan", NULL)), "null");
}

/* A program around the library may have set one; it is skipped if none is. */
static void
test_locale(void)
{
	static const char *const names[] = {
	    "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ps_AF.UTF-8", "de_DE"};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (setlocale(LC_ALL, names[i]) == NULL)
			continue;
		CHECK(same_double(real("1.25"), 1.25));
		CHECK(same_double(real("-0.5e3"), -500.0));
		CHECK_TEXT(written(1.25), "1.25");
		CHECK_TEXT(written(0.1 + 0.2), "0.30000000000000004");
		CHECK_TEXT(written(1.5e300), "1.5e+300");
		CHECK_TEXT(written(123456.0), "123456");
	}
	setlocale(LC_ALL, "C");
}

/* lead, then count times the digit, then tail. Freed by the caller. */
static char *
repeat(const char *lead, char digit, size_t count, const char *tail)
{
	size_t len = strlen(lead);
	char *text = malloc(len + count + strlen(tail) + 1);

	memcpy(text, lead, len);
	memset(text + len, digit, count);
	strcpy(text + len + count, tail);
	return text;
}

static void
test_long(void)
{
	char *nines = repeat("", '9', BIG, "");
	char *power = repeat("1", '0', BIG, "");
	char *tiny = repeat("0.", '0', BIG, "1");
	char *half = repeat("0.5", '0', BIG, "1");
	char *exponent = repeat("1e", '9', BIG, "");
	char *above = repeat("9007199254740993.", '0', BIG, "1");

	CHECK_INT(compare(nines, power), -1);
	CHECK_INT(compare(power, "1e200000"), 0);
	CHECK_INT(compare(tiny, "1e-200001"), 0);
	CHECK_INT(compare(half, "0.5"), 1);
	CHECK_INT(compare(exponent, power), 1);
	CHECK_INT(compare(exponent, exponent), 0);
	CHECK(integer(power) && integer(exponent) && !integer(tiny));
	CHECK(multiple(nines, "9") && !multiple(nines, "2"));
	CHECK(multiple(power, "0.0000128") && !multiple(tiny, "0.1"));
	CHECK(same_double(real(nines), HUGE_VAL));
	CHECK(same_double(real(tiny), 0.0));
	CHECK(same_double(real(half), 0.5));
	CHECK(same_double(real(above), 9007199254740994.0));
	CHECK_TEXT(int64(power), "none");
	free(nines);
	free(power);
	free(tiny);
	free(half);
	free(exponent);
	free(above);
}

/* ---- over generated numbers: so many millionths, written in some way ---- */

/* The point is moved, zeros are added, the exponent makes up for both. */
static void
spell(int64_t millionths, char *text)
{
	char digits[64];
	int len, point, places;

	/* as "1500000", then perhaps some zeros more */
	len = sprintf(digits, "%0*lld", PLACES + 1, llabs(millionths));
	places = PLACES + check_below(4);
	len += sprintf(digits + len, "%.*s", places - PLACES, "000");
	point = 1 + check_below(len - 1);
	while (point > 1 && digits[0] == '0') {
		memmove(digits, digits + 1, (size_t)len--);
		point--;
	}
	sprintf(text, "%s%.*s.%se%+d", millionths < 0 ? "-" : "", point, digits,
	    digits + point, len - point - places);
	if (len - point == places)
		*strchr(text, 'e') = '\0';
}

static int64_t
make_millionths(void)
{
	int bits = 1 + check_below(39);
	int64_t value = (int64_t)(check_random() >> (63 - bits));

	if (check_below(3) == 0)
		value = value / UNIT * UNIT;
	return check_below(2) ? value : -value;
}

static void
check_pair(int64_t i, int64_t j)
{
	char a[128], b[128];
	int order = (i > j) - (i < j);
	int64_t value;
	bool fits;

	spell(i, a);
	spell(j, b);
	CHECK_SAY(valid(a), "not valid: %s", a);
	CHECK_SAY(compare(a, b) == order, "compare %s to %s", a, b);
	spell(i, b);
	CHECK_SAY(compare(a, b) == 0, "compare %s to %s", a, b);
	CHECK_SAY(integer(a) == (i % UNIT == 0), "is %s an integer", a);
	CHECK_SAY(i == 0 || same_double(real(a), (double)i / UNIT),
	    "%s as a double is %.17g", a, real(a));
	fits = tf_number_to_int64(a, strlen(a), &value);
	CHECK_SAY(fits == (i % UNIT == 0) && (!fits || value == i / UNIT),
	    "%s as an integer", a);
}

static void
check_multiple(int64_t i, int64_t j)
{
	char a[128], b[128];

	if (check_below(2))
		i = i % 1000 * j;
	spell(i, a);
	spell(j, b);
	CHECK_SAY(multiple(a, b) == (i % j == 0), "%s, multiple of %s", a, b);
}

static void
test_generated(void)
{
	int64_t i, j;
	int n;

	for (n = 0; n < ROUNDS; n++) {
		i = make_millionths();
		j = check_below(4) ? make_millionths() : i + check_below(3);
		check_pair(i, j);
		check_multiple(i, llabs(make_millionths()) + 1);
		check_multiple(i, 1 + check_below(1000));
	}
}

/* ---- over generated doubles ---- */

static void
check_round_trip(double value)
{
	const char *text = written(value);

	CHECK_SAY(valid(text), "not valid: %s", text);
	CHECK_SAY(same_double(real(text), value), "%s is not %a", text, value);
	if (fabs(value) < 1e17 && rint(value) == value)
		CHECK_SAY(strpbrk(text, ".eE") == NULL, "not plain: %s", text);
}

static void
test_round_trip(void)
{
	uint64_t bits;
	double value;
	int n;

	for (n = 0; n < ROUNDS; n++) {
		bits = check_random();
		memcpy(&value, &bits, sizeof(value));
		if (isfinite(value))
			check_round_trip(value);
		check_round_trip((double)(int64_t)(bits >> check_below(60)));
	}
	for (n = -1074; n < 1024; n++)
		check_round_trip(ldexp(1, n));
}

/* Up to 15 digits come back as they were. */
static void
test_shortest(void)
{
	char text[64];
	int n, whole, places;

	for (n = 0; n < ROUNDS; n++) {
		whole = check_below(1000000);
		places = 1 + check_below(8);
		snprintf(text, sizeof(text), "%d.%0*d", whole, places,
		    1 + check_below(9));
		CHECK_TEXT(written(real(text)), text);
	}
}

int
main(void)
{
	test_valid();
	test_compare();
	test_compare_exponents();
	test_integer();
	test_multiple();
	test_int64();
	test_double();
	test_write();
	test_locale();
	test_long();
	test_generated();
	test_round_trip();
	test_shortest();
	return check_end();
}
