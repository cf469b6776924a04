#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "run.h"

/* What people look into a log with. */

enum {
	PLACE_WIDTH = 24,
	TOOL_WIDTH = 20,
	ACTION_WIDTH = 8,
	ARGUMENTS_WIDTH = 60
};

static bool
is_wanted(const struct cli_options *options, const struct tf_call_info *call)
{
	char name[256];

	if (options->failed && call->went != TF_WENT_WRONG)
		return false;
	if (options->shape != NULL && strcmp(options->shape, call->shape) != 0)
		return false;
	if (options->tool == NULL)
		return true;
	snprintf(
	    name, sizeof(name), "%.*s", (int)call->tool.len, call->tool.bytes);
	return fnmatch(options->tool, name, 0) == 0;
}

static void
put_json(const struct tf_call_info *call)
{
	fputs("{\"file\":", stdout);
	cli_json_string(stdout, call->file, strlen(call->file));
	cli_json_number(stdout, "record", call->record);
	cli_json_number(stdout, "line", call->line);
	cli_json_number(stdout, "offset", call->offset);
	cli_json_text(stdout, "shape", call->shape);
	cli_json_slice(stdout, "tool", call->tool);
	cli_json_slice(stdout, "action", call->action);
	cli_json_slice(stdout, "id", call->id);
	cli_json_slice(stdout, "session", call->session);
	cli_json_slice(stdout, "agent", call->agent);
	cli_json_slice(stdout, "model", call->model);
	cli_json_went(stdout, "failed", call->went);
	if (call->unfinished != NULL)
		cli_json_text(stdout, "unfinished", call->unfinished);
	else
		fputs(",\"unfinished\":null", stdout);
	cli_json_number(stdout, "copies", call->copies);
	if (call->arguments_are_text)
		cli_json_slice(stdout, "arguments", call->arguments);
	else
		cli_json_raw(stdout, "arguments", call->arguments);
	fputs("}\n", stdout);
}

/* The start of a text, at most width characters of it. */
static struct tf_slice
cut(struct tf_slice text, size_t width)
{
	size_t i, seen = 0;

	for (i = 0; i < text.len; i++) {
		if (((unsigned char)text.bytes[i] & 0xC0) != 0x80 &&
		    seen++ == width)
			break;
	}
	text.len = i;
	return text;
}

/* A text, and blanks up to the width of its column. */
static void
put_cell(struct tf_slice text, int width)
{
	size_t i;

	cli_put_shown(stdout, text);
	for (i = 0; i < text.len; i++)
		width -= ((unsigned char)text.bytes[i] & 0xC0) != 0x80;
	printf("%*s  ", width > 0 ? width : 0, "");
}

static void
put_row(const struct tf_call_info *call)
{
	static const char *const words[] = {
	    [TF_WENT_UNKNOWN] = "-",
	    [TF_WENT_WELL] = "ok",
	    [TF_WENT_WRONG] = "failed",
	};
	struct tf_slice tool = cut(call->tool, TOOL_WIDTH);
	struct tf_slice arguments = cut(call->arguments, ARGUMENTS_WIDTH);
	char place[256];

	snprintf(place, sizeof(place), "%s:%llu", call->file,
	    (unsigned long long)call->line);
	put_cell((struct tf_slice){place, strlen(place)}, PLACE_WIDTH);
	put_cell(tool, TOOL_WIDTH);
	printf("%-6s  ", call->unfinished != NULL ? "cut" : words[call->went]);
	put_cell(call->action.bytes != NULL ? call->action :
					      (struct tf_slice){"-", 1},
	    ACTION_WIDTH);
	cli_put_shown(stdout, arguments);
	fputs(arguments.len < call->arguments.len ? "\xE2\x80\xA6\n" : "\n",
	    stdout);
}

void
cli_put_call(const struct cli_options *options, const struct tf_call_info *call)
{
	if (!is_wanted(options, call))
		return;
	if (options->table)
		put_row(call);
	else
		put_json(call);
}
