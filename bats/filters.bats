#!/usr/bin/env bats
# The jq filters of a rulebook.

load helper

@test "normalize writes only what differs" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['.s |= ascii_downcase']}
EOF
	fixes t \
	    '{"id":12345678901234567890, "s" : "ABC","n":1.10,"e":1e3,"u":"\u00e9","o":{ "x" :1E+2}}' \
	    '{"id":12345678901234567890, "s" : "abc","n":1.10,"e":1e3,"u":"\u00e9","o":{ "x" :1E+2}}' \
	    'fix normalized /s'
	accepts t '{"s":"abc","id":12345678901234567890,"n":1.10}'
}

@test "a renamed or nested value keeps its digits and escapes" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['rename("old"; "new")']}
  n: {unknown: keep, normalize: ['nest("in"; ["id", "n", "u"])']}
  m: {unknown: keep, normalize: ['.in = {moved: .v} | del(.v)']}
EOF
	local value
	for value in 12345678901234567890 1.10 1e3 '"\u00e9\/"' \
	    '{ "id" : 9223372036854775807, "x":[1.0] }'; do
		echo "{\"k\":1,\"old\":$value}" >in
		tf "${OPTIONS[@]}" --tool t
		assert_success
		grep -qF "\"new\":$value" out || fail "$value: $(cat out)"
		refute_output --partial '"old"'
		echo "{\"v\":$value,\"k\":1}" >in
		tf "${OPTIONS[@]}" --tool m
		assert_success
		grep -qF "\"moved\":$value" out || fail "$value: $(cat out)"
	done
	echo '{"id":12345678901234567890,"n":1.10,"u":"\u00e9","k":0}' >in
	tf "${OPTIONS[@]}" --tool n
	assert_success
	assert_equal "$(jq -cS 'del(.in.id) | [keys, (.in | keys)]' <out)" \
	    '[["in","k"],["n","u"]]'
	grep -qF '"id":12345678901234567890' out || fail "$(cat out)"
	grep -qF '"n":1.10' out || fail "$(cat out)"
	grep -qF '"u":"\u00e9"' out || fail "$(cat out)"
}

@test "a removed member is dropped, an added one is added" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['del(.a) | .z = [1, {x: "y"}]']}
EOF
	fixes t '{"a":1,"k":1.0}' '{"k":1.0,"z":[1,{"x":"y"}]}' \
	    'fix normalized /a' 'fix normalized /z'
}

@test "a filter inside arguments text writes text" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['.s |= ascii_upcase | .q = "\"é\""']}
EOF
	echo '{"name":"t","arguments":"{\"s\":\"a\", \"id\":12345678901234567890}"}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_equal "$(jq -r .arguments <out)" \
	    '{"s":"A", "id":12345678901234567890, "q":"\"é\""}'
}

@test "several filters run one after the other" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['.s += "b"', '.s += "c"', 'if .s == "abc" then .s = "done" else . end']}
EOF
	echo '{"s":"a"}' >in
	tf "${OPTIONS[@]}" --tool t --format json
	assert_success
	assert_output '{"s":"done"}'
}

@test "an error in a filter leaves the call as it was" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {n: {type: integer}, drop: {}}
    ignores: [drop]
    normalize: ['if .n == "7" then error("seven is \(.n)") else . end']
EOF
	refuses t '{"n":"7","drop":1}' 'error filter-error'
	assert_said 'seven is 7'
	fixes t '{"n":"8","drop":1}' '{"n":8}' \
	    'fix converted-value /n' 'fix unused-field /drop'
}

@test "an error in a filter spares the other calls of the record" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['if .bad then error("bad") else .n = 1 end']}
EOF
	echo '[{"type":"tool_use","name":"t","input":{"bad":1}},{"type":"tool_use","name":"t","input":{"n":0}}]' >in
	tf "${OPTIONS[@]}" --format json
	assert_failure 1
	assert_output '[{"type":"tool_use","name":"t","input":{"bad":1}},{"type":"tool_use","name":"t","input":{"n":1}}]'
	assert_equal "$(found)" $'error filter-error\nfix normalized /n'
}

@test "an error that is no string, a type error, and no result" {
	local filter
	for filter in 'error({a: 1})' 'error(null)' '.a + 1 | .b' 'empty' \
	    '., .' '5' '[.]' 'null' 'break'; do
		rulebook <<EOF
toolfix: 1
tools:
  t: {unknown: keep, normalize: ['$filter']}
EOF
		[ "$filter" != break ] || continue
		refuses t '{"a":"x"}' 'error filter-error'
	done
}

@test "a check that yields false, null or nothing is a finding" {
	local filter
	for filter in '.a == 2' 'null' 'empty'; do
		rulebook <<EOF
toolfix: 1
tools:
  t: {unknown: keep, check: [{assert: '$filter', message: 'a was \(.a), not 2'}]}
EOF
		refuses t '{"a":1}' 'error check'
		assert_said 'a was 1, not 2'
	done
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, check: [{assert: '.a == 1', message: never}]}
EOF
	accepts t '{"a":1}'
}

