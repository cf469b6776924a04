#!/usr/bin/env bats
# What must hold for any contract and any call: tried on contracts and calls by
# chance, of fixed seeds (CONTRACT_SEEDS has others).

load helper

SEEDS=${CONTRACT_SEEDS:-1 2 3}

# generate SEED TOOLS CALLS: {rules, lines}, so many calls for each tool. The
# numbers of chance are hashes of the place that they are for.
generate() {
	jq -n --argjson seed "$1" --argjson tools "$2" --argjson calls "$3" '
	def hash: reduce .[] as $k (17; (. * 16807 + $k * 69621 + 12345) % 2147483647)
	    | (. * 48271 + 11) % 2147483647 | (. * 16807) % 2147483647 | . / 64 | floor;
	def roll($key; $n): ($key | hash) % $n;
	def one($key; $n): roll($key; $n) == 0;
	def pick_($key; $list): $list[roll($key; $list | length)];
	# About one of so many of a list.
	def some_($key; $n): [to_entries[] | select(one($key + [.key]; $n)) | .value];
	def when($yes; $what): if $yes then $what else {} end;

	# ---- contracts ----
	def names: ["note_id", "count", "name", "flag", "tagList", "opts", "rows", "x"];
	def ops: ["write", "read", "Drop"];
	def scalars: [{type: "string"}, {type: "string", pattern: "\\S"}, {type: "integer", minimum: 1},
	    {type: "integer"}, {type: "number"}, {type: "boolean"}, {enum: ["write", "read", "Update"]},
	    {enum: ["a", "A", 1, null]}, {type: ["string", "null"]}, {type: "string", maxLength: 3},
	    {const: 5}, {}, {type: ["integer", "boolean"]}, {not: {type: "string"}},
	    {anyOf: [{type: "string", pattern: "^a"}, {type: "number"}]},
	    {oneOf: [{type: "integer"}, {type: "number", minimum: 3}, {type: "null"}]},
	    {allOf: [{type: "integer"}, {minimum: 2}]}];
	def lists: [{type: "array", items: {type: "integer", minimum: 1}, minItems: 1},
	    {type: "array", items: {type: "string"}}, {type: "array"},
	    {type: ["integer", "array"], items: {type: "integer"}},
	    {anyOf: [{type: "integer"}, {type: "array", items: {type: "integer"}}]},
	    {type: "array", prefixItems: [{type: "string"}, {type: "boolean"}], items: {type: "number"}},
	    {type: "array", uniqueItems: true, contains: {type: "integer"}}, {type: "object"},
	    {type: "object", additionalProperties: {type: "number"}},
	    {type: "object", propertyNames: {pattern: "^[a-z]+$"}, minProperties: 1}];
	def coercions: ["none", "safe", "all", ["json", "number"], ["trim", "enum"], ["list", "csv", "integer"],
	    ["string", "boolean"], ["item", "python", "json"]];
	def policies($key):
	    when(one($key + [1]; 3); {unknown: pick_($key + [2]; ["keep", "warn", "drop", "error"])})
	    + when(one($key + [3]; 5); {unused: pick_($key + [4]; ["drop", "error"])})
	    + when(one($key + [5]; 4); {empty: pick_($key + [6]; ["drop", "keep"])})
	    + when(one($key + [7]; 3); {coerce: pick_($key + [8]; coercions)})
	    + when(one($key + [9]; 3); {keys: pick_($key + [10]; ["fold", "fold", "exact"])});
	# Of a contract or a block.
	def rules_($key; $fields):
	    (if one($key + [1]; 2) then $fields | some_($key + [2]; 4) else [] end) as $required
	    | {required: $required}
	    + when(one($key + [3]; 6); {forbids: ($fields - $required - $fields[0:2] | some_($key + [4]; 3))})
	    + when(one($key + [5]; 8); {ignores: ($fields | some_($key + [6]; 5))})
	    + when(one($key + [7]; 4); {(pick_($key + [9]; ["exactly_one", "at_least_one", "at_most_one"])):
		($fields | some_($key + [8]; 3) | if length > 1 then . else [] end)})
	    + when(one($key + [10]; 8) and ($fields | length) > 1; {dependentRequired: {($fields[0]): [$fields[1]]}})
	    | with_entries(select(.value != []));
	def actions($key; $fields): {action: "op", actions: (ops | to_entries | map(
	    ($key + [.key]) as $k | {key: .value, value: (
		when(one($k + [1]; 2); {uses: ($fields | some_($k + [2]; 2))})
		+ rules_($k + [3]; $fields) + when(one($k + [4]; 8); {unused: "error"}))}) | from_entries)};
	def contract($key; $depth):
	    def field($k):
		(if $depth > 0 and one($k + [1]; 3) then
		    if one($k + [2]; 3) then contract($k + [3]; $depth - 1)
		    elif one($k + [4]; 2) then {type: "array", items: contract($k + [3]; $depth - 1)}
		    else {(pick_($k + [5]; ["anyOf", "oneOf"])): ([[0, "once"], [1, "daily"]] | map(.[1] as $kind
			| contract($k + [6, .[0]]; 0)
			| .properties.kind = {const: $kind} | .required = ["kind"] + (.required // [])))}
		    end
		else pick_($k + [7]; scalars + (if one($k + [8]; 2) then lists else [] end)) end)
		+ when(one($k + [9]; 8); {filler: pick_($k + [10]; [[0], ["n/a", -1], [""], [[]], [1, "a"]])})
		+ when(one($k + [11]; 25); {keep: true})
		+ when(one($k + [12]; 12); {coerce: pick_($k + [13]; coercions)});
	    (names | some_($key + [1]; 2)) as $fields
	    | {type: "object", properties: (reduce range($fields | length) as $i ({}; . + {($fields[$i]):
		(field($key + [2, $i]) + when(one($key + [3, $i]; 5); {aliases: ["old_" + $fields[$i], $fields[$i] + "2"]}))}))}
	    + policies($key + [4]) + rules_($key + [5]; $fields)
	    + when(one($key + [6]; 6); {additionalProperties: pick_($key + [7]; [false, {type: "integer"}])})
	    + when(one($key + [8]; 2); actions($key + [9]; $fields))
	    # nothing is both required and forbidden
	    | if .action then del(.forbids) else . end
	    | if .action and one($key + [10]; 2) then .properties.op = {enum: ops} else . end;

	# ---- calls: texts of JSON ----
	def odd: ["null", "\"\"", "\" \"", "[]", "{}", "\"null\"", "\"None\"", "\"undefined\"", "0", "1", "-1", "5",
	    "1.0", "1e2", "2.5", "12345678901234567890", "true", "false", "\"5\"", "\"5.0\"", "\"007\"", "\"1e2\"",
	    "\" 5\"", "\"true\"", "\"True\"", "\"a\"", "\"A\"", "\"abcd\"", "\" WRITE \"", "\"update\"", "\"n/a\"",
	    "\"[1, 2]\"", "\"[\\\"1\\\"]\"", "\"{\\\"a\\\": 1}\"", "\"{}\"", "\"[]\"", "\"1,2\"", "\"[1, None]\"",
	    "[1]", "[ 1, 2 ]", "[\"1\",\"2.0\"]", "[\"a\", true, 1.5]", "[null]", "[1,1.0]", "[[1]]",
	    "{\"item\": [1,\"2\"]}", "{\"a\":1.50}", "{\"a\":\"1\", \"B\":null}", "\"\\u0061bc\"", "[{}]"];
	def join_($key): join(pick_($key; [",", ", ", " ,"]));
	def text($key; $s; $plain):
	    def object:
		($s.properties // {} | to_entries) as $fields
		| ([range($fields | length) as $i | $fields[$i] as $f | ($key + [1, $i]) as $k
		    | select(one($k + [0]; 3) | not)
		    | (if one($k + [1]; 6) then pick_($k + [2]; [($f.value.aliases // ["y"])[], "Y", ($f.key | ascii_upcase),
			"_" + $f.key, ($f.key | gsub("_"; "-")), $f.key + "x", $f.key[1:], $f.key]) else $f.key end) as $name
		    | ($name | tojson) + pick_($k + [3]; [":", ": "]) + text($k + [4]; $f.value; false)]
		  + (if $s.action and (one($key + [2]; 10) | not) and ($s.properties.op | not or one($key + [3]; 3)) then
			["\"op\":" + pick_($key + [4]; ["\"write\"", "\"read\"", "\"Drop\"", "\"write\"", "\"read\"", "\"Drop\"",
			    "\"drop\"", "null", "\"wirte\"", "7"])]
		    else [] end)
		  + (if one($key + [5]; 8) then ["\"extra\":" + pick_($key + [6]; odd)] else [] end))
		| [to_entries[] | [($key + [7, .key] | hash), .value]] | sort | map(.[1])
		| map(capture("^(?<k>\"[^\"]*\")") + {t: .}) | unique_by(.k) | map(.t)
		| [to_entries[] | [($key + [7, .key] | hash), .value]] | sort | map(.[1])
		| "{" + join_($key + [8]) + "}";
	    def fitting:
		if $s.const then $s.const | tojson
		elif $s.enum then pick_($key + [10]; $s.enum) | tojson
		elif $s.anyOf or $s.oneOf or $s.allOf then text($key + [11]; pick_($key + [12]; $s.anyOf // $s.oneOf // $s.allOf); true)
		elif $s.properties then object
		else (if $s.type | type == "array" then pick_($key + [13]; $s.type) else $s.type end) as $type
		| if $type == "array" then [range(roll($key + [14]; 3)) | text($key + [15, .]; $s.items // {}; false)]
			| "[" + join_($key + [16]) + "]"
		elif $type == "object" then pick_($key + [17]; ["{}", "{\"a\":1}", "{ \"b\" : 2.0 }"])
		elif $type == "string" then pick_($key + [18]; ["\"abc\"", "\"a\"", "\"\\u0061 \\n\"", "\"\u00e9\"", "\"5\""])
		elif $type == "integer" then pick_($key + [19]; ["1", "5", "1.0", "12345678901234567890", "1e2"])
		elif $type == "number" then pick_($key + [20]; ["1.50", "-0.0", "3", "1e400"])
		elif $type == "boolean" then pick_($key + [21]; ["true", "false"])
		else pick_($key + [22]; odd) end
		end;
	    if $plain then fitting
	    elif one($key + [30]; 5) then pick_($key + [31]; odd)
	    elif one($key + [32]; 5) then fitting | if test("^\"") then "\" " + .[1:] else . end | tojson
	    else fitting end;

	(reduce range($tools) as $i ({}; . + {"t\($i)": (contract([$seed, $i]; 2)
	    + when(one([$seed, $i, 1]; 4); {unwrap: ["arguments", "input"]}))})) as $contracts
	| {rules: {toolfix: 1, tools: $contracts}, lines: [range($tools) as $i | range($calls) as $n
	    | [$seed, $i, 2, $n] as $key
	    | text($key + [31]; $contracts["t\($i)"]; true) as $text
	    | (if one($key + [32]; 12) then pick_($key + [33]; ["{\"arguments\": \($text)}", "{\"input\":\($text | tojson)}",
		"{\"name\":\"t\($i)\",\"arguments\":\($text)}"]) else $text end)
	    | if one($key + [34]; 3) then tojson else . end
	    | "{\"name\":\"t\($i)\", \"arguments\": \(.)}"]}'
}

# What the program says of each seed; the tests only look at it.
setup_file() {
	local seed TOOLFIX=$TOOLFIX
	for seed in $SEEDS; do
		mkdir "$BATS_FILE_TMPDIR/$seed"
		cd "$BATS_FILE_TMPDIR/$seed" || return
		generate "$seed" 60 14 >made
		jq -c .rules made >rules.json
		jq -r '.lines[]' made >in
		run_ fix in out fixed
		run_ check in checked err
		run_ fix out twice fixed2
		run_ check out again err2
		run_ fix in out_j2 fixed_j2 -j 2
	done
}

# run_ COMMAND IN OUT ERR OPTION...
run_() {
	local status=0
	"$TOOLFIX" "$1" -r rules.json -f json "${@:5}" <"$2" >"$3" 2>"$4" || status=$?
	[ "$status" -le 1 ] || { head -c 3000 "$4"; return 1; }
}

# each FUNCTION: for every seed, in its directory.
each() {
	local seed
	for seed in $SEEDS; do
		cd "$BATS_FILE_TMPDIR/$seed" || return
		"$1"
	done
}

# tell LINE: what is known of a line of the input.
tell() {
	echo "seed $(basename "$PWD"), line $1, in, out, and out of that:"
	sed -n "$1p" in out twice
	jq -r --argjson line "$1" 'select(.line == $line) | "\(.severity) \(.code) \(.path): \(.message)"' <checked
	echo 'then:'
	jq -r --argjson line "$1" 'select(.line == $line) | "\(.severity) \(.code) \(.path): \(.message)"' <again
	jq -c ".tools.$(sed -n "$1p" in | jq -r .name)" rules.json
}

# none FILE WHAT: fails with the first of the lines whose numbers are in it.
none() {
	[ ! -s "$1" ] || fail "$2 ($(wc -l <"$1") lines): $(tell "$(head -n 1 "$1" | cut -d' ' -f1)")"
}

# differing A B: the numbers of the lines that differ.
differing() {
	paste -d'\n' "$1" "$2" | awk 'NR % 2 { a = $0; next } a != $0 { print NR / 2 }'
}

# calls: {line, tool, in, out, found}, one a line; in and out are values.
calls() {
	jq -nc --slurpfile in in --slurpfile out out --slurpfile found checked '
	def args: .arguments | if type == "string" then (fromjson? // .) else . end;
	($found | group_by(.line) | map({key: "\(.[0].line)", value: .}) | from_entries) as $by
	| range($in | length) as $i
	| {line: ($i + 1), tool: $in[$i].name, in: ($in[$i] | args), out: ($out[$i] | args),
	    found: ($by["\($i + 1)"] // [])}'
}

@test "contracts: there is enough of everything" {
	enough() {
		jq -r '"\(.severity) \(.code)"' checked
	}
	each enough | sort | uniq -c >counts
	local code
	for code in 'fix empty-field' 'fix converted-value' 'fix renamed-field' 'fix unused-field' \
	    'fix unknown-field' 'fix unwrapped' 'error missing-field' 'error wrong-value' \
	    'error forbidden-field' 'error unknown-field' 'error missing-action' \
	    'error unknown-action' 'error empty-required' 'error exactly-one' 'error unused-field'; do
		grep -q " $code$" counts || fail "no $code: $(cat counts)"
	done
}

@test "contracts: as many lines, and each is JSON" {
	same_lines() {
		assert_equal "$(jq -c .name out)" "$(jq -c .name in)"
		assert_equal "$(wc -l <out)" "$(wc -l <in)"
	}
	each same_lines
}

@test "contracts: fix of fix is fix, byte for byte" {
	again_() {
		differing out twice >bad
		none bad 'fixed twice is different'
	}
	each again_
}

@test "contracts: after fix there is nothing to fix" {
	nothing() {
		jq -r 'select(.severity == "fix") | .line' again | sort -un >bad
		none bad 'there is still something to fix'
	}
	each nothing
}

@test "contracts: after fix there are the same errors" {
	errors() {
		jq -c 'select(.severity == "error") | [.line, .code, .path]' checked | sort >before
		jq -c 'select(.severity == "error") | [.line, .code, .path]' again | sort >after
		comm -3 before after | tr -d '\t' | jq -c '.[0]' | sort -un >bad
		none bad 'other errors'
	}
	each errors
}

@test "contracts: fix and check find the same, and so do two threads" {
	found_() {
		grep '^{' fixed >lines
		jq -c 'del(.message)' lines >got
		jq -c 'del(.message)' checked >want
		assert_same got want
		assert_same out_j2 out
		assert_same fixed_j2 fixed
	}
	each found_
}

@test "contracts: a line without a fix comes out byte for byte, another does not" {
	bytes() {
		differing in out >got
		jq -r 'select(.severity == "fix" or .fix != null) | .line' checked | sort -un >want
		comm -3 <(sort got) <(sort want) | tr -d '\t' | sort -n >bad
		none bad 'changed without a fix, or a fix without a change'
	}
	each bytes
}

@test "contracts: no field is invented" {
	fields() {
		# a key is the place of the input, or the name that one was given
		calls | jq -r '
		select(any(.found[]; .code == "unwrapped") | not)
		| [.found[] | select(.code == "renamed-field") | .fix.to] as $names
		| def added($a; $b):
		    if ($a | type) == "object" and ($b | type) == "object" then
			($b | keys[]) as $k
			| if $a | has($k) then added($a[$k]; $b[$k])
			elif any($names[]; . == $k) then empty else $k end
		    elif ($a | type) == "array" and ($b | type) == "array" then
			range([($a | length), ($b | length)] | max) as $i | added($a[$i]; $b[$i])
		    elif ($a == null or $b == null) and $a != $b then "null"
		    else empty end;
		. as $call | [added(.in; .out)] | select(length > 0) | "\($call.line) \(.)"' >bad
		none bad 'a field is new'
	}
	each fields
}

@test "contracts: one value, one error" {
	once() {
		jq -r 'select(.severity == "error" and (.code | IN("missing-field", "exactly-one", "at-least-one",
		    "at-most-one") | not)) | "\(.line) \(.path)"' checked | sort | uniq -d >bad
		none bad 'two errors of one value'
		jq -r 'select(.severity == "error") | "\(.line) \(.path) \(.code)"' checked |
		    grep -v -- -one$ | sort | uniq -d >bad
		none bad 'two errors of one kind'
	}
	each once
}

# Of a JSON Schema without any keyword of toolfix.
@test "contracts: what fits is not touched" {
	fits_() {
		calls | jq -r --slurpfile rules rules.json '
		def integer: type == "number" and floor == .;
		def is_a($kind): if $kind == "integer" then integer else type == $kind end;
		# true, false, or null: too hard to say here
		def fits($s): . as $in
		    | if $s | (keys - ["type", "pattern", "minimum", "maxLength", "enum", "const", "items", "minItems", "aliases"])
			!= [] then null
		    elif $s.pattern and $s.pattern != "\\S" then null
		    else ([$s.type // empty | if type == "array" then .[] else . end] as $types
			| $types == [] or any($types[]; . as $kind | $in | is_a($kind)))
		    and (($s.pattern and type == "string" and (test("\\S") | not)) | not)
		    and (($s.minimum and type == "number" and . < $s.minimum) | not)
		    and (($s.maxLength and type == "string" and length > $s.maxLength) | not)
		    and (($s.minItems and type == "array" and length < $s.minItems) | not)
		    and (($s.enum and all($s.enum[]; . != $in)) | not)
		    and (($s | has("const")) and $s.const != $in | not)
		    and (($s.items and type == "array" and any(.[]; fits($s.items) | not)) | not)
		    end;
		# every place of an object with a contract
		def places($path; $c): if type == "object" and $c.properties then
			(keys[]) as $k | select($c.properties[$k])
			# empty where it is forbidden: dropped, whatever fits
			| select([$c, $c.actions[]?] | any(.[].forbids[]?; . == $k) | not) | .[$k] as $v
			| {path: ($path + [$k]), value: $v, schema: $c.properties[$k]},
			($v | places($path + [$k]; $c.properties[$k]))
		    elif type == "array" and $c.items then
			range(length) as $i | .[$i] | places($path + [$i]; $c.items)
		    else empty end;
		. as $call | $rules[0].tools[.tool] as $contract
		| select(any(.found[]; .code == "unwrapped") | not)
		| .in | places([]; $contract) | . as $place
		| select(.value | fits($place.schema))
		| ("/" + (.path | map(tostring) | join("/"))) as $pointer
		| [$call.found[] | select(.path == $pointer and (.code
		    | IN("unused-field", "forbidden-field", "renamed-field") | not))] as $about
		| ($about | length > 0) as $said
		| ([$call.found[] | select(.path as $p | .fix.kind == "drop" and ($pointer + "/" | startswith($p + "/")))]
		    | length > 0) as $dropped
		| select($said or ($dropped or $place.value == ([$call.out | getpath($place.path)?] | .[0]) | not))
		| "\($call.line) \($pointer) \($about | map(.code)) \($place.schema)"' >bad
		[ ! -s bad ] || fail "it fits: $(head -n 1 bad) $(tell "$(head -n 1 bad | cut -d' ' -f1)")"
	}
	each fits_
}

# The contracts without the keywords of toolfix: nothing is mended by them.
@test "contracts: what has no error is what JSON Schema accepts" {
	plain() {
		local toolfix='["uses", "ignores", "forbids", "exactly_one", "at_least_one", "at_most_one", "unknown",
		    "unused", "empty", "coerce", "keys", "unwrap", "aliases", "filler", "keep", "action", "actions"]'
		jq -c --argjson words "$toolfix" '.tools |= walk(if type == "object" then
		    (if .actions then .properties.op //= {} else . end)
		    | with_entries(select(.key as $k | any($words[]; . == $k) | not)) else . end)
		    | .defaults = {unknown: "keep", coerce: "none", empty: "keep"}' rules.json >plain.json
		"$TOOLFIX" check -r plain.json -f json <out >strict 2>err3 || [ $? -eq 1 ] || fail "$(head -c 2000 err3)"
		jq -r 'select(.severity == "error") | .line' checked | sort -u >wrong
		jq -r 'select(.severity == "error") | .line' strict | sort -u >stricter
		comm -13 wrong stricter | sort -n >bad
		[ ! -s bad ] || fail "accepted, but refused: $(
			jq -c --argjson line "$(head -n 1 bad)" 'select(.line == $line)' strict)
$(tell "$(head -n 1 bad)")"
	}
	each plain
}

# ---- what has been found, small ----

# settled ARGUMENTS: what fix makes of them it leaves as it is, and the errors
# that it reports are those of what it makes. Of tool t.
settled() {
	printf '%s\n' "$1" >in
	tf "${OPTIONS[@]}" --tool t --format json
	found | grep ^error | sort >errors
	said >sentences
	mv out first
	cp first in
	tf "${OPTIONS[@]}" --tool t --format json
	! found | grep -q ^fix || fail "of $1 came $(cat first), and of that $(cat out): $(said)"
	found | grep ^error | sort | cmp -s - errors || fail "of $1 came $(cat first), with
$(cat errors sentences)
and then with
$(found) $(said)"
}

@test "contracts: text of a listed filler is settled in one step" {
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {n: {type: integer, filler: [0]},
	    a: {type: array, filler: [[]]}, e: {enum: [all, one], filler: [all]}}}}}'
	settled '{"n":"0"}'
	settled '{"a":"[]"}'
	settled '{"e":" ALL"}'
}

@test "contracts: text of a listed filler is no required value" {
	rulebook <<<'{toolfix: 1, tools: {t: {required: [n], properties: {n: {type: integer, filler: [0]}}}}}'
	settled '{"n":"0"}'
}

@test "contracts: text of a listed filler is none of a group" {
	rulebook <<<'{toolfix: 1, tools: {t: {at_least_one: [n, m],
	    properties: {n: {type: integer, filler: [0]}, m: {}}}}}'
	settled '{"n":"0"}'
}

@test "contracts: an object of which nothing is left is settled in one step" {
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {o: {type: object, required: [a],
	    properties: {a: {type: integer}, b: {type: integer}}}}}}}'
	settled '{"o":{"b":null}}'
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {o: {type: object, required: [a],
	    properties: {a: {type: integer}}, unknown: drop}}}}}'
	settled '{"o":{"z":1}}'
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {o: {type: object, required: [a], ignores: [b],
	    properties: {a: {type: integer}, b: {}}}}}}}'
	settled '{"o":{"b":1}}'
}

