#!/usr/bin/env bats
# A call that is clean at first sight is one that its contract finds clean.

load helper

# 3000 calls of ctx_note and write_report, good and bad; the same ones bare
# (looked at first) and in a log (only the steps of the contract are run).
calls() {
	jq -nc '
	def next: (. * 1103515245 + 12345) % 2147483648;
	def pick($r; $list): $list[($r / 65536 | floor) % ($list | length)];
	def member($r; $key; $values):
		pick($r; $values) as $v | if $v == "-" then {} else {($key): $v} end;
	[limit(3000 * 9; 7 | recurse(next))] as $r |
	range(3000) | (. * 9) as $i |
	def m($k; $key; $values): member($r[$i + $k]; $key; $values);
	if ($r[$i] / 65536 | floor) % 2 == 0 then {name: "ctx_note", arguments: (
		m(1; "action"; ["write", "read", "update", "dismiss", "dismiss",
		    "writ", "", null, 5, "-"])
		+ m(2; "content"; ["x", "x", "", " ", null, 7, "-", "-"])
		+ m(3; "surface_condition"; ["s", "", null, "-", "-", "-"])
		+ m(4; "filter"; ["all", "none", "All", null, "-", "-", "-"])
		+ m(5; "note_id"; [1, 0, -1, 1.0, 1.5, "2", null, "-", "-", "-"])
		+ m(6; "note_ids"; [[1], [1, 2], [], [0], ["3"], "[4]", null, "-", "-"])
		+ m(7; "extra"; [1, "-", "-", "-", "-"]))}
	else {name: "write_report", arguments: (
		m(1; "markdown"; ["m", "m", "m", "", null, 5, "-"])
		+ m(2; "score"; [1, "-", "-", "-", "-"])
		+ m(3; "confidence"; ["low", "LOW", null, "-", "-", "-"])
		+ m(4; "dimensions"; [{}, {prd: 1}, {prd: "1"}, {prd: 101},
		    {maintainability: 1, prd: 2, tests: 3, security: 4,
		     operational: 5, scope: 6}, null, "-"])
		+ m(5; "gaps"; [{prd: "x"}, {x: "x"}, {}, "-", "-"]))}
	end' >bare
	jq -c '{session_id: "s", content: [{type: "tool_use", name,
	    input: .arguments}]}' bare >log
}

plain() {
	jq -c 'select(.code | IN("repeated-call", "rejection-loop") | not) |
	    [.record, .path, .code, .severity, .message, .fix]' out
}

same() {
	tf check --format json "$@" bare
	plain >first
	[ "$(wc -l <first)" -gt 1000 ] || fail 'hardly any finding'
	tf check --format json "$@" log
	plain >second
	assert_same first second
	tf fix -q "$@" bare
	jq -c .arguments out >first
	tf fix -q "$@" log
	jq -c '.content[0].input' out >second
	assert_same first second
}

@test "bare calls and calls in a log are found the same: built-in rules" {
	calls
	same
	same --scope scoring=true --scope writable=true
}

@test "bare calls and calls in a log are found the same: no filters" {
	calls
	cp "$ROOT"/bats/bench/nofilter.yaml rules.yaml
	same -r rules.yaml
}
