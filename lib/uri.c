#include "uri.h"

#include <string.h>

#include "ascii.h"
#include "buf.h"
#include "host.h"

/* The parts of a reference; bytes is NULL for one that is not there. */
struct parts {
	struct tf_slice scheme, authority, path, query, fragment;
};

/* The first byte that is one of stop, or the end. */
static const char *
until(const char *at, const char *end, const char *stop)
{
	while (at < end && (*at == '\0' || strchr(stop, *at) == NULL))
		at++;
	return at;
}

static bool
is_scheme(const char *bytes, const char *end)
{
	if (bytes == end || !tf_is_alpha(*bytes))
		return false;
	for (; bytes < end; bytes++)
		if (!tf_is_alnum(*bytes) && strchr("+-.", *bytes) == NULL)
			return false;
	return true;
}

/* Section 5.2.1, appendix B. */
static void
split(struct parts *parts, const char *at, size_t len)
{
	const char *end = at + len, *stop;

	memset(parts, 0, sizeof(*parts));
	stop = until(at, end, ":/?#");
	if (stop < end && *stop == ':' && is_scheme(at, stop)) {
		parts->scheme = (struct tf_slice){at, (size_t)(stop - at)};
		at = stop + 1;
	}
	if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
		at += 2;
		stop = until(at, end, "/?#");
		parts->authority = (struct tf_slice){at, (size_t)(stop - at)};
		at = stop;
	}
	stop = until(at, end, "?#");
	parts->path = (struct tf_slice){at, (size_t)(stop - at)};
	at = stop;
	if (at < end && *at == '?') {
		stop = until(++at, end, "#");
		parts->query = (struct tf_slice){at, (size_t)(stop - at)};
		at = stop;
	}
	if (at < end)
		parts->fragment =
		    (struct tf_slice){at + 1, (size_t)(end - at - 1)};
}

static bool
starts(const char *at, const char *end, const char *with)
{
	size_t len = strlen(with);

	return (size_t)(end - at) >= len && memcmp(at, with, len) == 0;
}

static void
drop_last_segment(struct tf_buf *out, size_t start)
{
	while (out->len > start && out->bytes[out->len - 1] != '/')
		out->len--;
	if (out->len > start)
		out->len--;
}

/* Section 5.2.4: adds the path without its "." and ".." segments. */
static void
add_path(struct tf_buf *out, const char *at, size_t len)
{
	const char *end = at + len, *stop;
	size_t start = out->len;

	while (at < end) {
		if (starts(at, end, "../")) {
			at += 3;
		} else if (starts(at, end, "./") || starts(at, end, "/./")) {
			at += 2;
		} else if (starts(at, end, "/../")) {
			at += 3;
			drop_last_segment(out, start);
		} else if (end - at == 2 && starts(at, end, "/.")) {
			tf_buf_addc(out, '/');
			return;
		} else if (end - at == 3 && starts(at, end, "/..")) {
			drop_last_segment(out, start);
			tf_buf_addc(out, '/');
			return;
		} else if ((end - at == 1 && *at == '.') ||
		    (end - at == 2 && starts(at, end, ".."))) {
			return;
		} else {
			stop = until(at + 1, end, "/");
			tf_buf_add(out, at, (size_t)(stop - at));
			at = stop;
		}
	}
}

/* Section 5.2.3: the reference's path in the place of the base's last part. */
static void
add_merged_path(
    struct tf_buf *out, const struct parts *base, struct tf_slice path)
{
	struct tf_buf merged = {0};
	size_t keep = base->path.len;

	while (keep > 0 && base->path.bytes[keep - 1] != '/')
		keep--;
	if (base->authority.bytes != NULL && base->path.len == 0)
		tf_buf_addc(&merged, '/');
	else
		tf_buf_add(&merged, base->path.bytes, keep);
	tf_buf_add(&merged, path.bytes, path.len);
	add_path(out, tf_buf_text(&merged), merged.len);
	tf_buf_release(&merged);
}

static void
add_part(struct tf_buf *out, const char *before, struct tf_slice part,
    const char *after)
{
	if (part.bytes == NULL)
		return;
	tf_buf_adds(out, before);
	tf_buf_add(out, part.bytes, part.len);
	tf_buf_adds(out, after);
}

/* Section 5.2.2. */
static void
add_resolved(
    struct tf_buf *out, const struct parts *base, const struct parts *ref)
{
	bool own_path = ref->scheme.bytes != NULL ||
	    ref->authority.bytes != NULL ||
	    (ref->path.len > 0 && ref->path.bytes[0] == '/');

	add_part(out, "",
	    ref->scheme.bytes != NULL ? ref->scheme : base->scheme, ":");
	add_part(out, "//",
	    ref->scheme.bytes != NULL || ref->authority.bytes != NULL ?
		ref->authority :
		base->authority,
	    "");
	if (own_path)
		add_path(out, ref->path.bytes, ref->path.len);
	else if (ref->path.len > 0)
		add_merged_path(out, base, ref->path);
	else
		tf_buf_add(out, base->path.bytes, base->path.len);
	add_part(out, "?",
	    own_path || ref->path.len > 0 || ref->query.bytes != NULL ?
		ref->query :
		base->query,
	    "");
	add_part(out, "#", ref->fragment, "");
}

char *
tf_uri_resolve(
    struct tf_arena *arena, const char *base, const char *reference, size_t len)
{
	struct parts from, to;
	struct tf_buf out = {0};
	char *copy;

	split(&from, base, strlen(base));
	split(&to, reference, len);
	add_resolved(&out, &from, &to);
	copy = tf_arena_copy(arena, tf_buf_text(&out), out.len);
	tf_buf_release(&out);
	return copy;
}

