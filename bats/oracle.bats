#!/usr/bin/env bats
# Keywords of JSON Schema, held against what jq itself says of the same values.

load helper

# pairs SEED COUNT: lines {"name","schema","text","fits"}; text is the value in
# some spelling. The numbers of chance are a linear congruence.
pairs() {
	jq -ncr --argjson seed "$1" --argjson count "$2" '
	def next: (. * 1103515245 + 12345) % 2147483648;
	def roll(n): next | [., (. / 65536 | floor) % n];
	def pick_(list): roll(list | length) as [$s, $i] | [$s, list[$i]];

	def scalars: ["null", "true", "false", "0", "-0.0", "1", "1.0", "10e-1", "2", "3",
	    "-1", "2.5", "25e-1", "100", "1e2", "1.0E+2", "0.1e1", "\"\"", "\" \"", "\"a\"",
	    "\"\\u0061\"", "\"ab\"", "\"abc\"", "\"\u00e9\"", "\"\\u00e9\\u00e9\"",
	    "\"\\ud83d\\ude00\"", "\"1\"", "\"null\"", "\"12\"", "\"true\""];
	def lists: ["[]", "[1]", "[1,1.0]", "[1, true]", "[0,false,null]", "[\"a\",\"\\u0061\"]",
	    "[[1],[10e-1]]", "[{\"a\":1,\"b\":2},{\"b\":2.0,\"a\":1}]", "[1,2,3]", "[1,2,3,2]",
	    "[\"a\",\"b\",\"c\"]", "[[],{}]", "[null,null]", "[2.5, 1, 100, 1e2]"];
	def maps: ["{}", "{\"a\":1}", "{ \"b\" : null}", "{\"a\":\"x\",\"b\":[]}", "{\"\\u0061\":1.0}",
	    "{\"a\":1,\"b\":2,\"c\":3}", "{\"ab\":1}", "{\"c\":\"ab\"}", "{\"a\":{\"a\":1}}",
	    "{\"b\":2e0,\"a\":1}"];
	def values: scalars + scalars + lists + maps;
	def types: ["null", "boolean", "integer", "number", "string", "array", "object"];

	# [state, what the keyword says]
	def made(keyword): {
	    type: pick_(types), types: (pick_(types) as [$s, $a] | $s | pick_(types - [$a]) | .[1] |= [$a, .]),
	    number: pick_([-1, 0, 1, 2, 2.5, 3, 99.5, 100]), divisor: pick_([1, 2, 3, 0.5, 2.5]),
	    count: roll(4), value: (pick_(values) | .[1] |= fromjson),
	    values: (pick_(values) as [$s, $a] | $s | pick_(values) as [$s, $b]
		| [$s, ([$a, $b] | map(fromjson) | unique)]),
	    names: pick_([["a"], ["b"], ["a", "b"], ["c", "a"]]),
	    pattern: pick_(["\\S", "^a", "b$", "^[0-9]+$", "^.$", "a|b", "^(ab|c)*$"]),
	    yes: [., true]}[keyword];
	def keywords: {type: "type", "type ": "types", minimum: "number", maximum: "number",
	    exclusiveMinimum: "number", exclusiveMaximum: "number", multipleOf: "divisor",
	    minLength: "count", maxLength: "count", pattern: "pattern", minItems: "count",
	    maxItems: "count", minProperties: "count", maxProperties: "count", uniqueItems: "yes",
	    required: "names", enum: "values", const: "value"};

	# (A parameter $type would be a function type, too.)
	def is_a($kind): if $kind == "integer" then type == "number" and floor == . else type == $kind end;
	def about($kind; holds): type != $kind or holds;
	# The value in; $k is what the keyword says.
	def holds($keyword; $k): . as $in
	    | if $keyword == "type" then any($k | if type == "array" then .[] else . end; . as $t | $in | is_a($t))
	    elif $keyword == "minimum" then about("number"; . >= $k)
	    elif $keyword == "maximum" then about("number"; . <= $k)
	    elif $keyword == "exclusiveMinimum" then about("number"; . > $k)
	    elif $keyword == "exclusiveMaximum" then about("number"; . < $k)
	    elif $keyword == "multipleOf" then about("number"; . / $k | floor == .)
	    elif $keyword == "minLength" then about("string"; length >= $k)
	    elif $keyword == "maxLength" then about("string"; length <= $k)
	    elif $keyword == "pattern" then about("string"; test($k))
	    elif $keyword == "minItems" then about("array"; length >= $k)
	    elif $keyword == "maxItems" then about("array"; length <= $k)
	    elif $keyword == "minProperties" then about("object"; length >= $k)
	    elif $keyword == "maxProperties" then about("object"; length <= $k)
	    elif $keyword == "uniqueItems" then about("array"; (unique | length) == length)
	    elif $keyword == "required" then about("object"; all($k[]; . as $name | $in | has($name)))
	    elif $keyword == "enum" then any($k[]; . == $in)
	    elif $keyword == "const" then . == $k
	    else error($keyword) end;
	def fits($schema): . as $in | all($schema | to_entries[]; .key as $k | .value as $v | $in | holds($k; $v));

	# The schema of the items, and of a field, too.
	def keyword: pick_(keywords | to_entries) as [$s, $row] | $s | made($row.value)
	    | .[1] |= {($row.key | rtrimstr(" ")): .};
	def schema: keyword as [$s, $one] | $s | roll(3) as [$s, $two]
	    | $s | if $two > 0 then keyword | .[1] |= $one + . else [., $one] end;

	reduce range($count) as $i ([$seed, []];
	    .[1] as $done | .[0] | schema as [$s, $schema] | $s | roll(4) as [$s, $where]
	    | $s | pick_(values) as [$s, $text]
	    | (if $where == 0 then {items: $schema} elif $where == 1 then {properties: {a: $schema}}
		elif $where == 2 and ($i % 3) == 0 then {not: $schema} else $schema end) as $whole
	    | ($text | fromjson) as $value
	    | [$s, $done + [{name: "t\($i)", schema: $whole, text: $text, fits: ($value
		| if $whole.items then about("array"; all(.[]; fits($schema)))
		elif $whole.properties then about("object"; (has("a") | not) or (.a | fits($schema)))
		elif $whole.not then fits($schema) | not
		else fits($schema) end)}]])
	| .[1][]'
}

