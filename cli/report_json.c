#include <string.h>

#include "json.h"
#include "report.h"

/* One object for each finding, on a line of its own. */

void
cli_report_json(const struct cli_report *report, const struct tf_finding *f)
{
	FILE *out = report->out;

	fputs("{\"file\":", out);
	cli_json_string(out, f->file, strlen(f->file));
	cli_json_number(out, "record", f->record);
	cli_json_number(out, "line", f->line);
	cli_json_number(out, "column", f->column);
	cli_json_number(out, "offset", f->offset);
	cli_json_number(out, "length", f->length);
	cli_json_slice(out, "tool", f->tool);
	cli_json_slice(out, "action", f->action);
	cli_json_slice(out, "call_id", f->call_id);
	cli_json_slice(out, "path", f->path);
	cli_json_text(out, "code", f->code);
	cli_json_text(out, "severity", tf_severity_name(f->severity));
	cli_json_slice(out, "message", f->message);
	if (f->fix_kind == NULL) {
		fputs(",\"fix\":null", out);
	} else {
		fprintf(out, ",\"fix\":{\"kind\":\"%s\"", f->fix_kind);
		cli_json_raw(out, "from", f->fix_from);
		cli_json_raw(out, "to", f->fix_to);
		fputc('}', out);
	}
	cli_json_slice(out, "session", f->session);
	cli_json_slice(out, "agent", f->agent);
	cli_json_slice(out, "model", f->model);
	cli_json_went(out, "failed", f->went);
	fputs("}\n", out);
}