char *
tf_uri_cut_fragment(char *uri)
{
	char *hash = strchr(uri, '#');

	if (hash == NULL)
		return uri + strlen(uri);
	*hash = '\0';
	return hash + 1;
}

char *
tf_uri_decode(
    struct tf_arena *arena, const char *bytes, size_t len, size_t *length)
{
	char *out = tf_arena_copy(arena, bytes, len);
	size_t i, n = 0;

	for (i = 0; i < len; i++) {
		if (bytes[i] == '%' && len - i > 2 &&
		    tf_hex(bytes[i + 1]) >= 0 && tf_hex(bytes[i + 2]) >= 0) {
			out[n++] = (char)(tf_hex(bytes[i + 1]) * 16 +
			    tf_hex(bytes[i + 2]));
			i += 2;
		} else {
			out[n++] = bytes[i];
		}
	}
	out[n] = '\0';
	*length = n;
	return out;
}

static void
add_encoded(struct tf_buf *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (tf_is_alnum(*text) || strchr("/-._~!$&'()*+,;=:@", *text))
			tf_buf_addc(out, *text);
		else
			tf_buf_addf(out, "%%%02X", (unsigned char)*text);
	}
}

char *
tf_uri_of_path(struct tf_arena *arena, const char *directory, const char *path)
{
	struct tf_buf out = {0};
	char *uri;

	tf_buf_adds(&out, "file://");
	if (path[0] != '/') {
		add_encoded(&out, directory);
		tf_buf_addc(&out, '/');
	}
	add_encoded(&out, path);
	uri = tf_uri_resolve(arena, "", tf_buf_text(&out), out.len);
	tf_buf_release(&out);
	return uri;
}

char *
tf_uri_to_path(struct tf_arena *arena, const char *uri)
{
	struct parts parts;
	size_t len;
	char *path;

	split(&parts, uri, strlen(uri));
	if (parts.scheme.len != 4 || memcmp(uri, "file", 4) != 0 ||
	    parts.authority.len > 0 || parts.path.len == 0)
		return NULL;
	path = tf_uri_decode(arena, parts.path.bytes, parts.path.len, &len);
	return strlen(path) == len ? path : NULL;
}

/* ---- grammar ---- */

/* Unreserved, sub-delims, escapes, and what more allows. */
static bool
all_of(struct tf_slice part, const char *more)
{
	const char *at = part.bytes, *end = at + part.len;

	for (; at < end; at++) {
		if (*at == '%') {
			if (end - at < 3 || tf_hex(at[1]) < 0 ||
			    tf_hex(at[2]) < 0)
				return false;
			at += 2;
		} else if (!tf_is_alnum(*at) &&
		    (*at == '\0' ||
			(strchr("-._~!$&'()*+,;=", *at) == NULL &&
			    strchr(more, *at) == NULL))) {
			return false;
		}
	}
	return true;
}

/* "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
static bool
is_future_address(struct tf_slice text)
{
	size_t i = 1;

	if (text.len < 4 || (text.bytes[0] != 'v' && text.bytes[0] != 'V'))
		return false;
	while (i < text.len && tf_hex(text.bytes[i]) >= 0)
		i++;
	if (i == 1 || i + 1 >= text.len || text.bytes[i] != '.' ||
	    memchr(text.bytes, '%', text.len) != NULL)
		return false;
	return all_of(
	    (struct tf_slice){text.bytes + i + 1, text.len - i - 1}, ":");
}

static bool
is_port(const char *at, const char *end)
{
	while (at < end && tf_is_digit(*at))
		at++;
	return at == end;
}

static bool
is_authority(struct tf_slice text)
{
	const char *at = text.bytes, *end = at + text.len, *stop;

	stop = until(at, end, "@");
	if (stop < end) {
		if (!all_of((struct tf_slice){at, (size_t)(stop - at)}, ":"))
			return false;
		at = stop + 1;
	}
	if (at < end && *at == '[') {
		struct tf_slice inside;

		stop = until(++at, end, "]");
		inside = (struct tf_slice){at, (size_t)(stop - at)};
		if (stop == end ||
		    (!tf_host_is_ipv6(inside.bytes, inside.len) &&
			!is_future_address(inside)))
			return false;
		at = stop + 1;
		return at == end || (*at == ':' && is_port(at + 1, end));
	}
	stop = until(at, end, ":");
	return all_of((struct tf_slice){at, (size_t)(stop - at)}, "") &&
	    (stop == end || is_port(stop + 1, end));
}

static bool
are_valid(const struct parts *parts)
{
	struct tf_slice path = parts->path;

	if (parts->authority.bytes != NULL && !is_authority(parts->authority))
		return false;
	if (parts->scheme.bytes == NULL && parts->authority.bytes == NULL &&
	    until(path.bytes, path.bytes + path.len, ":/") <
		path.bytes + path.len &&
	    *until(path.bytes, path.bytes + path.len, ":/") == ':')
		return false;
	return all_of(path, ":@/") &&
	    (parts->query.bytes == NULL || all_of(parts->query, ":@/?")) &&
	    (parts->fragment.bytes == NULL || all_of(parts->fragment, ":@/?"));
}

bool
tf_uri_valid(const char *bytes, size_t len)
{
	struct parts parts;

	split(&parts, bytes, len);
	return parts.scheme.bytes != NULL && are_valid(&parts);
}

bool
tf_uri_reference_valid(const char *bytes, size_t len)
{
	struct parts parts;

	split(&parts, bytes, len);
	return are_valid(&parts);
}
