#!/usr/bin/env bats
# The JSON Schema test suite: every required test of draft 2020-12 and of
# draft-07, and those of the formats that are checked.

load helper

suite=$ROOT/../shared/suites/json-schema

@test "the JSON Schema test suite" {
	[ -n "${UNIT_DIR-}" ] || skip 'UNIT_DIR is not set'
	[ -d "$suite" ] || skip "no $suite here"
	status=0
	JSON_SCHEMA_SUITE=$suite "$UNIT_DIR/schema_suite" >out 2>&1 ||
	    status=$?
	grep ' of [0-9]* tests' out | sed 's/^/# /' >&3
	[ "$status" -eq 0 ] || fail "status $status: $(tail -n 40 out)"
	[ "$(grep -c ' of [1-9][0-9]* tests' out)" -eq 2 ] || fail "$(cat out)"
}

# accepted SCHEMA VALUE, refused SCHEMA VALUE; the schema is in YAML.
judge() {
	printf 'toolfix: 1\ntools:\n  t:\n    properties:\n      v: %s\n' \
	    "$1" >rules.yaml
	printf '{"v":%s}\n' "$2" >in
	tf check -r rules.yaml -t t --format json
}

mistake() {
	judge "$1" 1
	[ "$status" -eq 2 ] || fail "no mistake: $1"
	assert_stderr "$2"
}

@test "references that lead nowhere are mistakes, with their places" {
	mistake '{$ref: "#/$defs/x"}' 'rules.yaml:5:17: nothing is at'
	mistake '{$ref: "#x"}' 'nothing is at'
	mistake '{$ref: "x.json"}' 'x.json: No such file'
	mistake '{$ref: "http://localhost/x"}' 'nothing is fetched'
	mistake '{$ref: 5}' 'wants a text'
	mistake '{$ref: "#/properties/v"}' 'leads back here'
	mistake '{allOf: [{$ref: "#/properties/v"}]}' 'leads back here'
	mistake '{$schema: "x:y", $id: "z:"}' 'unknown $schema'
	mistake '{$anchor: "1"}' 'no name of an anchor'
}

@test "keywords that mean nothing where they stand are mistakes" {
	mistake '{then: {}}' 'then means nothing without if'
	mistake '{minContains: 1}' 'means nothing without contains'
	mistake '{items: [{}]}' 'prefixItems'
	mistake '{additionalItems: {}}' 'no keyword of 2020-12'
	mistake '{anyOf: []}' 'at least one schema'
	mistake '{pattern: "(?P<x>a)"}' 'not a regular expression'
}

@test "a mistake in a document that is referred to has its place" {
	printf '{"$defs":{"a":\n{"type":"nmber"}}}\n' >other.json
	mistake '{$ref: "other.json#/$defs/a"}' 'other.json:2:9:'
}

@test "a schema that goes round without end refuses, and does not crash" {
	judge '{$ref: "#/properties/v/anyOf/0", anyOf: [{anyOf: [{$ref: "#/properties/v/anyOf/0"}]}]}' 1
	[ "$status" -le 1 ] || fail "status $status"
}