# judged SEED: what toolfix refuses is what does not fit, and has one error.
judged() {
	pairs "$1" 1000 >pairs
	assert_equal "$(wc -l <pairs)" 1000
	jq -cs '{toolfix: 1, defaults: {unknown: "keep", coerce: "none", empty: "keep"},
	    tools: (map({(.name): {properties: {v: .schema}}}) | add)}' <pairs >rules.json
	jq -r '"{\"name\":\"\(.name)\",\"arguments\":{\"v\":\(.text)}}"' <pairs >in
	tf check -r rules.json -f json
	[ "$status" -eq 1 ] || fail "status $status: $(head -c 2000 err)"
	jq -r .severity <out | sort -u >severities
	assert_equal "$(cat severities)" error
	jq -r .tool <out | sort >refused
	jq -r 'select(.fits | not) | .name' <pairs | sort >unfit
	[ "$(wc -l <unfit)" -gt 100 ] || fail 'nearly all fit'
	[ "$(wc -l <unfit)" -lt 900 ] || fail 'hardly any fits'
	uniq refused | cmp -s - unfit || fail "toolfix and jq differ:
$(uniq refused | comm -3 - unfit | tr -d '\t' | head -n 5 | while read -r name; do
		jq -c --arg name "$name" 'select(.name == $name)' pairs
	done)"
	uniq -d refused >twice
	jq -r 'select(.schema.items or .schema.properties | not) | .name' <pairs | sort >alone
	[ -z "$(comm -12 twice alone)" ] || fail "one value has two errors:
$(comm -12 twice alone | head -n 3 | while read -r name; do
		jq -c --arg name "$name" 'select(.name == $name)' pairs
		jq -r --arg name "$name" 'select(.tool == $name) | .message' out
	done)"
}

@test "jq and toolfix refuse the same values, seed 1" { judged 1; }
@test "jq and toolfix refuse the same values, seed 20261130" { judged 20261130; }
