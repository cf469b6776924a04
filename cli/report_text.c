#include <string.h>

#include "report.h"

/* The window of a line that is shown around a place, in bytes. */
enum { BEFORE = 40, AFTER = 40 };

static const char *const colors[] = {
    [TF_WARNING] = "\033[35m",
    [TF_FIX] = "\033[36m",
    [TF_ERROR] = "\033[31m",
};

/*
 * The excerpt's bytes come from data: what is no plain ASCII or UTF-8 letter
 * takes one column and is shown as a dot, so that carets stand right and no
 * control character gets to the terminal.
 */
static void
put_shown(FILE *out, const char *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c < 0x20 || c == 0x7F)
			fputc('.', out);
		else if (c < 0x80)
			fputc(c, out);
		else if (c >= 0xC0)
			fputc('.', out);
	}
}

static size_t
shown_width(const char *bytes, size_t len)
{
	size_t i, width = 0;

	for (i = 0; i < len; i++)
		width += ((unsigned char)bytes[i] & 0xC0) != 0x80;
	return width;
}

static void
put_excerpt(const struct cli_report *report, const struct tf_finding *f)
{
	const char *bytes = f->record_bytes.bytes, *newline;
	size_t at = f->record_offset, start, end, width;

	if (bytes == NULL || at > f->record_bytes.len)
		return;
	start = at > BEFORE ? at - BEFORE : 0;
	for (size_t i = start; i < at; i++)
		if (bytes[i] == '\n')
			start = i + 1;
	while (start > 0 && ((unsigned char)bytes[start] & 0xC0) == 0x80)
		start--;
	end =
	    f->record_bytes.len - at > AFTER ? at + AFTER : f->record_bytes.len;
	newline = memchr(bytes + at, '\n', end - at);
	if (newline != NULL)
		end = (size_t)(newline - bytes);
	fputs("    ", report->out);
	put_shown(report->out, bytes + start, end - start);
	fprintf(report->out, "\n    %*s",
	    (int)shown_width(bytes + start, at - start), "");
	if (report->color)
		fputs(colors[f->severity], report->out);
	width = f->length < end - at ? shown_width(bytes + at, f->length) :
				       shown_width(bytes + at, end - at);
	for (fputc('^', report->out); width > 1; width--)
		fputc('~', report->out);
	fputs(report->color ? "\033[0m\n" : "\n", report->out);
}

void
cli_report_text(const struct cli_report *report, const struct tf_finding *f)
{
	const char *on = report->color ? colors[f->severity] : "";
	const char *off = report->color ? "\033[0m" : "";

	cli_put_shown(report->out, (struct tf_slice){f->file, strlen(f->file)});
	fprintf(report->out,
	    ":%llu:%llu: %s%s%s: ", (unsigned long long)f->line,
	    (unsigned long long)f->column, on, tf_severity_name(f->severity),
	    off);
	fwrite(f->message.bytes, 1, f->message.len, report->out);
	fprintf(report->out, " [%s]\n", f->code);
	if (report->excerpt)
		put_excerpt(report, f);
}
