#!/usr/bin/env bats
# Calls that a session repeats, and rejections in a row.

load helper

book() {
	rulebook <<EOF
toolfix: 1
$1
tools:
  t: {properties: {a: {type: integer}, b: {type: integer}}, required: [a]}
  u: {properties: {a: {type: integer}}, required: [a]}
EOF
}

id=0

# call TOOL ARGUMENTS [SESSION [ID]]: a line of a session log.
call() {
	id=$((id + 1))
	printf '{"sessionId":"%s","message":{"content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}\n' \
	    "${3-s}" "${4-i$id}" "$1" "$2"
}

# result ERROR [ID [SESSION]]: how the last call went.
result() {
	printf '{"sessionId":"%s","message":{"content":[{"type":"tool_result","tool_use_id":"%s","content":"x","is_error":%s}]}}\n' \
	    "${3-s}" "${2-i$id}" "$1"
}

# loops: the loops that check finds, as "line code".
loops() {
	tf check "${OPTIONS[@]}" -f json
	grep '"code":"\(repeated-call\|rejection-loop\)"' out |
	    jq -r '"\(.line) \(.code) \(.severity)"' | tr '\n' ',' || true
}

# has EXPECTED: the loops, for any number of threads.
has() {
	assert_equal "$(loops)" "$1"
	tf check "${OPTIONS[@]}" -f json
	mv out out1
	tf check "${OPTIONS[@]}" -f json -j 4
	assert_same out out1
}

@test "the same call again, after toolfix's own error" {
	book
	{ call t '{"a":"x"}'; call t '{"a":"x"}'; } >in
	has '2 repeated-call warning,'
	tf check "${OPTIONS[@]}"
	assert_output --partial 'just rejected'
}

@test "the same call again, after a result that says it failed" {
	book
	{ call t '{"a":1}'; result true; call t '{"a":1}'; result false; } >in
	has '3 repeated-call warning,'
}

@test "the same call again, after a result that says it went well, is fine" {
	book
	{ call t '{"a":1}'; result false; call t '{"a":1}'; result false; call t '{"a":1}'; } >in
	has ''
}

@test "the same call with white space and order changed is the same" {
	book
	{ call t '{"a":1,"b":2}'; result true; call t '{ "b" : 2, "a":1 }'; } >in
	has '3 repeated-call warning,'
}

@test "other arguments, or another tool, are not the same" {
	book
	{ call t '{"a":1}'; result true; call t '{"a":2}'; result true; call u '{"a":2}'; } >in
	has ''
}

@test "N identical calls in a row" {
	book
	{ call t '{"a":1}'; call t '{"a":1}'; call t '{"a":1}'; call t '{"a":1}'; call t '{"a":1}'; } >in
	has '4 repeated-call warning,'
	{ call t '{"a":1}'; call t '{"a":1}'; call t '{"a":1}'; call t '{"a":2}'; call t '{"a":1}'; } >in
	has ''
}

@test "the numbers come from loops" {
	book 'loops: {identical: 2, rejected: 3}'
	{ call t '{"a":1}'; result false; call t '{"a":1}'; } >in
	has '3 repeated-call warning,'
	{ call t '{"a":"x"}'; call t '{"a":"y"}'; call t '{"a":"z"}'; } >in
	has '3 rejection-loop warning,'
	{ call t '{"a":"x"}'; call t '{"a":"y"}'; } >in
	has ''
}

@test "wrong numbers are mistakes" {
	local loops
	for loops in '{identical: 1}' '{rejected: x}' '{identical: -2}' '{other: 3}' 5; do
		book "loops: $loops"
		tf check "${OPTIONS[@]}"
		[ "$status" -eq 2 ] || fail "$loops: status $status"
		assert_stderr 'rules.yaml:2:'
	done
}

@test "six rejected calls of one tool in a row, by toolfix's own errors" {
	book
	local i
	for i in 1 2 3 4 5 6 7; do call t '{"a":"x'$i'"}'; done >in
	has '6 rejection-loop warning,'
	head -n 5 in >in5
	mv in5 in
	has ''
}

@test "the same, by results" {
	book
	local i
	for i in 1 2 3 4 5 6 7; do
		call t '{"a":'$i'}'
		result true
	done >in
	assert_equal "$(loops | cut -d' ' -f 2)" rejection-loop
	for i in 1 2 3 4 5 6; do
		call t '{"a":'$i'}'
		result $([ $i = 3 ] && echo false || echo true)
	done >in
	has ''
}

@test "a call that went well ends the row; one of another tool does, too" {
	book 'loops: {rejected: 3}'
	{ call t '{"a":"x"}'; call t '{"a":"y"}'; call t '{"a":1}'; result false; call t '{"a":"z"}'; } >in
	has ''
	{ call t '{"a":"x"}'; call t '{"a":"y"}'; call u '{"a":1}'; result false; call t '{"a":"z"}'; } >in
	has ''
}