@test "a check may have its place, condition, code and severity" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    check:
      - {when: .on, assert: .a < .b, at: .b, message: 'b must be more than \(.a)', code: order, severity: warning}
EOF
	fixes t '{"on":true,"a":5,"b":3}' '{"on":true,"a":5,"b":3}' 'warning order /b'
	assert_said 'b must be more than 5'
	accepts t '{"on":false,"a":5,"b":3}'
	accepts t '{"on":true,"a":1,"b":3}'
}

@test "an error inside a check is a filter-error" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, check: [{assert: '.a | tonumber > 1', message: m}]}
EOF
	refuses t '{"a":"x"}' 'error filter-error'
}

@test "an endless filter ends the run with 2, and is named" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    normalize: ['.', 'until(false; .)']
EOF
	echo '{"a":1}' >in
	local began=$SECONDS
	tf "${OPTIONS[@]}" --tool t
	assert_failure 2
	assert_stderr 'rules.yaml:5:'
	[ $((SECONDS - began)) -lt 20 ] || fail 'it took too long'
}

@test "an endless check ends the run with 2, and is named" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {unknown: keep, check: [{assert: 'def f: f; f', message: m}]}
EOF
	echo '{"a":1}' >in
	tf "${OPTIONS[@]}" --tool t
	assert_failure 2
	assert_stderr 'rules.yaml:3:'
}

@test "filters know arguments, action, tool, scope, call and record" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    scope: {phase: {type: string, default: plan}}
    action: action
    actions: {go: {}}
    check:
      - assert: 'false'
        message: '\([$args.k, $action, $tool, $scope.phase, $call.name, $call.id, $call.line, ($call.file | type), $record.who] | tojson)'
EOF
	echo >first
	echo '{"who":"me","m":[{"type":"tool_use","id":"t9","name":"t","input":{"action":"go","k":5}}]}' >second
	cat first second >in
	tf "${OPTIONS[@]}" --scope phase=review --format json
	assert_failure 1
	assert_said '[5,"go","t","review","t","t9",2,"string","me"]'
}

@test "\$args is the whole, the dot is the level" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    properties:
      o: {type: object, unknown: keep, check: [{assert: '.x == $args.y', message: 'x \(.x) y \($args.y)'}]}
EOF
	accepts t '{"y":1,"o":{"x":1}}'
	refuses t '{"y":1,"o":{"x":2}}' 'error check /o'
	assert_said 'x 2 y 1'
}

@test "defs are there for every filter" {
	rulebook <<'EOF'
toolfix: 1
defs: |
  def twice(f): f | f;
  def add1: . + 1;
tools:
  t:
    unknown: keep
    normalize: ['if .n then . else .n = (0 | twice(add1)) end']
    check: [{assert: (1 | add1) == 2, message: m}]
EOF
	fixes t '{}' '{"n":2}' 'fix normalized /n'
}

@test "the functions that come with toolfix are there" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    check:
      - {assert: '[null, "", " \t", [], {}] | all(blank)', message: blank}
      - {assert: '[0, false, "a", [0]] | any(blank) | not', message: not blank}
      - {assert: '{a: 1} | present("a") and (present("b") | not)', message: present}
      - {assert: '({a: 1} | rename("a"; "b")) == {b: 1}', message: rename}
      - {assert: '("```json\n{}\n```" | strip_fence) == "{}"', message: strip_fence}
      - {assert: '(" a " | trim) == "a" and (" a " | ltrim) == "a " and (" a " | rtrim) == " a"', message: trim}
      - {assert: '(-5 | abs) == 5', message: abs}
      - {assert: '(5 | toarray) == [5] and ([5] | toarray) == [5]', message: toarray}
      - {assert: '({a: 1, b: 2} | pick(.a)) == {a: 1}', message: pick}
      - {assert: '("a &amp; b &lt;" | decode_entities) == "a & b <"', message: decode_entities}
      - {assert: '("a,b" | csv) == ["a", "b"]', message: csv}
EOF
	accepts t '{}'
}

@test "a comparison of large ids is not left to jq" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {id: {enum: [9223372036854775807, 1.10]}}}
EOF
	accepts t '{"id":9223372036854775807}'
	refuses t '{"id":9223372036854775806}' 'error wrong-value /id'
	accepts t '{"id":1.1}'
}

@test "an action may be computed" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties: {a: {}, b: {}}
    action: {from: 'if has("a") then "first" else "second" end'}
    actions: {first: {uses: [a]}, second: {uses: [b], required: [b]}}
EOF
	fixes t '{"a":1,"b":2}' '{"a":1}' 'fix unused-field /b'
	refuses t '{}' 'error missing-field'
}
