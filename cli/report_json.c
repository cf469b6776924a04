#include <string.h>

#include "report.h"

/* One object for each finding, on a line of its own. */

static void
put_string(FILE *out, const char *bytes, size_t len)
{
	size_t i, plain = 0;

	fputc('"', out);
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F)
			continue;
		fwrite(bytes + plain, 1, i - plain, out);
		plain = i + 1;
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else
			fprintf(out, "\\u%04x", c);
	}
	fwrite(bytes + plain, 1, len - plain, out);
	fputc('"', out);
}

static void
put_slice(FILE *out, const char *name, struct tf_slice slice)
{
	fprintf(out, ",\"%s\":", name);
	if (slice.bytes == NULL)
		fputs("null", out);
	else
		put_string(out, slice.bytes, slice.len);
}

static void
put_text(FILE *out, const char *name, const char *text)
{
	struct tf_slice slice = {text, 0};

	while (text[slice.len] != '\0')
		slice.len++;
	put_slice(out, name, slice);
}

static void
put_json(FILE *out, const char *name, struct tf_slice slice)
{
	size_t i;

	fprintf(out, ",\"%s\":", name);
	if (slice.bytes == NULL)
		fputs("null", out);
	/* JSON over several lines is still one line of a report */
	for (i = 0; i < slice.len; i++)
		fputc(slice.bytes[i] == '\n' || slice.bytes[i] == '\r'
			? ' '
			: slice.bytes[i],
		    out);
}

void
cli_report_json(const struct cli_report *report, const struct tf_finding *f)
{
	FILE *out = report->out;

	fputs("{\"file\":", out);
	put_string(out, f->file, strlen(f->file));
	fprintf(out,
	    ",\"record\":%llu,\"line\":%llu,\"column\":%llu,\"offset\":%llu,"
	    "\"length\":%llu",
	    (unsigned long long)f->record, (unsigned long long)f->line,
	    (unsigned long long)f->column, (unsigned long long)f->offset,
	    (unsigned long long)f->length);
	put_slice(out, "tool", f->tool);
	put_slice(out, "action", f->action);
	put_slice(out, "call_id", f->call_id);
	put_slice(out, "path", f->path);
	put_text(out, "code", f->code);
	put_text(out, "severity", tf_severity_name(f->severity));
	put_slice(out, "message", f->message);
	if (f->fix_kind == NULL) {
		fputs(",\"fix\":null}\n", out);
		return;
	}
	fprintf(out, ",\"fix\":{\"kind\":\"%s\"", f->fix_kind);
	put_json(out, "from", f->fix_from);
	put_json(out, "to", f->fix_to);
	fputs("}}\n", out);
}
