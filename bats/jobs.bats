#!/usr/bin/env bats
# Any number of threads prints the same.

load helper

# same: the program's output with 1, 2 and 4 threads.
same() {
	tf -j 1 "$@"
	local n first=$status
	mv out out1
	mv err err1
	for n in 2 4 9; do
		tf --jobs $n "$@"
		assert_equal "$status" "$first"
		assert_same out out1
		assert_same err err1
	done
}

many() {
	local i
	for i in $(seq "${1:-60}"); do
		cat "$ROOT"/testdata/session.jsonl
	done >many.jsonl
}

@test "fix of a long session log" {
	many
	same fix many.jsonl
	[ -s out1 ] || fail 'no output'
}

@test "check of a long session log, as text and as JSON" {
	many
	same check many.jsonl
	same check --format json many.jsonl
	# the calls that have an id are the same calls again, and count once
	[ "$(wc -l <out1)" -ge 31 ]
}

@test "several files, some of them missing" {
	many 10
	cp many.jsonl again.jsonl
	printf '{"n":1}' >short.jsonl
	same fix many.jsonl short.jsonl nowhere.jsonl again.jsonl
	same check -q again.jsonl short.jsonl many.jsonl
}

@test "short input, empty input" {
	: >in
	same fix
	echo '{}' >in
	same fix
}

@test "lines of very different length" {
	local i
	for i in $(seq 40); do
		printf '{"pad":"%*s","m":{"type":"tool_use","name":"ctx_note","input":{"note_id":%d}}}\n' \
		    $((i % 7 * 30000)) '' "$i"
		printf '{"i":%d}\n' "$i"
	done >in
	same fix
}

@test "a rulebook with filters" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    normalize: ['if .n % 3 == 0 then .three = true elif .n % 97 == 0 then error("97") else . end']
    check: [{assert: .n % 5 != 0, message: '\(.n) is a multiple of 5'}]
EOF
	seq 3000 | sed 's/.*/{"n":&}/' >in
	same fix "${OPTIONS[@]}" --tool t
	assert_equal "$(grep -c '"three":true' out1)" 1000
}

@test "an endless filter, and the first of two failures" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['if .n == 7 then until(false; .) else . end']}
EOF
	seq 20 | sed 's/.*/{"n":&}/' >in
	local n
	for n in 1 4; do
		tf -j $n "${OPTIONS[@]}" --tool t
		assert_failure 2
		assert_stderr 'rules.yaml:3:'
	done
}
