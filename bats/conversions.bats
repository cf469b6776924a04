#!/usr/bin/env bats
# Values that say the same in the wrong type; and those that must stay.

load helper

typed() {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      i: {type: integer, minimum: 1}
      n: {type: number}
      b: {type: boolean}
      s: {type: string}
      e: {enum: [high, Low, 5]}
      o: {type: object}
      l: {type: array, items: {type: integer}}
      sn: {type: [string, number]}
      any: {}
      kept: {type: integer, keep: true}
      none: {type: integer, coerce: none}
EOF
}

converts() {
	typed
	fixes t "{\"$1\": $2 , \"any\":1}" "{\"$1\": $3 , \"any\":1}" \
	    "fix converted-value /$1"
}

wrong() {
	typed
	refuses t "{\"$1\": $2 , \"any\":1}" "error wrong-value /$1"
}

right() {
	typed
	accepts t "{\"$1\": $2 , \"any\":1}"
}

@test "integers" {
	converts i '"5"' 5
	converts i '"12345678901234567890"' 12345678901234567890
	right i 5
}

@test "5.0 is an integer as it is" {
	right i 5.0
	right i 1e3
}

@test "\"5.0\" becomes an integer, of whatever spelling" {
	typed
	echo '{"i":"5.0"}' >in
	tf "${OPTIONS[@]}" --tool t
	assert_success
	assert_equal "$(jq -c . <out)" '{"i":5}'
}

@test "what is no integer's text is not converted to one" {
	local text
	for text in '"007"' '" 5"' '"5 "' '"5.5"' '5.5' '"+5"' '"0x10"' '"five"' \
	    '"5,000"' '"1_000"' '"5\n"' '"\u0665"' '"Infinity"' '"NaN"' true '[5]' \
	    '{"a":5}' '"--5"' '"5-"' '"05"'; do
		wrong i "$text"
	done
}

@test "a conversion happens only if the result passes" {
	wrong i '"0"'
	wrong i '"-5"'
	wrong l '"[1,\"x\"]"'
}

@test "numbers" {
	converts n '"5"' 5
	converts n '"-1.5"' -1.5
	converts n '"0"' 0
}

@test "numbers keep their digits: text is moved, never computed" {
	typed
	local text
	for text in 1.25 12345678901234567890 0.1 -0.5; do
		fixes t "{\"n\":\"$text\"}" "{\"n\":$text}" 'fix converted-value /n'
	done
}

@test "what is no number's text is not converted to one" {
	local text
	for text in '"007"' '" 5"' '".5"' '"5."' '"1,5"' '"NaN"' '"-Infinity"' '"+1"' \
	    '"0x1"' '"1 2"' '"-"' '"1e"' false; do
		wrong n "$text"
	done
}

@test "booleans are exactly the texts true and false" {
	converts b '"true"' true
	converts b '"false"' false
	local text
	for text in '"yes"' '"True"' '"TRUE"' '" true"' '"1"' 1 0 '"no"' '"on"' \
	    '"t"'; do
		wrong b "$text"
	done
}

@test "enum members differ by case and outer white space only" {
	converts e '"HIGH"' '"high"'
	converts e '" high "' '"high"'
	converts e '"low"' '"Low"'
	local text
	for text in '"hi"' '"high!"' '"h igh"' 6; do
		wrong e "$text"
	done
}

@test "an enum with two members that differ by case is not guessed" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t: {properties: {e: {enum: [a, A]}}}
EOF
	accepts t '{"e":"A"}'
	refuses t '{"e":" a "}' 'error wrong-value /e'
}

@test "JSON text of an object or array becomes one, where one is wanted" {
	converts o '"{\"a\": [1, 1.10]}"' '{"a": [1, 1.10]}'
	converts l '"[1, 2]"' '[1, 2]'
	converts l '"[]"' '[]'
	wrong o '"[1]"'
	wrong l '"{}"'
	wrong l '"1"'
	wrong l '"1,2"'
	wrong o '"{\"a\":"'
	wrong o "\"{'a':1}\""
}

@test "items are converted one by one" {
	typed
	fixes t '{"l":[1,"2",3,"4"]}' '{"l":[1,2,3,4]}' \
	    'fix converted-value /l/1' 'fix converted-value /l/3'
	fixes t '{"l":["1","x"]}' '{"l":[1,"x"]}' \
	    'fix converted-value /l/0' 'error wrong-value /l/1'
}

@test "a string where a string is fine is never touched" {
	local text
	for text in '"5"' '"true"' '"[1]"' '"{}"' '" x "' '"null"' '""' '"007"'; do
		right s "$text"
		accepts t "{\"any\":$text}"
		right sn "$text"
	done
}

