#include "yaml_tree.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "buf.h"
#include "error.h"
#include "names.h"
#include "scalar.h"
#include "utf8.h"
#include "yaml_problem.h"

enum {
	LEVELS_MAX = 100,
	NODES_MAX = 1000000,
	SHOWN_MAX = 40 /* characters of a text in an error */
};

struct anchor {
	struct tf_node *node;
	size_t nodes;  /* in it, aliases followed; 0 while it is being read */
	size_t levels; /* of lists and maps in it */
};

struct composer {
	yaml_parser_t parser;
	struct tf_arena *arena;
	const char *file;
	struct tf_slice text;
	struct tf_errors *errors;
	bool wrong;            /* an error was added, and reading went on */
	yaml_mark_t mark;      /* where the last event started */
	size_t nodes;          /* read so far, aliases followed */
	size_t level, deepest; /* the current one; the deepest one reached */

	struct tf_names *names; /* of anchors; a number is an index */
	struct anchor *anchors;
	size_t anchor_count, anchor_capacity;

	/* The children of lists and maps that are being read. */
	struct tf_node **children;
	size_t child_count, child_capacity;
};

enum outcome { NODE, END, FAILED };

static enum outcome next_node(struct composer *c, struct tf_node **node);

/* Adds an error about the last event; what follows is still read. */
#define WRONG(c, ...)                                                 \
	((c)->wrong = true,                                           \
	    tf_errors_add((c)->errors, (c)->file, (c)->mark.line + 1, \
		(c)->mark.column + 1, __VA_ARGS__))

/* The start of a text, as errors show it. Lives in the arena. */
static const char *
shown(struct composer *c, const char *text, size_t len)
{
	struct tf_buf buf = {0};
	size_t prefix = tf_utf8_prefix(text, len, SHOWN_MAX);
	const char *copy;

	tf_utf8_show(&buf, text, prefix);
	if (prefix < len)
		tf_buf_adds(&buf, "...");
	copy = tf_arena_copy(c->arena, tf_buf_text(&buf), buf.len);
	tf_buf_release(&buf);
	return copy;
}

/* Both tell whether the tree is still within bounds. */
static bool
count_nodes(struct composer *c, size_t count)
{
	c->nodes += count;
	if (c->nodes <= NODES_MAX)
		return true;
	WRONG(c, "over %d values, with all aliases followed", NODES_MAX);
	return false;
}

static bool
reach_level(struct composer *c, size_t level)
{
	if (level > c->deepest)
		c->deepest = level;
	if (level <= LEVELS_MAX)
		return true;
	WRONG(c, "lists and maps are nested over %d levels deep", LEVELS_MAX);
	return false;
}

/* ---- nodes ---- */

/* A node that stands where the last event does. */
static struct tf_node *
new_node(struct composer *c, enum tf_node_kind kind)
{
	struct tf_node *node = tf_arena_calloc(c->arena, 1, sizeof(*node));

	node->kind = kind;
	node->line = c->mark.line + 1;
	node->column = c->mark.column + 1;
	return node;
}

static struct tf_node *
new_scalar(struct composer *c, const char *text, size_t len, bool plain)
{
	struct tf_node *node = new_node(c, TF_NODE_SCALAR);

	node->text = tf_arena_copy(c->arena, text, len);
	node->len = len;
	node->plain = plain;
	return node;
}

static void
add_child(struct composer *c, struct tf_node *child)
{
	c->children = tf_grow(c->children, c->child_count, &c->child_capacity,
	    sizeof(struct tf_node *));
	c->children[c->child_count++] = child;
}

/* Moves the children from start on into their parent. */
static void
take_children(struct composer *c, size_t start, struct tf_node *parent)
{
	size_t count = c->child_count - start;

	c->child_count = start;
	if (count == 0)
		return;
	parent->items =
	    tf_arena_alloc(c->arena, count * sizeof(struct tf_node *));
	memcpy(parent->items, c->children + start,
	    count * sizeof(struct tf_node *));
	parent->count = parent->kind == TF_NODE_MAP ? count / 2 : count;
}

static bool
read_list(struct composer *c, struct tf_node *list)
{
	size_t start = c->child_count;
	struct tf_node *item;
	enum outcome outcome;

	while ((outcome = next_node(c, &item)) == NODE)
		add_child(c, item);
	take_children(c, start, list);
	return outcome == END;
}

/* True for a key that the map, whose children begin at start, has not yet. */
static bool
is_new_key(struct composer *c, const struct tf_node *key, struct tf_names *keys,
    size_t start)
{
	const struct tf_node *first;
	size_t count = (c->child_count - start) / 2, number;

	if (key->kind != TF_NODE_SCALAR) {
		c->wrong = true;
		tf_errors_add(c->errors, c->file, key->line, key->column,
		    "a key must be text, not %s", tf_node_what(key));
		return false;
	}
	number = tf_names_add(keys, key->text, key->len);
	if (number == count)
		return true;
	first = c->children[start + 2 * number];
	c->wrong = true;
	tf_errors_add(c->errors, c->file, key->line, key->column,
	    "duplicate key \"%s\"; the first one is on line %zu, column %zu",
	    shown(c, key->text, key->len), first->line, first->column);
	return false;
}

