#!/usr/bin/env bats
# What must hold for any input: tried on generated records, of a fixed seed.

load helper

# records SEED COUNT: records with calls, made by jq from a linear congruence.
records() {
	jq -rn --argjson seed "$1" --argjson count "$2" '
	def next: (. * 1103515245 + 12345) % 2147483648;
	# A stream of numbers: state in, [state, number below n] out.
	def roll(n): next | [., (. / 65536 | floor) % n];
	def values: ["0", "-1", "1.5", "7", "12345678901234567890", "1.10", "1e3",
	    "\"\"", "\" \"", "\"x\"", "\"5\"", "\"\\u00e9\\n\\\"\"", "\"null\"", "null",
	    "true", "\"true\"", "[]", "[1]", "[ 1, 2 ]", "[0,\"3\"]", "\"[1,2]\"", "{}",
	    "{\"a\": {\"b\":[1.0]}}", "\"write\"", "\"Read\"", "\"dismiss\"", "\"update\"",
	    "\"all\"", "\"ACTIVE\""];
	def keys_: ["action", "content", "surface_condition", "filter", "note_id",
	    "note_ids", "markdown", "dimensions", "nte_id", "\\u0061ction", "x y"];
	def actions: ["\"write\"", "\"read\"", "\"update\"", "\"dismiss\""];
	def pick_(list): roll(list | length) | [.[0], list[.[1]]];
	def members: # state -> [state, text]
	    roll(6) as [$s, $n]
	    | reduce range($n) as $i ([$s, []];
		.[1] as $done | .[0]
		| pick_(keys_) as [$s, $k]
		| ($s | pick_(if $k == "action" then actions + actions + values else values end)) as [$s, $v]
		| ($s | pick_([":", ": ", " : "])) as [$s, $colon]
		| [$s, $done + ["\"" + $k + "\"" + $colon + $v]])
	    | .[1] as $list | .[0]
	    | pick_([",", ", ", " ,"]) as [$s, $comma]
	    | ($s | pick_(["{}", "{ }"])) as [$s, $braces]
	    | [$s, ($braces[0:-1] + ($list | join($comma)) + $braces[1:])];
	def record:
	    members as [$s, $args]
	    | ($s | pick_(["ctx_note", "ctx_note", "write_report", "mcp__m__ctx_note", "Bash"])) as [$s, $tool]
	    | ($s | roll(7)) as [$s, $shape]
	    | [$s,
		if $shape == 0 then "{\"name\":\"" + $tool + "\", \"arguments\": " + $args + "}"
		elif $shape == 1 then "{\"tool\":\"" + $tool + "\",\"args\":" + ($args | tojson) + ",\"n\":1.10}"
		elif $shape == 2 then "{\"m\":[1e3,{\"type\":\"tool_use\",\"name\":\"" + $tool + "\",\"input\":" + $args + "}]}"
		elif $shape == 3 then "{\"tool_calls\":[{\"function\":{\"name\":\"" + $tool + "\",\"arguments\":" + ($args | tojson) + "}}]}"
		elif $shape == 4 then "{\"text\":" + ($args | tojson) + "} {\"name\":\"" + $tool + "\",\"input\":" + $args + "}"
		elif $shape == 5 then $args[0:($args | length / 2 | floor)]
		else "{\"agent\":\"quality-scorer\",\"c\":[{\"name\":\"" + $tool + "\",\"input\":" + $args + ",\"type\":\"tool_use\"}]}" end];
	reduce range($count) as $i ([$seed, []];
	    .[1] as $done | .[0] | record as [$s, $text] | [$s, $done + [$text]])
	| .[1][]'
}

# arguments SEED COUNT: only the arguments of ctx_note.
arguments() {
	records "$1" "$2" | jq -cR '
	    [fromjson? // empty] | .[0] | .input? // .arguments? // empty
	    | objects' | head -n "$2"
}

# lines WHAT: the lines that have findings of this severity (or any).
lines() {
	jq -r "select(.severity | test(\"$1\")) | .line" <"$2" | sort -un
}

generate() {
	records "$1" 700 >in
	[ "$(wc -l <in)" -eq 700 ] || fail "$(wc -l <in) records were made"
	tf check --format json
	mv out findings
	[ "$(wc -l <findings)" -gt 300 ] || fail 'hardly any finding'
}

@test "lines without a fix come out byte for byte" {
	local seed
	for seed in 1 20261020; do
		generate $seed
		tf fix -q
		lines fix findings >changed
		[ -s changed ] || fail 'nothing was fixed'
		diff --old-line-format='%dn
' --new-line-format= --unchanged-line-format= in out >differ || true
		sort -un differ >really
		sort -un changed >said
		assert_same really said
	done
}

@test "the lines of fix and of its input are as many" {
	generate 3
	tf fix -q
	assert_equal "$(wc -l <out)" "$(wc -l <in)"
}

@test "fix of fix is fix" {
	local seed
	for seed in 4 5; do
		generate $seed
		tf fix -q
		mv out in
		tf fix -q
		assert_same out in
	done
}

@test "check after fix has no fix, and the same errors" {
	local seed
	for seed in 6 7; do
		generate $seed
		tf fix -q
		mv out in
		tf check --format json
		assert_equal "$(grep -c '"severity":"fix"' out)" 0
		jq -c 'select(.severity == "error") | [.line,.code,.path]' <out | sort >after
		jq -c 'select(.severity == "error") | [.line,.code,.path]' <findings | sort >before
		assert_same after before
	done
}

@test "fix and check report the same" {
	generate 8
	tf fix --format json
	grep '^{' err | jq -c 'del(.message)' >fixed
	jq -c 'del(.message)' <findings >checked
	assert_same fixed checked
}

@test "one value has one finding" {
	generate 9
	# Two calls may share a line; a duplicate key is another occurrence.
	jq -c 'select(.code != "duplicate-key" and .path != "") | [.line,.offset,.length]' \
	    <findings | sort | uniq -d >twice
	[ ! -s twice ] || fail "$(head -n 3 twice; sed -n "$(head -n 1 twice | jq '.[0]')p" in)"
}

@test "fixed JSON is still JSON" {
	generate 10
	tf fix -q
	jq -cR '[fromjson?] | length' <in >before
	jq -cR '[fromjson?] | length' <out >after
	assert_same before after
}

@test "every cut of a session line passes through without a crash" {
	local line i
	line=$(sed -n 25p "$ROOT"/testdata/session.jsonl)
	for i in $(seq 0 "${#line}"); do
		printf '%s\n' "${line:0:i}"
	done >in
	tf fix -q
	head -n "${#line}" in >want
	head -n "${#line}" out >got
	assert_same got want
}

@test "every cut of the end of the input passes through" {
	local line i
	line=$(sed -n 11p "$ROOT"/testdata/session.jsonl)
	for i in $(seq 1 23 "${#line}"); do
		printf '%s' "${line:0:i}" >in
		tf fix -q
		[ "$i" -eq "${#line}" ] || assert_same out in
	done
}
