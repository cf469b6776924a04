#!/usr/bin/env bats
# Why arguments text is not JSON, and where.

load helper

# Each line of the table is WORDS, the offset of the place in the text (its
# length, where it was cut off), and the text.
check_table() {
	local head='{"name":"ctx_note","arguments":"' words at text i=0 want
	: >a.jsonl
	: >want
	: >words
	local base=0
	while IFS='|' read -r words at text; do
		text=$(printf '%b.' "$text")
		text=${text%.}
		jq -acn --arg text "$text" '{name:"ctx_note",arguments:$text}' >>a.jsonl
		[ "$at" != end ] || at=${#text}
		# Its place in the file: that of the text before it, as jq writes it.
		want=$(jq -an --arg text "${text:0:at}" '$text' | tr -d '\n' | wc -c)
		i=$((i + 1))
		echo "$i $((base + ${#head} + want - 2))" >>want
		echo "$words" >>words
		base=$(wc -c <a.jsonl)
	done
	tf check -r ctx_note -f json a.jsonl
	assert_failure 1
	assert_equal "$(jq -r '"\(.severity) \(.code)"' <out | sort | uniq -c | tr -s ' ')" \
	    " $i error arguments-not-json"
	jq -r .message <out >said
	paste -d '|' words said a.jsonl | while IFS='|' read -r words text line; do
		case $text in
		*"$words"*) ;;
		*) fail "no \"$words\" in: $text" ;;
		esac
	done
	jq -r '"\(.line) \(.offset)"' <out >got
	paste -d ' ' a.jsonl want got >all
	cmp want got || fail "places: $(paste want got a.jsonl | awk '$2 != $4')"
	# fix changes nothing
	tf -r ctx_note a.jsonl
	assert_same out a.jsonl
}