static bool
read_map(struct composer *c, struct tf_node *map)
{
	struct tf_names *keys = tf_names_new();
	size_t start = c->child_count;
	struct tf_node *key, *value;
	enum outcome outcome;
	bool is_new;

	while ((outcome = next_node(c, &key)) == NODE) {
		is_new = is_new_key(c, key, keys, start);
		if (is_new)
			add_child(c, key);
		outcome = next_node(c, &value);
		if (outcome != NODE)
			break;
		if (is_new)
			add_child(c, value);
	}
	take_children(c, start, map);
	tf_names_free(keys);
	return outcome == END;
}

static bool
read_children(struct composer *c, struct tf_node *node)
{
	bool ok;

	if (node->kind == TF_NODE_SCALAR)
		return true;
	if (!reach_level(c, c->level + 1))
		return false;
	c->level++;
	ok =
	    node->kind == TF_NODE_LIST ? read_list(c, node) : read_map(c, node);
	c->level--;
	return ok;
}

/* ---- tags ---- */

#define TAG_PREFIX "tag:yaml.org,2002:"

static const struct tag {
	const char *name;
	enum tf_type type;
} tags[] = {
    {"null", TF_NULL},
    {"bool", TF_BOOLEAN},
    {"int", TF_NUMBER},
    {"float", TF_NUMBER},
    {"str", TF_STRING},
    {"seq", TF_ARRAY},
    {"map", TF_OBJECT},
};

static const struct tag *
find_tag(const char *name)
{
	size_t i, prefix = strlen(TAG_PREFIX);

	if (strncmp(name, TAG_PREFIX, prefix) != 0)
		return NULL;
	for (i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (strcmp(tags[i].name, name + prefix) == 0)
			return &tags[i];
	}
	return NULL;
}

static bool
tag_fits(const struct tag *tag, const struct tf_node *node)
{
	if (tf_node_type(node) != tag->type)
		return false;
	return strcmp(tag->name, "int") != 0 ||
	    tf_scalar_is_integer(node->text, node->len);
}

static void
reject_tag(struct composer *c, const char *name)
{
	size_t prefix = strlen(TAG_PREFIX);
	bool is_core = strncmp(name, TAG_PREFIX, prefix) == 0;

	if (is_core)
		name += prefix;
	WRONG(c,
	    "the tag %s%s is not known; text that starts with \"!\" must be "
	    "put in quotes",
	    is_core ? "!!" : "", shown(c, name, strlen(name)));
}

/* Gives a node the type that its tag says. */
static void
apply_tag(struct composer *c, const char *name, struct tf_node *node)
{
	const struct tag *tag;

	if (strcmp(name, "!") == 0) {
		node->plain = false;
		return;
	}
	tag = find_tag(name);
	if (tag == NULL) {
		reject_tag(c, name);
		return;
	}
	node->plain = tag->type != TF_STRING;
	if (tag_fits(tag, node))
		return;
	if (node->kind == TF_NODE_SCALAR)
		WRONG(c, "the tag !!%s does not fit \"%s\"", tag->name,
		    shown(c, node->text, node->len));
	else
		WRONG(c, "the tag !!%s does not fit %s", tag->name,
		    tf_node_what(node));
}

/* ---- anchors and aliases ---- */

/* Names a node that is being read. A name may be given again. */
static size_t
open_anchor(struct composer *c, const char *name, struct tf_node *node)
{
	size_t number = tf_names_add(c->names, name, strlen(name));

	if (number == c->anchor_count) {
		c->anchors = tf_grow(c->anchors, c->anchor_count,
		    &c->anchor_capacity, sizeof(*c->anchors));
		c->anchor_count++;
	}
	c->anchors[number] = (struct anchor){.node = node};
	return number;
}

/* Stands for what an alias does not name. */
static struct tf_node *
reject_alias(struct composer *c, const char *name, const struct anchor *anchor)
{
	const char *text = shown(c, name, strlen(name));

	if (anchor == NULL)
		WRONG(c,
		    "*%s is an alias, but no &%s stands before it; text that "
		    "starts with \"*\" must be put in quotes",
		    text, text);
	else
		WRONG(c, "the alias *%s stands inside the %s that it names",
		    text, anchor->node->kind == TF_NODE_LIST ? "list" : "map");
	return new_scalar(c, name, strlen(name), true);
}

/* The node of an alias, or NULL where the tree would get out of bounds. */
static struct tf_node *
follow_alias(struct composer *c, const char *name)
{
	uint32_t number = tf_names_find(c->names, name, strlen(name));
	const struct anchor *anchor;

	if (number == TF_NO_NAME)
		return reject_alias(c, name, NULL);
	anchor = &c->anchors[number];
	if (anchor->nodes == 0)
		return reject_alias(c, name, anchor);
	if (!count_nodes(c, anchor->nodes) ||
	    !reach_level(c, c->level + anchor->levels))
		return NULL;
	if (anchor->node->kind != TF_NODE_SCALAR)
		return anchor->node;
	return new_scalar(
	    c, anchor->node->text, anchor->node->len, anchor->node->plain);
}

