#include "resource.h"

#include <stdint.h>
#include <string.h>

#include "ascii.h"
#include "compile.h"
#include "document.h"
#include "uri.h"

static const char *const dialect_names[] = {
#define TF_DIALECT(id, name, uri) name,
#include "dialect.def"
#undef TF_DIALECT
};

static const char *const dialect_uris[] = {
#define TF_DIALECT(id, name, uri) uri,
#include "dialect.def"
#undef TF_DIALECT
};

static const char *const vocabulary_uris[] = {
#define TF_VOCABULARY(id, uri) uri,
#include "dialect.def"
#undef TF_VOCABULARY
};

static const unsigned all_vocabularies = (1u << TF_VOCABULARY_COUNT) - 1;

static void search(struct tf_compiler *c, const struct tf_node *node,
    struct tf_resource *around);

const char *
tf_dialect_name(enum tf_dialect dialect)
{
	return dialect_names[dialect];
}

/* ---- nodes ---- */

/* The place of a node in the table, or of its absence. */
static struct tf_site *
look_up(struct tf_site *sites, size_t capacity, const struct tf_node *node)
{
	size_t at = (size_t)((uintptr_t)node / 16 * 0x9e3779b1u);

	for (at &= capacity - 1; sites[at].node != NULL;
	     at = (at + 1) & (capacity - 1))
		if (sites[at].node == node)
			break;
	return &sites[at];
}

static void
grow_sites(struct tf_compiler *c, struct tf_registry *r)
{
	size_t capacity = r->site_capacity > 0 ? r->site_capacity * 4 : 64, i;
	struct tf_site *sites =
	    tf_arena_calloc(c->arena, capacity, sizeof(*sites));

	for (i = 0; i < r->site_capacity; i++)
		if (r->sites[i].node != NULL)
			*look_up(sites, capacity, r->sites[i].node) =
			    r->sites[i];
	r->sites = sites;
	r->site_capacity = capacity;
}

struct tf_site *
tf_site_of(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_registry *r = c->registry;
	struct tf_site *site;

	if (r->site_count * 2 >= r->site_capacity)
		grow_sites(c, r);
	site = look_up(r->sites, r->site_capacity, node);
	if (site->node == NULL) {
		site->node = node;
		r->site_count++;
	}
	return site;
}

/* ---- what a resource says of itself ---- */

static void
add_resource(struct tf_compiler *c, struct tf_resource *resource)
{
	struct tf_resource **last = &c->registry->resources;

	while (*last != NULL)
		last = &(*last)->next;
	*last = resource;
}

static struct tf_resource *
find_resource(struct tf_compiler *c, const char *uri)
{
	struct tf_resource *r = c->registry->resources;

	while (r != NULL && strcmp(r->uri, uri) != 0)
		r = r->next;
	return r;
}

/* A mistake in what another document than the current one says. */
static void
mistake(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *node, const char *what, const char *why)
{
	struct tf_resource *around = c->resource;

	c->resource = resource;
	tf_mistake(c, node, "%s \"%.200s\"%s", what,
	    node->text != NULL ? node->text : "", why);
	c->resource = around;
}

static void
not_text(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *node)
{
	struct tf_resource *around = c->resource;

	c->resource = resource;
	tf_want_text(c, node);
	c->resource = around;
}

/* The bits of a metaschema's $vocabulary. */
static unsigned
read_vocabularies(
    struct tf_compiler *c, struct tf_resource *meta, const struct tf_node *map)
{
	unsigned bits = 0;
	size_t i, k;

	for (i = 0; map->kind == TF_NODE_MAP && i < map->count; i++) {
		const struct tf_node *key = map->items[2 * i];

		for (k = 0; k < TF_VOCABULARY_COUNT; k++)
			if (strcmp(vocabulary_uris[k], key->text) == 0)
				break;
		if (k < TF_VOCABULARY_COUNT)
			bits |= 1u << k;
		else if (map->items[2 * i + 1]->text != NULL &&
		    map->items[2 * i + 1]->text[0] == 't')
			mistake(c, meta, key, "unknown vocabulary", "");
	}
	if (bits & 1u << TF_VOCABULARY_FORMAT_ASSERTION)
		bits |= 1u << TF_VOCABULARY_FORMAT;
	return bits;
}

