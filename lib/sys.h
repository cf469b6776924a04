/*
 * sys.h - files of the system (layer: base).
 */
#ifndef TF_SYS_H
#define TF_SYS_H

#include <stddef.h>

#include "buf.h"

/*
 * Reads a whole file into buf, max bytes at most. Returns 0, or -1 with an
 * error that names the file.
 */
int tf_sys_read_file(
    const char *path, size_t max, struct tf_buf *buf, struct tf_errors *errors);

/*
 * The *.yaml and *.yml files of a directory, sorted, as paths; *count is set.
 * The array and each path are the caller's to free. NULL with an error.
 */
char **tf_sys_list_rules(
    const char *path, size_t *count, struct tf_errors *errors);

/* True where the path is a directory. */
int tf_sys_is_directory(const char *path);

#endif