@test "cut off" {
	check_table <<'END'
cut off inside a string|end|{"action":"wri
cut off inside a key|end|{"action
cut off after a key|end|{"action":
cut off after a key|end|{"action"
cut off inside an object|end|{"action":"read"
cut off inside an object|end|{"action":"read",
cut off inside an array|end|{"note_ids":[1,2
cut off inside an array|end|{"note_ids":[1,
cut off inside an object|end|{"note_id":1
cut off inside an escape|end|{"content":"a\\
cut off inside an escape|end|{"content":"a\\u00
cut off inside a literal|end|{"action":"read","note_id":tr
cut off inside an object|end|{
END
}

@test "cut off in the middle of a number" {
	check_table <<'END'
cut off inside a number|end|{"note_id":-
cut off inside a number|end|{"note_id":1.
cut off inside a number|end|{"note_id":1e
END
}

@test "two values, text before and after" {
	check_table <<'END'
two objects in one|17|{"action":"read"}{"action":"read"}
two objects in one|18|{"action":"read"} {"action":"read"}
two objects in one|18|{"action":"read"}\n{"action":"read"}
two objects in one|17|{"action":"read"},{"action":"read"}
after the object, an array begins|17|{"action":"read"}[1]
text before the object|0|Sure: {"action":"read"}
text after the object|18|{"action":"read"} Hope this helps!
one closing bracket too many|17|{"action":"read"}}
2 closing brackets too many|17|{"action":"read"}}]
the object is closed already|17|{"action":"read"},"note_id":1}
a comma after the object|17|{"action":"read"},
END
}

@test "a code fence" {
	check_table <<'END'
a code fence around the JSON|0|```json\n{"action":"read"}\n```
a code fence around the JSON|0|```\n{"action":"read"}\n```\n
a code fence before the JSON|0|```json\n{"action":"read"}
a code fence after the object|18|{"action":"read"}\n```
text and a code fence before the object|0|Here:\n```json\n{"action":"read"}\n```
END
}

@test "quotes" {
	check_table <<'END'
single quotes|1|{'action':'read'}
single quotes|10|{"action":'read'}
single quotes around the object|0|'{"action":"read"}'
curly quotes|10|{"action":“read”}
a key without quotes: action|1|{action:"read"}
a quote inside a string is not escaped|13|{"content":"5" pipe"}
three quotes around a string|11|{"content":"""x"""}
closing quote is missing|end|{"action":"read}
a string without an opening quote: read|10|{"action":read"}
END
}

@test "words of other languages" {
	check_table <<'END'
the Python word True; JSON writes true|5|{"a":True}
the Python word False; JSON writes false|5|{"a":False}
the Python word None; JSON writes null|5|{"a":None}
NaN is no JSON value|5|{"a":NaN}
-Infinity is no JSON value|5|{"a":-Infinity}
undefined is no JSON value|5|{"a":undefined}
a value without quotes: read|10|{"action":read}
END
}

@test "commas, colons, keys, values and brackets" {
	check_table <<'END'
a comma with nothing after it|16|{"action":"read",}
a comma with nothing after it|7|{"a":[1,]}
a comma too many|7|{"a":1,,"b":2}
a comma too many|8|{"a":1, , "b":2}
a comma with nothing before it|1|{,"a":1}
a comma is missing here|7|{"a":1 "b":2}
a semicolon in place of a comma|6|{"a":1;"b":2}
a colon is missing after the key a|5|{"a" 1}
an equals sign in place of the colon after the key a|4|{"a"="b"}
a value without a key: 80|15|{"offset": 30, 80}
a key without a value: a|5|{"a":}
the closing ] of an array is missing here|7|{"a":[1}
a closing ], but an object is open|6|{"a":1]
the opening bracket of an object is missing|0|"action":"read"
END
}

@test "numbers" {
	check_table <<'END'
a number cannot begin with 0 (007)|5|{"a":007}
a number cannot begin with a dot (.5)|5|{"a":.5}
a number cannot end with a dot (1.)|5|{"a":1.}
a number cannot begin with + (+1)|5|{"a":+1}
JSON has decimal numbers only (0x1)|5|{"a":0x1}
no JSON number (1_000)|5|{"a":1_000}
END
}

@test "inside strings" {
	check_table <<'END'
a newline inside a string; write it as \n|13|{"content":"a\nb"}
a tab inside a string; write it as \t|13|{"content":"a\tb"}
a control character (U+0001) inside a string|13|{"content":"a\x01b"}
a bad escape \x|13|{"content":"a\\xb"}
a bad escape \U|14|{"content":"C:\\Users"}
a bad escape \u12|12|{"content":"\\u12"}
half of a surrogate pair (\ud800)|12|{"content":"\\ud800"}
half of a surrogate pair (\udc00)|12|{"content":"\\udc00x"}
half of a surrogate pair (\ud800)|12|{"content":"\\ud800\\u0041"}
END
}

@test "other things" {
	check_table <<'END'
text, not JSON: hello|0|hello
a comment|7|{"a":1 /* c */}
a comment|0|// c\n{"a":1}
escaped once too often|1|{\\"a\\": 1}
dots in place of what was left out|6|{"a": ...}
a byte order mark|0|\xef\xbb\xbf{"a":1}
END
}

@test "the cause is said in text that is encoded twice" {
	jq -cn '{name:"ctx_note",arguments:("{\"action\":True}" | tojson)}' >a.jsonl
	tf check -r ctx_note -f json a.jsonl
	assert_failure 1
	assert_equal "$(jq -r .code <out)" arguments-not-json
	jq -r .message <out | grep -qF 'the Python word True' || fail "$output"
	assert_equal "$(tail -c +$(($(jq .offset <out) + 1)) a.jsonl | head -c 4)" True
}

@test "what was received is shown shortened, and no control character" {
	printf '{"name":"ctx_note","arguments":"{\\"content\\": \\u001b[31m%0300d"}\n' 0 >in
	tf check -r ctx_note
	assert_failure 1
	[ "${#output}" -lt 400 ] || fail "$output"
	case $output in *$'\e'*) fail 'an escape character' ;; esac
}