/* Reads the rest of a node, which may have an anchor and a tag. */
static bool
finish_node(struct composer *c, struct tf_node *node, const char *anchor,
    const char *tag)
{
	size_t number = 0, nodes = c->nodes, deepest = c->deepest;

	if (tag != NULL)
		apply_tag(c, tag, node);
	if (anchor != NULL)
		number = open_anchor(c, anchor, node);
	c->deepest = c->level;
	if (!count_nodes(c, 1) || !read_children(c, node))
		return false;
	if (anchor != NULL && c->anchors[number].node == node) {
		c->anchors[number].nodes = c->nodes - nodes;
		c->anchors[number].levels = c->deepest - c->level;
	}
	if (deepest > c->deepest)
		c->deepest = deepest;
	return true;
}

/* ---- events ---- */

static bool
next_event(struct composer *c, yaml_event_t *event)
{
	if (!yaml_parser_parse(&c->parser, event)) {
		tf_yaml_problem(&c->parser, c->file, c->text, c->errors);
		return false;
	}
	c->mark = event->start_mark;
	return true;
}

/* libyaml's text is of unsigned char; NULL stays NULL. */
static const char *
chars(const yaml_char_t *text)
{
	return (const char *)text;
}

static enum outcome
read_node(struct composer *c, const yaml_event_t *event, struct tf_node **node)
{
	const yaml_char_t *anchor, *tag;

	switch (event->type) {
	case YAML_ALIAS_EVENT:
		*node = follow_alias(c, chars(event->data.alias.anchor));
		return *node != NULL ? NODE : FAILED;
	case YAML_SCALAR_EVENT:
		*node = new_scalar(c, chars(event->data.scalar.value),
		    event->data.scalar.length,
		    event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE);
		(*node)->block =
		    event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
		    event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE;
		anchor = event->data.scalar.anchor;
		tag = event->data.scalar.tag;
		break;
	case YAML_SEQUENCE_START_EVENT:
		*node = new_node(c, TF_NODE_LIST);
		anchor = event->data.sequence_start.anchor;
		tag = event->data.sequence_start.tag;
		break;
	case YAML_MAPPING_START_EVENT:
		*node = new_node(c, TF_NODE_MAP);
		anchor = event->data.mapping_start.anchor;
		tag = event->data.mapping_start.tag;
		break;
	default:
		return END;
	}
	return finish_node(c, *node, chars(anchor), chars(tag)) ? NODE : FAILED;
}

/* Reads a node, or the end of the list or map that is being read. */
static enum outcome
next_node(struct composer *c, struct tf_node **node)
{
	yaml_event_t event;
	enum outcome outcome;

	if (!next_event(c, &event))
		return FAILED;
	outcome = read_node(c, &event, node);
	yaml_event_delete(&event);
	return outcome;
}

/* Reads an event that holds nothing. */
static bool
pass_event(struct composer *c, yaml_event_type_t *type)
{
	yaml_event_t event;

	if (!next_event(c, &event))
		return false;
	*type = event.type;
	yaml_event_delete(&event);
	return true;
}

static struct tf_node *
read_document(struct composer *c)
{
	struct tf_node *root;
	yaml_event_type_t type;

	/* The stream starts; the document does. */
	if (!pass_event(c, &type) || !pass_event(c, &type))
		return NULL;
	if (type == YAML_STREAM_END_EVENT) {
		tf_errors_add(c->errors, c->file, 0, 0,
		    "the file is empty but for comments");
		return NULL;
	}
	if (next_node(c, &root) != NODE)
		return NULL;
	/* The document ends; the stream does. */
	if (!pass_event(c, &type) || !pass_event(c, &type))
		return NULL;
	if (type != YAML_STREAM_END_EVENT)
		WRONG(c, "a second document starts here; a file holds one");
	return c->wrong ? NULL : root;
}

struct tf_node *
tf_yaml_tree(struct tf_arena *arena, const char *file, struct tf_slice text,
    struct tf_errors *errors)
{
	struct composer c = {
	    .arena = arena,
	    .file = file,
	    .text = text,
	    .errors = errors,
	};
	struct tf_node *root = NULL;

	if (!yaml_parser_initialize(&c.parser)) {
		tf_errors_add(errors, file, 0, 0, "out of memory");
		return NULL;
	}
	yaml_parser_set_encoding(&c.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
	    &c.parser, (const unsigned char *)text.bytes, text.len);
	c.names = tf_names_new();
	root = read_document(&c);
	yaml_parser_delete(&c.parser);
	tf_names_free(c.names);
	free(c.anchors);
	free(c.children);
	return root;
}
