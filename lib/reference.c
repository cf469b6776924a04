#include "reference.h"

#include <string.h>

#include "compile.h"

enum { LOOP_MAX = 1000 };

/* A reference, or a node to compile for a slot of a dynamic scope. */
struct tf_pending {
	struct tf_schema *schema; /* that refers; NULL: for the slot */
	const struct tf_node *node;
	struct tf_resource *resource;
	bool dynamic;
	const struct tf_schema **slot;
	struct tf_pending *next;
};

static void
add(struct tf_compiler *c, const struct tf_pending *pending)
{
	struct tf_pending *copy = tf_arena_alloc(c->arena, sizeof(*copy));

	*copy = *pending;
	copy->next = c->registry->pending;
	c->registry->pending = copy;
}

void
tf_references_add(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value, bool dynamic)
{
	add(c,
	    &(struct tf_pending){.schema = schema,
		.node = value,
		.resource = c->resource,
		.dynamic = dynamic});
}

void
tf_references_add_schema(struct tf_compiler *c, struct tf_schema *schema)
{
	struct tf_registry *r = c->registry;
	struct tf_schema **larger;

	if (r->schema_count == r->schema_capacity) {
		r->schema_capacity = r->schema_capacity * 2 + 64;
		larger = tf_arena_alloc(
		    c->arena, r->schema_capacity * sizeof(*larger));
		if (r->schema_count > 0)
			memcpy(larger, r->schemas,
			    r->schema_count * sizeof(*larger));
		r->schemas = larger;
	}
	r->schemas[r->schema_count++] = schema;
}

const struct tf_dynamic_scope *
tf_references_scope(struct tf_compiler *c, struct tf_resource *resource)
{
	struct tf_dynamic_scope *scope = resource->scope;
	const struct tf_anchor *anchor;
	size_t i = 0;

	if (scope == NULL || scope->items != NULL)
		return scope;
	scope->items =
	    tf_arena_calloc(c->arena, scope->count, sizeof(*scope->items));
	for (anchor = resource->anchors; anchor != NULL;
	     anchor = anchor->next) {
		if (!anchor->dynamic || i == scope->count)
			continue;
		scope->items[i].name = tf_names_add(
		    c->rulebook->names, anchor->name, strlen(anchor->name));
		add(c,
		    &(struct tf_pending){.node = anchor->node,
			.resource = resource,
			.slot = &scope->items[i].schema});
		i++;
	}
	return scope;
}

static void
resolve(struct tf_compiler *c, const struct tf_pending *p)
{
	const struct tf_node *target;
	const struct tf_schema *schema;
	const char *name;

	c->resource = p->resource;
	if (p->schema == NULL) {
		*p->slot = tf_compile_schema(c, p->node, NULL);
		return;
	}
	target = tf_resource_find(c, p->resource, p->node, &name);
	if (target == NULL)
		return;
	schema = tf_compile_schema(c, target, NULL);
	if (!p->dynamic) {
		p->schema->ref = schema;
		return;
	}
	p->schema->dynamic_ref = schema;
	if (name != NULL)
		p->schema->dynamic_name =
		    tf_names_add(c->rulebook->names, name, strlen(name));
}

/* ---- what is known once every reference is ---- */

static bool
list_deep(const struct tf_schema_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->items[i]->deep)
			return true;
	return false;
}

static bool
is_deep(const struct tf_schema *schema)
{
	return schema != NULL && schema->deep;
}

static bool
becomes_deep(const struct tf_schema *s)
{
	size_t i;

	if (is_deep(s->items) || list_deep(&s->prefix_items))
		return true;
	if (!s->applies)
		return false;
	for (i = 0; i < s->dependent_schema_count; i++)
		if (is_deep(s->dependent_schemas[i].schema))
			return true;
	return is_deep(s->ref) || is_deep(s->dynamic_ref) ||
	    list_deep(&s->all_of) || list_deep(&s->any_of) ||
	    list_deep(&s->one_of) || is_deep(s->then_) || is_deep(s->else_);
}

static void
spread_deep(struct tf_registry *r)
{
	bool more = true;
	size_t i;

	while (more) {
		more = false;
		for (i = r->schema_count; i-- > 0;)
			if (!r->schemas[i]->deep && becomes_deep(r->schemas[i]))
				more = r->schemas[i]->deep = true;
	}
}

/* True where a schema cannot be judged without judging the other one. */
static bool
leads_to(const struct tf_schema *s, const struct tf_schema *to, int *budget)
{
	size_t i;

	if (s == NULL || (*budget)-- <= 0)
		return false;
	if (s == to || leads_to(s->ref, to, budget))
		return true;
	for (i = 0; i < s->all_of.count; i++)
		if (leads_to(s->all_of.items[i], to, budget))
			return true;
	return false;
}

static void
check_loop(struct tf_compiler *c, const struct tf_pending *p)
{
	int budget = LOOP_MAX;

	if (p->schema == NULL || !leads_to(p->schema->ref, p->schema, &budget))
		return;
	c->resource = p->resource;
	tf_mistake(c, p->node,
	    "\"%.200s\" leads back here: the schema would be nothing but "
	    "itself",
	    p->node->text);
}

void
tf_references_resolve(struct tf_compiler *c)
{
	struct tf_registry *r = c->registry;
	struct tf_pending *first, *list = NULL, *done = NULL;

	while (r->pending != NULL) {
		/* in the order in which they were read */
		for (list = NULL; (first = r->pending) != NULL;) {
			r->pending = first->next;
			first->next = list;
			list = first;
		}
		while ((first = list) != NULL) {
			list = first->next;
			resolve(c, first);
			first->next = done;
			done = first;
		}
	}
	for (; done != NULL; done = done->next)
		check_loop(c, done);
	spread_deep(r);
	r->schema_count = 0;
}