@test "other types do not become strings" {
	local value
	for value in 5 true '{"a":1}' '["a"]'; do
		wrong s "$value"
	done
}

@test "keep and coerce: none mean that nothing is converted" {
	wrong kept '"5"'
	wrong none '"5"'
}

@test "coerce: none for a tool, safe for one of its values" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    coerce: none
    properties: {a: {type: integer}, b: {type: integer, coerce: safe}}
EOF
	fixes t '{"a":"1","b":"2"}' '{"a":"1","b":2}' \
	    'error wrong-value /a' 'fix converted-value /b'
}

@test "defaults hold for every tool, and a tool may override them" {
	rulebook <<'EOF'
toolfix: 1
defaults: {coerce: none, empty: keep, unknown: error}
tools:
  t: {properties: {a: {type: integer}}}
  u: {properties: {a: {type: integer}}, coerce: safe, empty: drop, unknown: drop}
EOF
	refuses t '{"a":"1"}' 'error wrong-value /a'
	refuses t '{"a":""}' 'error wrong-value /a'
	refuses t '{"x":1}' 'error unknown-field /x'
	fixes u '{"a":"1"}' '{"a":1}' 'fix converted-value /a'
	fixes u '{"a":""}' '{}' 'fix empty-field /a'
	fixes u '{"x":1}' '{}' 'fix unknown-field /x'
}

@test "filler in an optional field that fails its schema means not given" {
	typed
	local filler
	for filler in null '""' '"  "' '[]' '{}' '"null"' '"none"' '"undefined"'; do
		fixes t "{\"i\":$filler,\"any\":1}" '{"any":1}' 'fix empty-field /i'
	done
}

@test "filler that satisfies its schema is a value" {
	typed
	accepts t '{"s":"","l":[],"o":{}}'
	accepts t '{"s":"null","any":null}'
}

@test "members of a free-form object are data" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {type: object, unknown: keep, properties: {o: {type: object}}}}
EOF
	accepts t '{"o":{"a":null,"b":""},"x":null,"y":""}'
}

@test "filler in a required field is not dropped" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {i: {type: integer}}, required: [i]}}
EOF
	refuses t '{"i":null}' 'error empty-required /i'
	refuses t '{"i":""}' 'error empty-required /i'
}

@test "a field's own filler is dropped even where it would be valid" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {i: {type: integer, filler: [0, -1]}, k: {type: integer, filler: [0], keep: true}}}}
EOF
	fixes t '{"i":0}' '{}' 'fix empty-field /i'
	fixes t '{"i":-1}' '{}' 'fix empty-field /i'
	accepts t '{"i":1}'
	accepts t '{"k":0}'
}

@test "aliases" {
	rulebook <<'EOF'
toolfix: 1
tools: {t: {properties: {path: {type: string, aliases: [file, file_path]}}, required: [path]}}
EOF
	fixes t '{"file":"a"}' '{"path":"a"}' 'fix renamed-field /file'
	fixes t '{"file_path":"a"}' '{"path":"a"}' 'fix renamed-field /file_path'
	accepts t '{"path":"a"}'
	echo '{"path":"a","file":"b"}' >in
	tf "${OPTIONS[@]}" --tool t
	assert_failure 1
	assert_same in out
}

@test "the schema's words tell what a value must be" {
	rulebook <<'EOF'
toolfix: 1
tools:
  t:
    properties:
      a: {type: integer, minimum: 1, maximum: 9, multipleOf: 3}
      b: {type: string, minLength: 2, maxLength: 4}
      c: {type: array, uniqueItems: true, maxItems: 3}
      d: {const: x}
      e: {type: number, exclusiveMinimum: 0}
      f: {type: string, pattern: '^[a-z]+$'}
      g: {type: object, minProperties: 1, additionalProperties: false, properties: {x: {}}}
      h: {type: [integer, 'null']}
    dependentRequired: {b: [e]}
    patternProperties: {'^x_': {type: integer}}
EOF
	accepts t '{"a":9,"b":"äöüß","c":[1,2],"d":"x","e":0.5,"f":"abc","g":{"x":1},"h":null,"x_1":5}'
	refuses t '{"a":5,"e":0,"f":"A1","c":[1,1.0],"d":"y","h":"x","x_1":"x"}' \
	    'error wrong-value /a' 'error wrong-value /e' 'error wrong-value /f' \
	    'error wrong-value /c' 'error wrong-value /d' 'error wrong-value /h' \
	    'error wrong-value /x_1'
	refuses t '{"g":{"y":1}}' 'error unknown-field /g/y'
	refuses t '{"b":"abcde"}' 'error wrong-value /b' 'error missing-field'
	# Two keywords fail, one value: one finding.
	refuses t '{"a":-5}' 'error wrong-value /a'
}