@test "sessions are apart" {
	book 'loops: {rejected: 2}'
	{ call t '{"a":"x"}' s1; call t '{"a":"x"}' s2; call t '{"a":1}' s1; result false i$id s1; call t '{"a":"y"}' s1; } >in
	has ''
	{ call t '{"a":"x"}' s1; call t '{"a":1}' s2; call t '{"a":"x"}' s1; } >in
	has '3 repeated-call warning,3 rejection-loop warning,'
}

@test "a result of one session does not tell of a call in another" {
	book
	{ call t '{"a":1}' s1 same; call t '{"a":1}' s2 same; result true same s2; call t '{"a":1}' s1; } >in
	has ''
}

@test "copies do not count" {
	book 'loops: {identical: 2, rejected: 2}'
	{ call t '{"a":"x"}' s same; call t '{"a":"x"}' s same; call t '{"a":"x"}' s same; } >in
	has ''
	tf check "${OPTIONS[@]}"
	assert_stderr '1 call in 3 records'
	assert_stderr '2 copies'
}

@test "fixtures without a session do not count" {
	book
	local i
	for i in 1 2 3 4 5 6 7 8; do echo '{"name":"t","arguments":{"a":"x"}}'; done >in
	has ''
	for i in 1 2 3 4 5 6 7 8; do echo '{"id":"c'$i'","name":"t","arguments":{"a":"x"}}'; done >in
	has ''
	for i in 1 2 3 4 5 6 7 8; do echo '{"a":"x"}'; done >in
	OPTIONS+=(-t t)
	has ''
}

@test "what the rejections have in common is said" {
	book 'loops: {rejected: 3}'
	{ call t '{"a":"x","b":"y"}'; call t '{"a":"y"}'; call t '{"a":"z","b":true}'; } >in
	tf check "${OPTIONS[@]}" -f json
	local text
	text=$(grep rejection-loop out | jq -r .message)
	case $text in *wrong-value*) ;; *) fail "$text" ;; esac
	case $text in *' a'* | */a*) ;; *) fail "$text" ;; esac
	case $text in */b*) fail "$text" ;; esac
	case $text in *'3 rejected calls'*) ;; *) fail "$text" ;; esac
	{ call t '{"b":1}'; call t '{"a":"y"}'; call t '{"a":"z"}'; } >in
	tf check "${OPTIONS[@]}" -f json
	text=$(grep rejection-loop out | jq -r .message)
	case $text in *wrong-value*) fail "$text" ;; esac
}

@test "what a contract fixes is not rejected, unless the record says so" {
	book 'loops: {rejected: 2}'
	{ call t '{"a":"1"}'; call t '{"a":"1"}'; } >in
	has ''
	{ call t '{"a":"1"}'; result true; call t '{"a":"1"}'; result true; } >in
	assert_equal "$(loops | grep -c '3 repeated-call')" 1
}

@test "they are warnings: the status does not change" {
	book
	{ call t '{"a":1}'; result true; call t '{"a":1}'; } >in
	tf check "${OPTIONS[@]}"
	assert_success
	tf "${OPTIONS[@]}"
	assert_success
	assert_same in out
	tf check "${OPTIONS[@]}" --fail-on warning
	assert_failure 1
}

@test "a session over several files, and the outcome in OpenAI's and Codex's way" {
	book 'loops: {rejected: 2}'
	call t '{"a":"x"}' >a.jsonl
	call t '{"a":"y"}' >b.jsonl
	tf check "${OPTIONS[@]}" -f json a.jsonl b.jsonl
	assert_equal "$(grep -c rejection-loop out)" 1
	cat >in <<'END'
{"type":"tool","tool":"t","callID":"1","sessionID":"s","state":{"status":"error","input":{"a":1},"error":"no"}}
{"type":"tool","tool":"t","callID":"2","sessionID":"s","state":{"status":"error","input":{"a":1},"error":"no"}}
END
	assert_equal "$(loops)" '2 repeated-call warning,2 rejection-loop warning,'
}

@test "parallel calls: results that follow them all count" {
	book 'loops: {rejected: 3}'
	{
		for n in 1 2 3; do call t '{"a":'$n'}' s p$n; done
		for n in 1 2 3; do result true p$n s; done
		call t '{"a":4}' s
	} >in
	has '7 rejection-loop warning,'
}

@test "a call of which nothing is known ends the row, once others have results" {
	book 'loops: {rejected: 3}'
	{
		for n in 1 2; do call t '{"a":'$n'}' s p$n; result true p$n s; done
		call t '{"a":3}' s unknown
		call t '{"a":4}' s p4
		result true p4 s
		call t '{"a":5}' s p5
		result true p5 s
		call t '{"a":6}' s
	} >in
	has ''
}
