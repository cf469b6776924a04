#include "format.h"

#include "check.h"
#include "host.h"
#include "regex.h"

static const struct {
	const char *format, *good[10], *bad[16];
} cases[] = {
    {"date", {"2024-02-29", "2000-02-29", "0001-12-31"},
	{"", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10",
	    "2024-04-31", "2024-4-1", "24-04-01", "2024-04-01 ",
	    "2024-04-01T00:00:00Z"}},
    {"time",
	{"00:00:00Z", "23:59:59.123+01:00", "10:00:00z", "23:59:60Z",
	    "00:29:60+00:30", "15:59:60-08:00"},
	{"", "24:00:00Z", "10:60:00Z", "10:00:61Z", "10:00:00", "10:00:00.Z",
	    "10:00:00+24:00", "10:00:00+1:00", "10:00Z", "12:00:60Z",
	    "10:00:00Z "}},
    {"date-time", {"2024-02-29T10:00:00Z", "2024-02-29t10:00:00.5-03:30"},
	{"2024-02-29", "2024-02-29 10:00:00Z", "2024-02-30T10:00:00Z",
	    "2024-02-29T10:00:00"}},
    {"duration", {"P1D", "P1Y2M3D", "PT5M", "P1DT1H", "P3W", "PT1M1S"},
	{"", "P", "PT", "P1", "1D", "P1H", "PT1D", "P1W1D", "P1Y1D", "PT1H1S",
	    "P1DT", "-P1D", "P1.5D"}},
    {"email",
	{"a@b", "a.b+c@d-e.org", "\"a b\"@c.org", "a@[1.2.3.4]",
	    "a@[IPv6:::1]"},
	{"", "a", "@b", "a@", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b@c",
	    "a@-b", "a@[1.2.3.256]", "\"a@b"}},
    {"hostname", {"a", "A-1.b", "1.2.3", "a.b.c.d"},
	{"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "\xc3\xa9.org",
	    "ab--c"}},
    {"ipv4", {"0.0.0.0", "255.255.255.255", "1.20.30.40"},
	{"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ",
	    "1..2.3", "1.2.3.", "a.b.c.d", "1.2.3.-4"}},
    {"ipv6",
	{"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "::1.2.3.4",
	    "1:2:3:4:5:6:1.2.3.4", "FFFF::abcd", "1:2:3:4:5:6:7::"},
	{"", ":", ":::", "1", "1:2", "1::2::3", "1:2:3:4:5:6:7:8:9",
	    "1:2:3:4:5:6:7:8::", "12345::", "g::", "::1.2.3", "1:", ":1",
	    "fe80::1%eth0", "1:2:3:4:5:6:7:1.2.3.4"}},
    {"uuid", {"01234567-89ab-cdef-0123-456789ABCDEF"},
	{"", "0123456789abcdef0123456789abcdef",
	    "01234567-89ab-cdef-0123-456789abcdeg",
	    "01234567-89ab-cdef-0123-456789abcde"}},
    {"json-pointer", {"", "/", "/a/b", "/~0~1", "//"},
	{"a", "#/a", "/~", "/~2", "/a~"}},
    {"regex",
	{"", "a|b|", "(?<n>a)\\k<n>", "[^]", "[]", "a{2,}?", "\\u{1F600}",
	    "\\uD83D\\uDE00", "(?<=a+)b", "\\p{Script=Greek}\\/\\-"},
	{"(", ")", "[", "[z-a]", "*", "a**", "a{2,1}", "\\", "(?P<n>a)",
	    "(?i)a", "\\Z", "\\a", "\\1", "\\ud83d", "\\u12", "^*"}},
};

