#!/usr/bin/env bats
# Every byte that no rule has a reason to change comes out as it came in.

load helper

# a, b and c are dropped from the arguments of t; everything else is kept.
drops() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    unknown: keep
    coerce: safe
    properties:
      n: {type: integer}
      s: {type: string}
      right: {aliases: [wrong], type: [string, number, object]}
      deep: {type: object, unknown: keep, ignores: [a]}
      list: {type: array, items: {type: object, unknown: keep, ignores: [a]}}
    ignores: [a, b, c]
EOF
}

# becomes BEFORE AFTER: arguments as an object, as JSON text, and as the whole
# record; none of them is changed by a second run.
becomes() {
	printf '%s\n' "$1" >in
	printf '%s\n' "$2" >want
	tf "${OPTIONS[@]}" --tool t
	assert_success
	assert_same out want
	again --tool t

	printf ' {"x": 1.10, "name" : "t","arguments":%s , "y":1e3 }\n' "$1" >in
	printf ' {"x": 1.10, "name" : "t","arguments":%s , "y":1e3 }\n' "$2" >want
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
	again

	printf '{"name":"t","arguments":%s}\n' "$(jq -n --arg v "$1" '$v')" >in
	printf '{"name":"t","arguments":%s}\n' "$(jq -n --arg v "$2" '$v')" >want
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
	again
}

again() {
	mv out in
	tf "${OPTIONS[@]}" "$@"
	assert_success
	assert_same out in
	refute_stderr ' fix: '
}

@test "drop the first, a middle and the last member, compact" {
	drops
	becomes '{"a":1,"k":2}' '{"k":2}'
	becomes '{"k":2,"a":1,"l":3}' '{"k":2,"l":3}'
	becomes '{"k":2,"a":1}' '{"k":2}'
}

@test "drop several members beside each other" {
	drops
	becomes '{"a":1,"b":2,"k":3}' '{"k":3}'
	becomes '{"k":3,"a":1,"b":2}' '{"k":3}'
	becomes '{"k":3,"a":1,"b":2,"l":4}' '{"k":3,"l":4}'
	becomes '{"a":1,"k":3,"b":2,"l":4,"c":5}' '{"k":3,"l":4}'
}

@test "drop all members" {
	drops
	becomes '{"a":1}' '{}'
	becomes '{"a":1,"b":[1,{"x":2}],"c":"}"}' '{}'
}

@test "drop members with spaces around" {
	drops
	becomes '{"a": 1, "k": 2}' '{"k": 2}'
	becomes '{"k": 2, "a": 1, "l": 3}' '{"k": 2, "l": 3}'
	becomes '{"k": 2, "a": 1}' '{"k": 2}'
	becomes '{ "a": 1, "k": 2 }' '{ "k": 2 }'
	becomes '{ "k": 2, "a": 1 }' '{ "k": 2 }'
}

@test "drop all members with spaces around leaves valid JSON" {
	drops
	echo '{ "a" : 1 , "b" : 2 }' >in
	tf "${OPTIONS[@]}" --tool t
	assert_success
	assert_equal "$(jq -c . <out)" '{}'
}

@test "numbers, escapes, order and spacing of what stays do not change" {
	drops
	becomes \
	    '{"z":1.10,"a":0,"id":12345678901234567890,"e":1e3,"f":1E+2,"m":-0.0,"u":"\u00e9\/\ud83d\ude00\t","k":{ "y" : [ 1 , 2.50 ] , "x":null }}' \
	    '{"z":1.10,"id":12345678901234567890,"e":1e3,"f":1E+2,"m":-0.0,"u":"\u00e9\/\ud83d\ude00\t","k":{ "y" : [ 1 , 2.50 ] , "x":null }}'
}

@test "values that look like structure are not" {
	drops
	becomes '{"k":"\"a\":1,","a":"},{\"k\":[","l":"\\\\"}' \
	    '{"k":"\"a\":1,","l":"\\\\"}'
}

@test "drop inside nested objects and arrays" {
	drops
	becomes '{"deep":{"a":1,"k":2},"list":[{"a":1},{"k":1,"a":2},{"k":3}]}' \
	    '{"deep":{"k":2},"list":[{},{"k":1},{"k":3}]}'
}

