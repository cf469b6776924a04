#!/usr/bin/env bats
# Each conversion of the policy "coerce": what it takes, and what it does not.

load helper

# policy COERCE: the types, under this policy.
policy() {
	rulebook <<EOF
toolfix: 1
tools:
  t:
    coerce: $1
    properties:
      i: {type: integer}
      n: {type: number}
      b: {type: boolean}
      s: {type: string}
      z: {}
      short: {type: string, minLength: 1, maxLength: 3, pattern: '^[a-z0-9.]+\$'}
      e: {enum: [high, Low, 5]}
      o: {type: object, unknown: keep, properties: {x: {type: integer}}}
      l: {type: array, items: {type: integer}}
      ls: {type: array, items: {type: string}}
      lw: {type: array, items: {type: string, pattern: '^\\w+\$'}}
      lo: {type: array, items: {type: object, properties: {x: {type: integer}}, required: [x]}}
      le: {type: array, items: {enum: [a, b]}}
EOF
}

# to FIELD FROM TO [PATH...]: one conversion (more, where paths are given).
to() {
	local field=$1 from=$2 to=$3 path
	shift 3
	local findings=("fix converted-value /$field")
	for path in "$@"; do findings+=("fix converted-value $path"); done
	fixes t "{\"$field\": $from ,\"z\":\"\"}" "{\"$field\": $to ,\"z\":\"\"}" "${findings[@]}"
}

# not FIELD VALUE...: none of the values is touched.
not() {
	local field=$1 value
	shift
	for value in "$@"; do
		echo "{\"$field\": $value ,\"z\":\"\"}" >in
		tf "${OPTIONS[@]}" -t t -f json
		assert_same out in
		case $(found) in
		"error "*" /$field"*) ;;
		*) fail "$value: $(found)" ;;
		esac
	done
}

@test "none" {
	policy none
	not i '"5"'
	not l '"[1]"' '{"item":[1]}' 5
	not b '"true"'
	not e '"HIGH"'
	not s 5
}

@test "json: text of an array or object, where one is wanted; nothing else" {
	policy '[json]'
	to l '"[1, 2]"' '[1, 2]'
	to o '" {\"x\":1} "' '{"x":1}'
	to ls '"[\"5\"]"' '["5"]'
	not i '"5"'
	not b '"true"'
	not l '"5"' '"1,2"' '"{}"' '"[1,\"2\"]"' '"[1"' "\"['a']\"" '"[1,]"'
	not o '"[1]"'
	not e '"HIGH"'
}

@test "json: text is never wrapped into a list" {
	policy all
	echo '{"lo":"{\"x\":1}"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	# One object for an array of objects: an object of JSON text is text first.
	case $(jq -c .lo out) in
	'[{"x":1}]' | '"{\"x\":1}"') ;;
	*) fail "$output" ;;
	esac
	# Text that looks like JSON, for an array of strings, is not an item.
	not ls '"[\"a\", 5"' '"{\"a\":1}"' '"[broken"' '"{broken}"'
	to ls '"[\"a\",\"b\"]"' '["a","b"]'
}

@test "number: a JSON number's text, in its canonical spelling" {
	policy '[number]'
	to n '"5"' 5
	to n '"-1.5"' -1.5
	to n '"0.10"' 0.10
	to n '"12345678901234567890.123"' 12345678901234567890.123
	not n '"007"' '"1,5"' '"+1"' '".5"' '"5."' '" 5"' '"0x5"' '"NaN"' '"five"' true '"true"' '"[5]"' '"-"' '"--1"' '"1_000"'
	not b '"true"'
	not l '"[1]"'
}

@test "integer: 5.0 becomes 5, never 5.5" {
	policy '[number, integer]'
	to i '"5"' 5
	to i '"5.0"' 5
	to i '"-3"' -3
	to i '"12345678901234567890"' 12345678901234567890
	to i '"12345678901234567890.0"' 12345678901234567890
	not i '"5.5"' 5.5 '"007"' '"5.0.0"' '"5 "' '"1e1.0"' '"+5"'
	# A number with a zero fraction is an integer as it is.
	accepts t '{"i":5.0}'
}

@test "integer text where a number is wanted, and the other way round" {
	policy '[integer]'
	to i '"5"' 5
	to i '"5.0"' 5
	not b '"1"' '"true"'
	policy '[number]'
	to i '"5"' 5
	not i '"5.5"'
}

@test "boolean: exactly the texts true and false" {
	policy '[boolean]'
	to b '"true"' true
	to b '"false"' false
	not b '"True"' '"yes"' '"1"' 1 0 '" true"' '"TRUE"' '"on"'
	not i '"5"'
}

@test "enum: case and outer white space, one member only" {
	policy '[enum]'
	to e '"HIGH"' '"high"'
	to e '" low\n"' '"Low"'
	not e '"hi"' '"high."' '"h igh"'
	not i '"5"'
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {e: {enum: [a, A, " b", "b "]}, z: {}}}}
EOF
	not e '" a"' '"B"' '" B "'
}

