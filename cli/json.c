#include "json.h"

/*
 * A character of two or three bytes that is no plain text: C1 controls, line
 * separators, and what changes the direction of writing. Returns how many bytes
 * it has, or 0; *code is the character.
 */
static size_t
hidden(const char *bytes, size_t len, unsigned *code)
{
	const unsigned char *p = (const unsigned char *)bytes;

	if (len >= 2 && p[0] == 0xC2 && p[1] < 0xA0) {
		*code = p[1];
		return 2;
	}
	if (len < 3 || p[0] != 0xE2 || (p[1] != 0x80 && p[1] != 0x81))
		return 0;
	*code = 0x2000u | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
	if ((*code >= 0x2028 && *code <= 0x202E) || *code == 0x200E ||
	    *code == 0x200F || (*code >= 0x2066 && *code <= 0x2069))
		return 3;
	return 0;
}

/* Bytes of a JSON text that is valid; what would hide in it is escaped. */
static void
put_json(FILE *out, const char *bytes, size_t len)
{
	size_t i, n, plain = 0;
	unsigned code;

	for (i = 0; i<len; i += n> 0 ? n : 1) {
		n = (unsigned char)bytes[i] < 0x80 ?
		    0 :
		    hidden(bytes + i, len - i, &code);
		if (bytes[i] == 0x7F) {
			code = 0x7F;
			n = 1;
		}
		if (n == 0)
			continue;
		fwrite(bytes + plain, 1, i - plain, out);
		fprintf(out, "\\u%04x", code);
		plain = i + n;
	}
	fwrite(bytes + plain, 1, len - plain, out);
}

void
cli_json_string(FILE *out, const char *bytes, size_t len)
{
	size_t i, plain = 0;

	fputc('"', out);
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		put_json(out, bytes + plain, i - plain);
		plain = i + 1;
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else
			fprintf(out, "\\u%04x", c);
	}
	put_json(out, bytes + plain, len - plain);
	fputc('"', out);
}

void
cli_json_slice(FILE *out, const char *name, struct tf_slice slice)
{
	fprintf(out, ",\"%s\":", name);
	if (slice.bytes == NULL)
		fputs("null", out);
	else
		cli_json_string(out, slice.bytes, slice.len);
}

void
cli_json_text(FILE *out, const char *name, const char *text)
{
	struct tf_slice slice = {text, 0};

	while (text[slice.len] != '\0')
		slice.len++;
	cli_json_slice(out, name, slice);
}

void
cli_json_raw(FILE *out, const char *name, struct tf_slice slice)
{
	size_t i, end;

	fprintf(out, ",\"%s\":", name);
	if (slice.bytes == NULL)
		fputs("null", out);
	/* JSON over several lines is still one line of a report */
	for (i = 0; i < slice.len; i = end) {
		for (end = i; end < slice.len && slice.bytes[end] != '\n' &&
		     slice.bytes[end] != '\r';
		     end++)
			continue;
		put_json(out, slice.bytes + i, end - i);
		if (end < slice.len) {
			fputc(' ', out);
			end++;
		}
	}
}

void
cli_json_number(FILE *out, const char *name, uint64_t number)
{
	fprintf(out, ",\"%s\":%llu", name, (unsigned long long)number);
}

void
cli_json_went(FILE *out, const char *name, enum tf_went went)
{
	static const char *const words[] = {
	    [TF_WENT_UNKNOWN] = "null",
	    [TF_WENT_WELL] = "false",
	    [TF_WENT_WRONG] = "true",
	};

	fprintf(out, ",\"%s\":%s", name, words[went]);
}
