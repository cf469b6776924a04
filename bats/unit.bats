#!/usr/bin/env bats
# The programs in $UNIT_DIR, one test each; one that has no test of its own
# here runs in the last one.

load helper

unit() {
	[ -n "${UNIT_DIR-}" ] || skip 'UNIT_DIR is not set'
	[ -x "$UNIT_DIR/$1" ] || fail "no $UNIT_DIR/$1"
	status=0
	"$UNIT_DIR/$1" >out 2>&1 </dev/null || status=$?
	[ "$status" -eq 0 ] || fail "$1: status $status: $(tail -n 20 out)"
}

@test "unit: filter" { unit filter; }
@test "unit: names" { unit names; }
@test "unit: node" { unit node; }
@test "unit: number" { unit number; }
@test "unit: suggest" { unit suggest; }
@test "unit: token" { unit token; }
@test "unit: utf8" { unit utf8; }

@test "unit: all others" {
	[ -n "${UNIT_DIR-}" ] || skip 'UNIT_DIR is not set'
	local program name
	for program in "$UNIT_DIR"/*; do
		name=${program##*/}
		[ -f "$program" ] && [ -x "$program" ] || continue
		grep -q "^@test \"unit: $name\"" "$BATS_TEST_FILENAME" ||
		    unit "$name"
	done
}