@test "trim: outer white space of a text" {
	policy '[trim]'
	to short '" ab "' '"ab"'
	to short '"\n\tab"' '"ab"'
	to e '" high "' '"high"'
	not short '"a b"' '" a b "' '"     abcd   "' '"A"'
	not e '" HIGH "'
	not i '" 5 "'
	# Text that is fine is not trimmed.
	accepts t '{"s":" x ","ls":[" y "]}'
	policy safe
	not short '" ab "'
}

@test "string: a number's own digits as text" {
	policy '[string]'
	to s 5 '"5"'
	fixes t '{"short":1.0}' '{"short":"1.0"}' 'fix converted-value /short'
	fixes t '{"ls":[12345678901234567890,1.10,-0,1e3]}' '{"ls":["12345678901234567890","1.10","-0","1e3"]}' \
	    'fix converted-value /ls/0' 'fix converted-value /ls/1' 'fix converted-value /ls/2' 'fix converted-value /ls/3'
	not short true '[1]' '{"a":1}' 12345
	policy safe
	not ls '[5]'
}

@test "list: one value for an array of such" {
	policy '[list]'
	to l 5 '[5]'
	to ls '"a"' '["a"]'
	to lo '{"x":1}' '[{"x":1}]'
	to le '"a"' '["a"]'
	not l '"5"' '"a"' 5.5 true
	not le '"c"'
	not lo '{"y":1}'
	not i '[5]'
	policy safe
	not l 5
	not ls '"a"'
}

@test "list never guesses: an unquoted comma, where an item may hold one" {
	policy all
	not ls '"a,b"' '"a, b"' '"Hello, world"'
	policy '[list]'
	not ls '"a,b"'
	policy '[csv, list]'
	not ls '"a,b"'
}

@test "list never guesses: JSON text, a Python literal, blank text" {
	policy '[list]'
	not ls '"[\"a\"]"' '"[1,2]"' "\"['a']\""
}

@test "item: {\"item\": [...]}" {
	policy '[item]'
	to l '{"item":[1,2]}' '[1,2]'
	to l '{"item": [ 1.0 ] }' '[ 1.0 ]'
	not l '{"item":[1],"x":2}' '{"items":[1]}' '{"item":["x"]}' '{"Item":[1]}' '[["x"]]'
	policy safe
	not l '{"item":[1]}'
}

@test "csv: text with commas, where no item can hold one" {
	policy '[csv, number]'
	to l '"1,2"' '[1,2]'
	to l '"1, 2, 3"' '[1,2,3]'
	to le '"a,b"' '["a","b"]'
	to lw '"a,b"' '["a","b"]'
	not l '"1,,2"' '"1,x"' '"1;2"' '"1 2"' '",1"' '"1,"' '"007,1"' '"1.5,2"'
	not le '"a,c"'
	not ls '"a,b"' '"a, b and c"'
	policy safe
	not l '"1,2"'
}

@test "csv: digits are kept" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {coerce: [csv, number], properties: {z: {}, l: {type: array, items: {type: number}}}}}
EOF
	to l '"1.10,12345678901234567890"' '[1.10,12345678901234567890]'
}

@test "python: the text of a Python literal" {
	policy '[python]'
	to ls "\"['a', 'b']\"" '["a","b"]'
	to l '"(1, 2)"' '[1,2]'
	to l '"[1, 2,]"' '[1,2]'
	to o "\"{'x': 1, 'y': None, 'z': True}\"" '{"x":1,"y":null,"z":true}'
	to ls "\"['it\\\\'s', \\\"d\\\"]\"" '["it'"'"'s","d"]'
	not b '"true"'
	not o "\"{'x': 1\"" "\"{'x'}\"" "\"{x: 1}\"" '"dict(x=1)"' "\"{'x': 1} extra\"" "\"{1: 2}\"" "\"{'x': 1, 'x': 2}\""
	not l '"[1, 2"' '"[1 + 1]"' '"[f(1)]"' '"1, 2"' '"[01]"' '"range(3)"'
	policy safe
	not ls "\"['a']\""
}

@test "python: True and False are literals" {
	policy '[python]'
	to b '"True"' true
	to b '"False"' false
	not b '"TRUE"' '"T"' '"1"'
}

@test "python: digits are kept, and what is no JSON number is refused" {
	policy '[python]'
	rulebook <<'EOF'
toolfix: 1
tools: {t: {coerce: [python], properties: {z: {}, l: {type: array, items: {type: number}}}}}
EOF
	to l '"(12345678901234567890, 1.10)"' '[12345678901234567890,1.10]'
	not l '"(0x10,)"' '"(1_000,)"' '"(inf,)"' '"(1j,)"' "\"(b'x',)\""
}

