/*
 * yaml_source.h - the text of a YAML file before it is parsed (layer: model).
 *
 * libyaml tells little about bytes that are no text, reads some characters as
 * YAML 1.1 did, and does not know JSON's surrogate pairs. That is settled
 * here, so that the parser only meets what it reads as YAML 1.2 does.
 */
#ifndef TF_YAML_SOURCE_H
#define TF_YAML_SOURCE_H

#include "mem.h"
#include "toolfix.h"

/*
 * Checks that text is UTF-8 without characters that YAML forbids or libyaml
 * takes for line ends, and not blank; removes a byte order mark; where text is
 * JSON, \uD83D\uDE00 becomes \U0001F600 in a copy in the arena, in which every
 * token starts where it did. Returns 0 with *text set to what is to be parsed,
 * or -1 with the first error.
 */
int tf_yaml_source(struct tf_arena *arena, const char *file,
    struct tf_slice *text, struct tf_errors *errors);

#endif
