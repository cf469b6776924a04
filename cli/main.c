#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "run.h"

/* The first one is what is done where no command is given. */
const struct cli_command cli_commands[] = {
    {"fix", "print every record, cleaned; findings on standard error", CLI_FIX,
	TF_ERROR, cli_fix},
    {"check", "print the findings; change nothing", CLI_CHECK, TF_FIX,
	cli_check},
    {"calls", "list the calls, one JSON object a line", CLI_LIST, TF_ERROR,
	cli_calls},
    {"test", "run the tests inside rulebooks", CLI_TEST, TF_ERROR, cli_test},
    {NULL, NULL, 0, TF_OFF, NULL},
};

static void
out_of_memory(size_t size)
{
	fprintf(stderr, "toolfix: out of memory (%zu bytes)\n", size);
	_Exit(2);
}

int
main(int argc, char **argv)
{
	struct cli_options options;
	int status;

	tf_set_nomem(out_of_memory);
	/* a closed pipe is an error of writing, which is reported */
	signal(SIGPIPE, SIG_IGN);
	status = cli_parse(&options, argc, argv);
	if (status < 0)
		status = options.command->run(&options);
	cli_options_release(&options);
	return status;
}