static void
check_formats(void)
{
	const struct tf_format *f;
	const char *text;
	size_t i, k;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		f = tf_format_find(cases[i].format, strlen(cases[i].format));
		CHECK_SAY(f != NULL, "no format %s", cases[i].format);
		for (k = 0; f != NULL && k < 10; k++)
			if ((text = cases[i].good[k]) != NULL)
				CHECK_SAY(f->accepts(text, strlen(text)),
				    "%s refuses %s", cases[i].format, text);
		for (k = 0; f != NULL && k < 16; k++)
			if ((text = cases[i].bad[k]) != NULL)
				CHECK_SAY(!f->accepts(text, strlen(text)),
				    "%s accepts %s", cases[i].format, text);
	}
	CHECK(tf_format_find(LIT("idn-email")) == NULL);
	CHECK(tf_format_find(LIT("dat")) == NULL);
}

/* ---- patterns: what they match ---- */

static void
check_match(const char *expression, const char *text, bool want)
{
	struct tf_matcher *matcher = tf_matcher_new();
	struct tf_pattern *pattern;
	char why[256] = "";
	size_t at;

	pattern = tf_pattern_new(
	    expression, strlen(expression), why, sizeof(why), &at);
	CHECK_SAY(pattern != NULL, "%s: %s", expression, why);
	if (pattern != NULL)
		CHECK_SAY(tf_pattern_matches(
			      pattern, matcher, text, strlen(text)) == want,
		    "%s and %s", expression, text);
	tf_pattern_free(pattern);
	tf_matcher_free(matcher);
}

static void
check_patterns(void)
{
	check_match("^\\d$", "5", true);
	check_match("^\\d$", "\xd9\xa5", false);
	check_match("^\\w+$", "a_1", true);
	check_match("^\\w+$", "\xc3\xa9", false);
	check_match("^\\s$", "\xef\xbb\xbf", true);
	check_match("^[\\s]$", "\xe2\x80\xa8", true);
	check_match("^\\S$", "\xc2\xa0", false);
	check_match("^[\\s\\S]$", "\xef\xbb\xbf", true);
	check_match("^.$", "\xf0\x9f\x98\x80", true);
	check_match("^.$", "\xe2\x80\xa9", false);
	check_match("^a$", "a\n", false);
	check_match("\\v", "\n", false);
	check_match("\\cJ", "\n", true);
	check_match("^[\\b]$", "\b", true);
	check_match("^[[:alpha:]]$", ":]", true);
	check_match("^a{,3}$", "a{,3}", true);
	check_match("^{}]$", "{}]", true);
	check_match("^\\p{Uppercase_Letter}\\P{Lu}$", "Aa", true);
	check_match("^[\\p{Script=Greek}-]$", "-", true);
	check_match("^\\uD83D\\uDE00\\u{1F600}$",
	    "\xf0\x9f\x98\x80\xf0\x9f\x98\x80", true);
	check_match("^(a)?\\1b$", "b", true);
	check_match("^(?<x>.)\\k<x>$", "aa", true);
	check_match("^[^]$", "\n", true);
	check_match("[]", "a", false);
	check_match("^[a-\\d]$", "-", true);
	check_match("^\\/\\-\\#$", "/-#", true);
	check_match("^# x$", "# x", true);
}

/* ---- labels of host names ---- */

static void
check_label(struct tf_pattern *wrong, const char *name, bool want)
{
	struct tf_matcher *matcher = tf_matcher_new();

	CHECK_SAY(
	    tf_host_labels_match(wrong, matcher, name, strlen(name)) == want,
	    "%s", name);
	tf_matcher_free(matcher);
}

static void
check_labels(void)
{
	struct tf_pattern *wrong;
	char why[256] = "";
	size_t at;

	wrong = tf_pattern_new(LIT(TF_HOST_WRONG_LABEL), why, sizeof(why), &at);
	CHECK_TEXT(why, "");
	if (wrong == NULL)
		return;
	check_label(wrong, "a.b", true);
	check_label(wrong, "xn--mnchen-3ya.de", true);
	check_label(wrong, "www.XN--BCHER-KVA.example", true);
	check_label(wrong, "xn--", false);
	check_label(wrong, "a.xn--999999999", false);
	check_label(wrong, "xn--\xc3\xa9", false);
	tf_pattern_free(wrong);
}

int
main(void)
{
	check_formats();
	check_patterns();
	check_labels();
	return check_end();
}