@test "a rename changes the key and nothing else" {
	drops
	becomes '{"k":1, "wrong" : 1.10 ,"l":2}' '{"k":1, "right" : 1.10 ,"l":2}'
	becomes '{"wrong":{"id":12345678901234567890,"u":"\u00e9"}}' \
	    '{"right":{"id":12345678901234567890,"u":"\u00e9"}}'
}

@test "a converted value changes in its place" {
	drops
	becomes '{"k":1, "n" : "12345678901234567890" ,"l":2}' \
	    '{"k":1, "n" : 12345678901234567890 ,"l":2}'
}

@test "drop, rename and convert in one object" {
	drops
	becomes '{"a":1,"n":"5","b":2,"wrong":"w","c":3}' '{"n":5,"right":"w"}'
	becomes '{"wrong":"w","a":1,"n":"5"}' '{"right":"w","n":5}'
}

@test "a key that occurs twice is a warning, and both stay" {
	drops
	printf '{"k":1,"n":2,"k":3}\n' >in
	tf "${OPTIONS[@]}" --tool t --format json
	assert_success
	assert_same in out
	assert_equal "$(found)" 'warning duplicate-key /k'
}

@test "a key that occurs twice is dropped twice" {
	drops
	printf '{"a":1,"k":0,"a":2}\n' >in
	tf "${OPTIONS[@]}" --tool t
	assert_success
	assert_output '{"k":0}'
}

@test "keys that are the same but for escapes are the same" {
	drops
	becomes '{"\u0061":1,"k":2}' '{"k":2}'
}

@test "JSON text inside JSON text keeps its escapes" {
	drops
	local inner='{"s":"{\"q\":\"\\\\u00e9 \\\\\\\"x\\\\\\\"\"}","a":0,"u":"\u00e9\n\\"}'
	becomes "$inner" "${inner/\"a\":0,/}"
}

@test "arguments text with escapes that were not needed keeps them" {
	drops
	printf '%s\n' '{"name":"t","arguments":"\u007b\"k\"\u003a\"\\u00e9\u00e9\/\",\"\u0061\":0}"}' >in
	printf '%s\n' '{"name":"t","arguments":"\u007b\"k\"\u003a\"\\u00e9\u00e9\/\"}"}' >want
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
}

@test "arguments text over several lines inside its string is fixed" {
	drops
	printf '%s\n' '{"name":"t","arguments":"{\n  \"a\": 1,\n  \"k\": 2\n}"}' >in
	printf '%s\n' '{"name":"t","arguments":"{\n  \"k\": 2\n}"}' >want
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
}

@test "text that was encoded twice goes back encoded twice" {
	drops
	jq -cn '{name:"t",arguments:({a:1,k:"é\"",n:"7"}|tojson|tojson)}' >in
	jq -cn '{name:"t",arguments:({k:"é\"",n:7}|tojson|tojson)}' >want
	tf "${OPTIONS[@]}"
	assert_success
	assert_same out want
}

@test "text that becomes an object is written as it stands in the text" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {o: {type: object}, l: {type: array, items: {type: number}}}}
EOF
	becomes '{"o":"{\"id\": 12345678901234567890, \"n\":1.10}","l":"[1e3, 2.50]"}' \
	    '{"o":{"id": 12345678901234567890, "n":1.10},"l":[1e3, 2.50]}'
}

@test "two calls in one record are both fixed" {
	drops
	echo '{"m":[{"type":"tool_use","name":"t","input":{"a":1}},{"type":"text"},{"type":"tool_use","name":"t","input":{"k":1,"b":1}}]}' >in
	tf "${OPTIONS[@]}"
	assert_success
	assert_output '{"m":[{"type":"tool_use","name":"t","input":{}},{"type":"text"},{"type":"tool_use","name":"t","input":{"k":1}}]}'
}

@test "a call with errors still gets the fixes that stand" {
	drops
	fixes t '{"a":1,"n":"x","wrong":5}' '{"n":"x","right":5}' \
	    'fix unused-field /a' 'error wrong-value /n' 'fix renamed-field /wrong'
}

@test "two spellings that say different things are an error, and stay" {
	drops
	refuses t '{"wrong":1,"right":2}' "$(printf '%s\n' '{"wrong":1,"right":2}' >in
	    tf "${OPTIONS[@]}" --tool t --format json; found | grep '^error')"
	assert_said wrong
	assert_said right
	assert_equal "$status" 1
}
