#include "document.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile.h"
#include "embed.h"
#include "sys.h"
#include "uri.h"

enum { DOCUMENT_MAX = 16 * 1024 * 1024, DIRECTORY_MAX = 4096 };

static const struct metaschema {
	const char *uri, *name;
} metaschemas[] = {
#define TF_METASCHEMA(uri, name) {uri, name},
#include "dialect.def"
#undef TF_METASCHEMA
    {NULL, NULL},
};

/* The directory that the program runs in; "" where that is not known. */
static const char *
directory(struct tf_compiler *c)
{
	struct tf_registry *r = c->registry;

	if (r->directory != NULL)
		return r->directory;
	r->directory = tf_arena_calloc(c->arena, 1, DIRECTORY_MAX);
	if (getcwd(r->directory, DIRECTORY_MAX) == NULL)
		r->directory[0] = '\0';
	return r->directory;
}

const char *
tf_document_uri(struct tf_compiler *c, const char *file)
{
	return tf_uri_of_path(c->arena, directory(c), file);
}

/* A path as people write it: relative where it is below the directory. */
static const char *
shown_path(struct tf_compiler *c, const char *path)
{
	size_t len = strlen(directory(c));

	if (len > 0 && strncmp(path, directory(c), len) == 0 &&
	    path[len] == '/' && path[len + 1] != '\0')
		return path + len + 1;
	return path;
}

static const struct tf_embedded *
find_built_in(const char *uri)
{
	const struct metaschema *row = metaschemas;
	size_t i;

	while (row->uri != NULL && strcmp(row->uri, uri) != 0)
		row++;
	for (i = 0; row->uri != NULL && i < tf_embedded_schemas_count; i++)
		if (strcmp(tf_embedded_schemas[i].name, row->name) == 0)
			return &tf_embedded_schemas[i];
	return NULL;
}

/* The file that a URI stands for, or NULL. */
static const char *
find_file(struct tf_compiler *c, const char *uri)
{
	const char *path;
	size_t i;

	for (i = 0; i < c->document_count; i++)
		if (strcmp(c->documents[i].uri, uri) == 0)
			return c->documents[i].file;
	path = tf_uri_to_path(c->arena, uri);
	return path != NULL ? shown_path(c, path) : NULL;
}

bool
tf_document_known(struct tf_compiler *c, const char *uri)
{
	return find_built_in(uri) != NULL || find_file(c, uri) != NULL;
}

static const struct tf_node *
read_file(struct tf_compiler *c, const struct tf_node *at, const char *file)
{
	struct tf_errors why = {0};
	struct tf_buf text = {0};
	const struct tf_node *root = NULL;

	if (tf_sys_read_file(file, DOCUMENT_MAX, &text, &why) == 0)
		root = tf_yaml_parse(
		    c->arena, file, text.bytes, text.len, c->errors);
	else
		tf_mistake(c, at, "%s: %s", file,
		    why.count > 0 ? why.items[0].text : "not read");
	tf_errors_release(&why);
	tf_buf_release(&text);
	return root;
}

struct tf_resource *
tf_document_load(struct tf_compiler *c, struct tf_resource *from,
    const struct tf_node *at, const char *uri)
{
	const struct tf_embedded *built_in = find_built_in(uri);
	struct tf_resource made = {
	    .uri = uri, .dialect = from->dialect, .lenient = true};
	struct tf_resource *around = c->resource;

	c->resource = from;
	made.file = find_file(c, uri);
	if (made.file != NULL) {
		made.root = read_file(c, at, made.file);
	} else if (built_in != NULL) {
		made.file = uri;
		made.root = tf_yaml_parse(
		    c->arena, uri, built_in->bytes, built_in->len, c->errors);
	} else {
		tf_mistake(c, at,
		    "\"%.200s\" is not here: $ref reaches local files, and "
		    "nothing is fetched from a network",
		    uri);
	}
	made.failed = made.root == NULL;
	c->resource = around;
	return tf_resource_add(c, &made);
}
