#!/usr/bin/env bats
# The same four calls in every shape: testdata/shapes/SHAPE[.VARIANT].jsonl,
# with "-" for the "/" of a shape's name.

load helper

SHAPES=$ROOT/testdata/shapes

# Shapes whose calls hold free text, or text that did not parse.
special='^(unparsed_tool_use|custom|custom_tool_call|invalid_tool_calls|invalid_tool)$'

# Rules that drop one field of ctx_note, and rename another.
two_rules() {
	rulebook <<'END'
toolfix: 1
tools:
  ctx_note:
    unknown: keep
    ignores: [note_ids]
    properties: {text: {aliases: [content]}}
END
}

# fixtures: the files that hold the four calls.
fixtures() {
	local file name
	for file in "$SHAPES"/*.jsonl; do
		name=$(basename "$file" .jsonl)
		[[ ${name%%.*} =~ $special ]] || echo "$file"
	done
}

# finds FILE: the findings without their places and contexts.
finds() {
	tf check -r ctx_note -f json "$1"
	jq -c 'del(.file, .record, .line, .column, .offset, .length, .call_id,
	    .session, .agent, .model, .failed)' <out
}

@test "every shape of the table has its file" {
	local name missing=
	for name in $(sed -n 's/^TF_SHAPE("\([^"]*\)".*/\1/p' "$ROOT"/lib/shape.def) \
	    openinference; do
		[ -s "$SHAPES/${name//\//-}.jsonl" ] || missing="$missing $name"
	done
	assert_equal "$missing" ''
}

@test "every file has four calls of its shape" {
	local file shape want
	jq -nc '{action:"write",content:"x",note_id:0,note_ids:[1]},
	    {action:"read",content:"",filter:"all",note_id:0,note_ids:[]},
	    {action:"update",content:"y",note_id:7,note_ids:[]},
	    {action:"dismiss",note_id:3,note_ids:[4]}' >arguments
	for file in $(fixtures); do
		shape=$(basename "$file" .jsonl)
		shape=${shape%%.*}
		[ "$shape" != tools-call ] || shape=tools/call
		tf calls -r ctx_note "$file"
		assert_success
		want=$(yes "$shape ctx_note" | head -n 4)
		assert_equal "$file $(jq -r '"\(.shape) \(.tool)"' <out)" "$file $want"
		jq -c .arguments <out >got
		assert_same got arguments
	done
}

@test "the findings are the same in every shape" {
	local file
	finds "$SHAPES"/bare.jsonl >want
	assert_equal "$(jq -r '"\(.action) \(.severity) \(.code) \(.path)"' <want)" \
'write fix unused-field /note_id
write fix unused-field /note_ids
read fix empty-field /content
read fix unused-field /note_id
read fix empty-field /note_ids
update fix empty-field /note_ids
dismiss error exactly-one '
	for file in $(fixtures); do
		finds "$file" >got
		cmp got want || fail "$file: $(diff want got)"
		assert_failure 1
	done
}