/* A metaschema of one's own: what it says of the dialect. */
static void
read_metaschema(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *value, const char *uri)
{
	struct tf_resource *meta = find_resource(c, uri);
	const struct tf_node *vocabularies;

	if (meta == NULL && !tf_document_known(c, uri)) {
		mistake(c, resource, value, "unknown $schema",
		    "; known are those of 2020-12 and draft-07");
		return;
	}
	if (meta == NULL)
		meta = tf_document_load(c, resource, value, uri);
	if (meta->root == NULL)
		return;
	vocabularies = tf_node_get(meta->root, "$vocabulary");
	meta = tf_site_of(c, meta->root)->resource;
	resource->dialect = meta->dialect;
	resource->vocabularies = vocabularies != NULL ?
	    read_vocabularies(c, meta, vocabularies) :
	    meta->vocabularies;
}

static void
read_dialect(struct tf_compiler *c, struct tf_resource *resource)
{
	const struct tf_node *value = tf_node_get(resource->root, "$schema");
	size_t i;
	char *uri;

	if (value == NULL)
		return;
	if (tf_node_type(value) != TF_STRING) {
		not_text(c, resource, value);
		return;
	}
	uri = tf_arena_copy(c->arena, value->text, value->len);
	tf_uri_cut_fragment(uri);
	for (i = 0; i < TF_DIALECT_COUNT; i++)
		if (strcmp(uri, dialect_uris[i]) == 0) {
			resource->dialect = (enum tf_dialect)i;
			resource->vocabularies = all_vocabularies;
			return;
		}
	read_metaschema(c, resource, value, uri);
}

/* ---- the search ---- */

static void
add_anchor(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *node, const struct tf_node *value, bool dynamic)
{
	const char *name = value->text + (value->text[0] == '#');
	struct tf_anchor *anchor;
	size_t i;

	for (i = 0; name[i] != '\0'; i++)
		if (!tf_is_alpha(name[i]) && name[i] != '_' &&
		    (i == 0 ||
			(!tf_is_digit(name[i]) &&
			    strchr("-.:", name[i]) == NULL)))
			break;
	if (name[i] != '\0' || i == 0)
		mistake(c, resource, value, "no name of an anchor:",
		    "; a letter comes first, then letters, digits, \"-\", "
		    "\"_\" and \".\"");
	anchor = tf_arena_calloc(c->arena, 1, sizeof(*anchor));
	anchor->name = name;
	anchor->node = node;
	anchor->dynamic = dynamic;
	anchor->next = resource->anchors;
	resource->anchors = anchor;
	if (!dynamic)
		return;
	if (resource->scope == NULL)
		resource->scope =
		    tf_arena_calloc(c->arena, 1, sizeof(*resource->scope));
	resource->scope->count++;
}

/* The text that a core keyword must have; NULL where it is not there. */
static const struct tf_node *
core_text(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *node, const char *key)
{
	const struct tf_node *value = tf_node_get(node, key);

	if (value == NULL || tf_node_type(value) == TF_STRING)
		return value;
	not_text(c, resource, value);
	return NULL;
}

/* The resource that $id makes of a node; NULL where it makes none. */
static struct tf_resource *
make_resource(struct tf_compiler *c, struct tf_resource *around,
    const struct tf_node *node, const struct tf_node *id)
{
	struct tf_resource *made = tf_arena_calloc(c->arena, 1, sizeof(*made));
	struct tf_resource *other;
	char *uri = tf_uri_resolve(c->arena, around->uri, id->text, id->len);

	if (*tf_uri_cut_fragment(uri) != '\0' && around->dialect != TF_DRAFT_07)
		mistake(c, around, id, "$id", " has a fragment; see $anchor");
	other = find_resource(c, uri);
	if (other != NULL && other->root != node && !around->lenient)
		mistake(c, around, id, "$id", " is given twice");
	*made = (struct tf_resource){.uri = uri,
	    .root = node,
	    .outer = around,
	    .file = around->file,
	    .dialect = around->dialect,
	    .vocabularies = around->vocabularies,
	    .lenient = around->lenient};
	read_dialect(c, made);
	add_resource(c, made);
	return made;
}

