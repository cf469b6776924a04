#include <stdlib.h>

#include "engine.h"

void
tf_outcome_reset(struct tf_outcome *outcome)
{
	outcome->found.count = 0;
	outcome->records = outcome->fragments = 0;
	outcome->met_count = outcome->result_count = 0;
	tf_arena_reset(&outcome->kept);
}

void
tf_outcome_release(struct tf_outcome *outcome)
{
	tf_found_release(&outcome->found);
	tf_arena_release(&outcome->kept);
	free(outcome->met);
	free(outcome->results);
	free(outcome->spans);
}