# What jq says of the arguments, wherever they stand, however encoded.
same_but_for_two() {
	cat >edit.jq <<'END'
def edit:
	walk(if type == "object" and has("action") and (has("note_ids") or has("content"))
	     and (keys_unsorted[0] == "action")
	    then del(.note_ids) | if has("content") then .text = .content | del(.content) else . end
	    elif type == "string"
	    then . as $s | (fromjson? // null) as $v
	    | if ($v | type) == "object" or ($v | type) == "array" or ($v | type) == "string"
		then ["JSON text", ($v | edit)] else $s end
	    else . end);
edit
END
	jq -S -c -f edit.jq <"$1" >want.json
	jq -S -c -f edit.jq <"$2" >got.json
	cmp want.json got.json || fail "$1: $(diff want.json got.json | head -c 2000)"
}

@test "only the bytes that two rules ask for are changed, in every shape" {
	local file
	two_rules
	for file in $(fixtures); do
		tf "${OPTIONS[@]}" "$file"
		assert_success
		# The same, done to the raw text by hand.
		perl -0pe "$(cat "$SHAPES"/edit.pl)" "$file" >want
		cmp out want || fail "$file: $(diff want out | head -c 2000)"
		! cmp -s out "$file" || fail "$file: nothing was changed"
		same_but_for_two "$file" out
		mv out once.jsonl
		tf "${OPTIONS[@]}" once.jsonl
		assert_same out once.jsonl
	done
}

@test "what was fixed is not fixed again, in every shape" {
	local file
	for file in $(fixtures); do
		tf -r ctx_note "$file"
		mv out once.jsonl
		tf -r ctx_note once.jsonl
		assert_same out once.jsonl
		refute_stderr ' fix: '
	done
}

@test "without a rule for the tool every file comes out as it went in" {
	local file
	echo '{toolfix: 1, tools: {other_tool: {ignores: [note_ids, note_id]}}}' >rules.yaml
	for file in "$SHAPES"/*.jsonl "$SHAPES"/none/*.jsonl; do
		tf -r rules.yaml "$file"
		assert_success
		assert_same out "$file"
	done
}

# cut FILE OFFSET LENGTH
cut_bytes() {
	tail -c +$(($2 + 1)) "$1" | head -c "$3"
}

# places FILE: each finding's place is the raw text of the key or value.
places() {
	tf check -r ctx_note -f json "$1"
	jq -r '[.offset, .length, .line, .column, .code, .path] | join(" ")' <out >where
	perl -e '
	    open(my $f, "<", $ARGV[0]); local $/; my $log = <$f>; my $n = 0;
	    foreach (split /\n/, <STDIN>) {
		my ($offset, $length, $line, $column, $code, $path) = split / /, $_, -1;
		my $raw = substr($log, $offset, $length);
		my $before = substr($log, 0, $offset);
		my ($last) = $before =~ /([^\n]*)\z/;
		my $want = $code eq "unused-field" ? "\"" . substr($path, 1) . "\""
		    : $code eq "exactly-one" ? q({"action":"dismiss","note_id":3,"note_ids":[4]})
		    : $path eq "/content" ? q("") : q([]);
		(my $plain = $raw) =~ s/[\\\s]//g;
		$last =~ s/[\x80-\xbf]//g;
		my @wrong;
		push @wrong, "is not $want" if $plain ne $want;
		push @wrong, "begins too late" if $before =~ /\\\z/;
		push @wrong, "ends too late" if $raw =~ /\\\z/;
		push @wrong, "not line $line" if $line != 1 + ($before =~ tr/\n//);
		push @wrong, "not column $column" if $column != 1 + length $last;
		print "$code $path at $offset+$length: $raw: @wrong\n" if @wrong;
		$n++;
	    }
	    print "$n findings\n"' "$1" <where >result
	assert_equal "$1: $(cat result)" "$1: 7 findings"
}

@test "every place is that of the raw bytes, in every shape" {
	local file
	for file in $(fixtures); do
		places "$file"
	done
}

@test "places in text that is encoded once, twice and three times" {
	# object, text and text of a text, all inside a span's text
	places "$SHAPES"/tool_call_part.messages.jsonl
	tf check -r ctx_note -f json "$SHAPES"/tool_call_part.messages.jsonl
	jq -r 'select(.code == "unused-field" and .path == "/note_id")
	    | "\(.offset) \(.length)"' <out >where
	assert_equal "$(while read -r offset length; do
		cut_bytes "$SHAPES"/tool_call_part.messages.jsonl "$offset" "$length"
		echo
	done <where)" '\"note_id\"
\\\"note_id\\\"'
	tf check -r ctx_note -f json "$SHAPES"/tool_call_part.messages.jsonl
	read -r offset length < <(jq -r 'select(.action == "update") | "\(.offset) \(.length)"' <out)
	assert_equal "$(cut_bytes "$SHAPES"/tool_call_part.messages.jsonl "$offset" "$length")" '[]'
	assert_equal "$(head -c "$offset" "$SHAPES"/tool_call_part.messages.jsonl | tail -c 26)" \
	    ',\\\\\\\"note_ids\\\\\\\":'
}

# refutes FILE [COUNT]: no call is found in it, or that many of other tools.
refutes() {
	tf calls "$SHAPES/none/$1.jsonl"
	assert_equal "$(jq -c 'select(.tool == "ctx_note") | [.line, .shape, .arguments]' <out)" ''
	assert_equal "$(wc -l <out)" "${2:-0}"
	# ... and nothing is changed by rules that would change much.
	rulebook <<'END'
toolfix: 1
defaults: {unknown: drop}
tools: {ctx_note: {ignores: [note_id, action, name]}}
END
	tf "${OPTIONS[@]}" "$SHAPES/none/$1.jsonl"
	assert_same out "$SHAPES/none/$1.jsonl"
}

@test "no call in a tool's definition" { refutes definitions; }
@test "no call in a JSON Schema" { refutes schemas; }
@test "no call in a typed result" { refutes results; }
@test "no call in text that quotes a log, or in the arguments of others" { refutes quotes 2; }
@test "no call in an MCP result" { refutes mcp-results; }
@test "no call in a result with role tool or function" { refutes tool-role-results; }
@test "no call in a Copilot result" { refutes copilot-results; }
@test "no call in an OpenHands observation" { refutes openhands-results; }
@test "no call in a Kimi result" { refutes kimi-results; }
@test "no call in an ATIF observation" { refutes atif-results; }
@test "no call in a Codex mirror's result" { refutes codex-results; }
@test "no call in an OpenCode result" { refutes opencode-results 1; }
@test "no call in a Gemini CLI result" { refutes gemini-results 1; }

# ---- shapes of calls that did not parse, and of free text ----

# unparsed FILE: what is said of its calls; nothing is changed.
unparsed() {
	tf -r ctx_note -f json "$SHAPES/$1.jsonl"
	assert_same out "$SHAPES/$1.jsonl"
}

@test "unparsed_tool_use: what the agent could not parse is arguments-not-json" {
	unparsed unparsed_tool_use
	assert_failure 1
	assert_equal "$(found)" "$(yes 'error arguments-not-json' | head -n 4)"
	assert_said 'a comma too many'
	assert_said 'one closing bracket too many'
	assert_said 'a value without a key'
	assert_said 'cut off inside a string'
	assert_said 'only the first 33 of 5000 bytes are recorded'
	assert_equal "$(grep '^{' err | jq -r .line | tr '\n' ' ')" '1 3 4 5 '
	local offset
	offset=$(grep '^{' err | jq -s '.[0].offset')
	assert_equal "$(cut_bytes "$SHAPES"/unparsed_tool_use.jsonl "$offset" 1)" ,
	tf calls "$SHAPES"/unparsed_tool_use.jsonl
	assert_equal "$(jq -r .shape <out | sort | uniq -c | tr -s ' ')" ' 4 unparsed_tool_use'
	assert_equal "$(jq -r 'select(.line == 1) | .arguments, .failed' <out)" \
	    '{"action":"write","content":"x", , "note_id":0}
true'
}

@test "unparsed_tool_use: repaired by nobody, even where it parses" {
	echo '{"type":"tool_use","id":"t","name":"ctx_note","input":{"__unparsedToolInput":{"raw":"{\"action\":\"read\",\"note_id\":0}","len":5000}}}' >in
	tf -r ctx_note
	assert_same out in
}

@test "invalid_tool_calls: the raw text is looked at, null is said to be lost" {
	unparsed invalid_tool_calls
	assert_failure 1
	assert_equal "$(found)" "$(yes 'error arguments-not-json' | head -n 4)"
	assert_said 'cut off after a key'
	assert_said 'single quotes'
	assert_said 'one closing bracket too many'
	assert_said 'the record does not hold them'
	assert_equal "$(grep '^{' err | jq -r '.call_id' | tr '\n' ' ')" 'call_0 call_1 call_2 call_3 '
}

@test "invalid_tool: the raw text inside the sentence is looked at" {
	unparsed invalid_tool
	assert_failure 1
	assert_equal "$(found)" 'error arguments-not-json
error arguments-not-json
error wrong-value /note_id
error arguments-not-json'
	assert_said 'an equals sign in place of quote and colon'
	assert_said 'cut off inside a string'
	assert_said 'note_id must be an integer of at least 1 (received: -5)'
	assert_said 'the record does not hold them'
	local offset
	offset=$(grep '^{' err | jq -s '.[0].offset')
	assert_equal "$(cut_bytes "$SHAPES"/invalid_tool.jsonl "$offset" 1)" =
	tf calls "$SHAPES"/invalid_tool.jsonl
	assert_equal "$(jq -r .tool <out | sort -u)" ctx_note
}

@test "custom and custom_tool_call: free text is listed, and held to no schema" {
	local name
	for name in custom custom_tool_call; do
		unparsed $name
		assert_success
		assert_equal "$(found)" ''
		tf calls "$SHAPES/$name.jsonl"
		assert_equal "$(jq -r '"\(.shape) \(.tool) \(.arguments | type)"' <out)" \
		    "$name apply_patch string
$name ctx_note string"
		assert_equal "$(jq -r 'select(.tool == "ctx_note").arguments' <out)" \
		    'free text: {"note_ids":[]}'
	done
}

@test "custom: a contract of texts is held" {
	rulebook <<'END'
toolfix: 1
tools: {apply_patch: {type: string, pattern: '^Never'}}
END
	tf "${OPTIONS[@]}" -f json "$SHAPES"/custom.jsonl
	assert_failure 1
	assert_same out "$SHAPES"/custom.jsonl
	assert_equal "$(found)" 'error wrong-value'
}