/* The resource of a node, which has its anchors afterwards. */
static struct tf_resource *
identify(struct tf_compiler *c, struct tf_resource *around,
    const struct tf_node *node)
{
	const struct tf_node *id = core_text(c, around, node, "$id"), *anchor;
	struct tf_resource *own = around;
	bool draft_07 = around->dialect == TF_DRAFT_07;

	/* a resource of the other dialect starts with $id and $schema */
	if (draft_07 && tf_node_get(node, "$ref") != NULL &&
	    tf_node_get(node, "$schema") == NULL)
		id = NULL;
	if (id != NULL && !(draft_07 && id->text[0] == '#'))
		own = make_resource(c, around, node, id);
	if (own->dialect == TF_DRAFT_07) {
		if (id != NULL && id->text[0] == '#' && id->len > 1)
			add_anchor(c, own, node, id, false);
		return own;
	}
	anchor = core_text(c, own, node, "$anchor");
	if (anchor != NULL)
		add_anchor(c, own, node, anchor, false);
	anchor = core_text(c, own, node, "$dynamicAnchor");
	if (anchor != NULL)
		add_anchor(c, own, node, anchor, true);
	return own;
}

static void
search_inside(struct tf_compiler *c, const struct tf_node *value,
    enum tf_holds holds, struct tf_resource *resource)
{
	bool list = value->kind == TF_NODE_LIST;
	size_t i;

	if (holds == TF_HOLDS_ONE || (holds == TF_HOLDS_ONE_LIST && !list))
		search(c, value, resource);
	else if (list && (holds == TF_HOLDS_LIST || holds == TF_HOLDS_ONE_LIST))
		for (i = 0; i < value->count; i++)
			search(c, value->items[i], resource);
	else if (value->kind == TF_NODE_MAP &&
	    (holds == TF_HOLDS_MAP || holds == TF_HOLDS_MAP_SOME))
		for (i = 0; i < value->count; i++)
			search(c, value->items[2 * i + 1], resource);
}

static void
search(struct tf_compiler *c, const struct tf_node *node,
    struct tf_resource *around)
{
	const struct tf_keyword *keyword;
	struct tf_resource *own = around;
	size_t i;

	if (tf_site_of(c, node)->resource != NULL)
		return;
	if (node->kind == TF_NODE_MAP)
		own = identify(c, around, node);
	tf_site_of(c, node)->resource = own;
	for (i = 0; node->kind == TF_NODE_MAP && i < node->count; i++) {
		const char *key = node->items[2 * i]->text;

		keyword = tf_keyword_json(key);
		if (keyword == NULL && !own->lenient)
			keyword = tf_keyword_rule(key);
		if (keyword != NULL &&
		    (keyword->dialects == 0 ||
			keyword->dialects & 1u << own->dialect))
			search_inside(
			    c, node->items[2 * i + 1], keyword->holds, own);
	}
}

/* ---- documents ---- */

struct tf_resource *
tf_resource_add(struct tf_compiler *c, const struct tf_resource *resource)
{
	struct tf_resource *copy = tf_arena_calloc(c->arena, 1, sizeof(*copy));

	*copy = *resource;
	copy->vocabularies = all_vocabularies;
	add_resource(c, copy);
	if (copy->root != NULL) {
		read_dialect(c, copy);
		search(c, copy->root, copy);
	}
	return copy;
}

void
tf_resource_add_contract(struct tf_compiler *c, const struct tf_node *root)
{
	tf_resource_add(c,
	    &(struct tf_resource){.uri = tf_document_uri(c, c->rulebook->file),
		.root = root,
		.file = c->file != NULL ? c->file : c->rulebook->file,
		.dialect = c->dialect,
		.lenient = c->lenient});
}

