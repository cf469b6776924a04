/*
 * yaml_problem.h - what libyaml complains about, in our words (layer: model).
 */
#ifndef TF_YAML_PROBLEM_H
#define TF_YAML_PROBLEM_H

#include "toolfix.h"

struct yaml_parser_s;

/*
 * Adds the error on which the parser stopped, at its line and column. text is
 * what was parsed.
 */
void tf_yaml_problem(const struct yaml_parser_s *parser, const char *file,
    struct tf_slice text, struct tf_errors *errors);

#endif
