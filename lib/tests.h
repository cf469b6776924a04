/*
 * tests.h - reading the tests inside a rulebook (layer: engine).
 */
#ifndef TF_TESTS_H
#define TF_TESTS_H

#include "compile.h"

/* Reads the list under "tests"; *count is set. Lives in the rulebook. */
const struct tf_test *tf_compile_tests(
    struct tf_compiler *c, const struct tf_node *node, size_t *count);

#endif