/* ---- references ---- */

/* The child that a token of a JSON Pointer names, or NULL. */
static const struct tf_node *
child_of(const struct tf_node *node, const char *token, size_t len)
{
	size_t i, index = 0;

	if (node->kind == TF_NODE_MAP) {
		for (i = 0; i < node->count; i++)
			if (node->items[2 * i]->len == len &&
			    memcmp(node->items[2 * i]->text, token, len) == 0)
				return node->items[2 * i + 1];
		return NULL;
	}
	if (node->kind != TF_NODE_LIST || len == 0 || len > 9 ||
	    (len > 1 && token[0] == '0'))
		return NULL;
	for (i = 0; i < len; i++) {
		if (!tf_is_digit(token[i]))
			return NULL;
		index = index * 10 + (size_t)(token[i] - '0');
	}
	return index < node->count ? node->items[index] : NULL;
}

/* Replaces ~1 and ~0; returns the length. */
static size_t
unescape(char *token, size_t len)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++) {
		token[n] = token[i];
		if (token[i] == '~' && i + 1 < len)
			token[n] = token[++i] == '1' ? '/' : '~';
		n++;
	}
	return n;
}

/* Follows a JSON Pointer; *resource is the one that its end belongs to. */
static const struct tf_node *
follow(struct tf_compiler *c, struct tf_resource **resource, char *pointer,
    size_t len)
{
	const struct tf_node *node = (*resource)->root;
	char *end = pointer + len, *token, *stop;

	for (token = pointer + 1; node != NULL && token <= end;
	     token = stop + 1) {
		if (tf_site_of(c, node)->resource != NULL)
			*resource = tf_site_of(c, node)->resource;
		stop = memchr(token, '/', (size_t)(end - token));
		if (stop == NULL)
			stop = end;
		node = child_of(
		    node, token, unescape(token, (size_t)(stop - token)));
	}
	return node;
}

static const struct tf_anchor *
find_anchor(struct tf_resource *resource, const char *name)
{
	const struct tf_anchor *anchor = resource->anchors;

	while (anchor != NULL && strcmp(anchor->name, name) != 0)
		anchor = anchor->next;
	return anchor;
}

/* The resource with this URI, as seen from another one; NULL: a mistake. */
static struct tf_resource *
reach(struct tf_compiler *c, struct tf_resource *from, const struct tf_node *at,
    const char *uri)
{
	struct tf_resource *r;

	for (r = from; r != NULL; r = r->outer)
		if (strcmp(r->uri, uri) == 0)
			return r;
	r = find_resource(c, uri);
	if (r == NULL)
		r = tf_document_load(c, from, at, uri);
	/* a root with $id is a resource of its own */
	return r->root != NULL ? tf_site_of(c, r->root)->resource : NULL;
}

const struct tf_node *
tf_resource_find(struct tf_compiler *c, struct tf_resource *resource,
    const struct tf_node *at, const char **name)
{
	char *uri = tf_uri_resolve(c->arena, resource->uri, at->text, at->len);
	char *fragment = tf_uri_cut_fragment(uri);
	const struct tf_anchor *anchor;
	const struct tf_node *node;
	size_t len;

	if (name != NULL)
		*name = NULL;
	resource = reach(c, resource, at, uri);
	if (resource == NULL)
		return NULL;
	fragment = tf_uri_decode(c->arena, fragment, strlen(fragment), &len);
	if (len > 0 && fragment[0] != '/') {
		anchor = find_anchor(resource, fragment);
		if (anchor != NULL && anchor->dynamic && name != NULL)
			*name = anchor->name;
		node = anchor != NULL ? anchor->node : NULL;
	} else if (len > 0) {
		node = follow(c, &resource, fragment, len);
	} else {
		node = resource->root;
	}
	if (node == NULL)
		tf_mistake(c, at, "nothing is at \"%.200s\"", at->text);
	else
		search(c, node, resource);
	return node;
}