@test "contracts: a required object of which nothing is left has one error" {
	rulebook <<<'{toolfix: 1, tools: {t: {required: [o], properties: {o: {type: object, required: [a],
	    properties: {a: {type: integer}}, unknown: drop}}}}}'
	settled '{"o":{"z":1}}'
}

@test "contracts: another name of the property that tells branches apart tells them" {
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {o: {anyOf: [
	    {properties: {kind: {const: one, aliases: [type]}, n: {type: integer}}, required: [kind]},
	    {properties: {kind: {const: two, aliases: [type]}, n: {type: string}}, required: [kind]}]}}}}}'
	settled '{"o":{"type":"two","n":true}}'
	settled '{"o":{"type":"three"}}'
	refute grep -q 'must be "one"' sentences
	rulebook <<<'{toolfix: 1, tools: {t: {keys: fold, properties: {o: {anyOf: [
	    {properties: {kind: {const: one}, n: {type: integer}}, required: [kind]},
	    {properties: {kind: {const: two}, n: {type: string}}, required: [kind]}]}}}}}'
	settled '{"o":{"Kind":"two","n":true}}'
	settled '{"o":{"Kind":"three"}}'
}

@test "contracts: another name of what tells branches apart, and a value to convert" {
	rulebook <<<'{toolfix: 1, tools: {t: {coerce: all, properties: {o: {anyOf: [
	    {properties: {kind: {const: one, aliases: [type]}, n: {type: integer}}, required: [kind]},
	    {properties: {kind: {const: two, aliases: [type]}, n: {type: string}}, required: [kind]}]}}}}}'
	fixes t '{"o":{"kind":"two","n":5}}' '{"o":{"kind":"two","n":"5"}}' 'fix converted-value /o/n'
	fixes t '{"o":{"type":"two","n":5}}' '{"o":{"kind":"two","n":"5"}}' \
	    'fix renamed-field /o/type' 'fix converted-value /o/n'
}

@test "contracts: an object that lacks fields, and so fits nothing else, has one error" {
	rulebook <<<'{toolfix: 1, tools: {t: {properties: {o: {required: [a, b], minProperties: 2},
	    c: {required: [b], const: {a: 1, b: 2}}}}}}'
	local arguments
	for arguments in '{"o":{"x":1}}' '{"c":{"x":1}}'; do
		printf '%s\n' "$arguments" >in
		tf "${OPTIONS[@]}" --tool t --format json
		assert_equal "$(found | grep -c ^error)" 1
	done
}