@test "candidates that differ are none" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    coerce: all
    properties:
      z: {}
      v: {type: [boolean, array], items: {type: string}}
      w: {type: [integer, array], items: {type: string}}
      x: {anyOf: [{type: boolean}, {type: array, items: {enum: ["true"]}}]}
EOF
	not v '"true"'
	not w '"5"'
	not x '"true"'
}

@test "nested: what comes out is held to its schema, and converted, too" {
	policy all
	fixes t '{"o":"{\"x\": \"5\"}"}' '{"o":{"x": 5}}' \
	    'fix converted-value /o' 'fix converted-value /o/x'
	fixes t '{"l":"[\"1\", 2]"}' '{"l":[1, 2]}' \
	    'fix converted-value /l' 'fix converted-value /l/0'
	fixes t '{"lo":"[{\"x\":\"5\"}]"}' '{"lo":[{"x":5}]}' \
	    'fix converted-value /lo' 'fix converted-value /lo/0/x'
}

@test "in arguments that are JSON text, it stays text" {
	policy all
	cat >in <<'END'
{"function":{"name":"t","arguments":"{\"l\": \"[1, 2]\", \"n\": \"1.10\", \"ls\": \"['a']\", \"s\": \"\\u00e9\"}"}}
END
	cat >want <<'END'
{"function":{"name":"t","arguments":"{\"l\": [1, 2], \"n\": 1.10, \"ls\": [\"a\"], \"s\": \"\\u00e9\"}"}}
END
	tf "${OPTIONS[@]}" -f json
	assert_success
	assert_same out want
	mv out in
	tf "${OPTIONS[@]}" -f json
	assert_same out in
	assert_equal "$(found)" ''
}

@test "json beside csv: what does not pass is no candidate" {
	policy '[json, csv]'
	to l '"[1, 2]"' '[1, 2]'
	policy all
	to l '"[1, 2]"' '[1, 2]'
	to l '"[1,2]"' '[1,2]'
}

@test "all is all of them" {
	policy all
	to i '"5.0"' 5
	to n '"1.10"' 1.10
	to b '"true"' true
	to e '"HIGH"' '"high"'
	to short '" ab "' '"ab"'
	to l 5 '[5]'
	to l '{"item":[1]}' '[1]'
	to l '"1,2"' '[1,2]'
	to l '"(1, 2)"' '[1,2]'
	not i '"007"' '"5.5"'
}

@test "safe is json, number, integer, boolean, enum" {
	policy '[json, number, integer, boolean, enum]'
	cp rules.yaml list.yaml
	policy safe
	local value
	for value in '"5"' '"5.0"' '"true"' '"HIGH"' '"[1]"' '"{}"' 5 '" ab "' '"a,b"' '{"item":[1]}' '"True"' '"007"' '[1]' "\"['a']\""; do
		jq -cn --argjson v "$value" '{i: $v, n: $v, b: $v, short: $v, e: $v, o: $v, l: $v, ls: $v}' >in
		tf -r rules.yaml -t t -f json
		mv out out1
		mv err err1
		tf -r list.yaml -t t -f json
		assert_same out out1
		assert_same err err1
	done
}

@test "for a property, and for what is inside of it" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      a: {type: array, items: {type: integer}, coerce: [csv, number]}
      b: {type: object, coerce: none, properties: {x: {type: integer}, y: {type: integer, coerce: safe}}}
      c: {type: integer}
EOF
	fixes t '{"a":"1,2","b":{"x":"1","y":"2"},"c":"3"}' '{"a":[1,2],"b":{"x":"1","y":2},"c":3}' \
	    'fix converted-value /a' 'error wrong-value /b/x' 'fix converted-value /b/y' 'fix converted-value /c'
	refuses t '{"a":"[1]","c":true}' 'error wrong-value /a' 'error wrong-value /c'
}

@test "unknown names of conversions are mistakes, with their places" {
	local coerce
	for coerce in '[jsn]' fast '[json, all]' 5 '[5]' '{}'; do
		printf 'toolfix: 1\ntools:\n  t:\n    coerce: %s\n' "$coerce" >rules.yaml
		tf check -r rules.yaml
		[ "$status" -eq 2 ] || fail "$coerce: status $status"
		assert_stderr 'rules.yaml:4:'
	done
	printf 'toolfix: 1\ntools:\n  t:\n    coerce: [jsn]\n' >rules.yaml
	tf check -r rules.yaml
	assert_stderr 'did you mean json?'
}

@test "what a conversion made is told: code, old and new value" {
	policy all
	echo '{"l":"1,2"}' >in
	tf "${OPTIONS[@]}" -t t -f json
	assert_equal "$(jq -c '[.code,.fix]' err)" \
	    '["converted-value",{"kind":"set","from":"1,2","to":[1,2]}]'
	tf "${OPTIONS[@]}" -t t
	assert_stderr 'l was "1,2"; converted to [1,2] [converted-value]'
}
