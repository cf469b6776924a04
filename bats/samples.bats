#!/usr/bin/env bats
# Files that others have recorded, where they are on this machine.

load helper

SAMPLES=${SAMPLES:-$ROOT/../shared/samples}

sample() {
	[ -d "$SAMPLES" ] || skip "no samples in $SAMPLES"
	file=$(echo "$SAMPLES/$1"/*)
}

# has FORM CALLS [COPIES]
has() {
	sample "$1"
	tf calls "$file"
	assert_success
	assert_equal "$(wc -l <out)" "$2"
	assert_equal "$(jq -s 'map(.copies) | add' <out)" "${3:-0}"
	# Each place is that of the name.
	local offset tool
	while read -r offset tool; do
		assert_equal "$(tail -c +$((offset + 1)) "$file" | head -c $((${#tool} + 2)))" "\"$tool\""
	done < <(jq -r '"\(.offset) \(.tool)"' <out)
}

@test "claude-code has 19 calls" { has claude-code 19; }
@test "codex has 27 calls" {
	has codex 27
	assert_equal "$(jq -r .shape <out | sort | uniq -c | tr -s ' ' | tr '\n' ',')" \
	    ' 4 custom_tool_call, 23 function_call_item,'
}
@test "opencode has 10 calls" { has opencode 10; }
@test "gemini-cli has 10 calls" { has gemini-cli 10; }
@test "copilot-cli has 11 calls and 11 copies" { has copilot-cli 11 11; }
@test "openai-chat has 6 calls" { has openai-chat 6; }
@test "otel-genai has 3 calls" { has otel-genai 3; }
@test "mcp has 1 call" { has mcp 1; }
@test "vercel-ai-sdk has 1 call" { has vercel-ai-sdk 1; }
@test "bfcl has answers, and no call" {
	sample bfcl
	tf calls "$file"
	assert_success
	assert_output ''
}

@test "without a rule every file comes out as it went in" {
	[ -d "$SAMPLES" ] || skip "no samples in $SAMPLES"
	local file
	echo '{toolfix: 1, tools: {no_such_tool: {ignores: [a]}}}' >rules.yaml
	for file in "$SAMPLES"/*/*; do
		tf -r rules.yaml "$file"
		assert_success
		assert_same out "$file"
	done
}

# rules TOOL DROPPED FROM TO [TOOL DROPPED FROM TO]
rules() {
	echo 'toolfix: 1'
	echo 'tools:'
	while [ $# -gt 0 ]; do
		printf '  "%s": {unknown: keep, ignores: ["%s"], properties: {"%s": {aliases: ["%s"]}}}\n' \
		    "$1" "$2" "$4" "$3"
		shift 4
	done
}

tool_calls() {
	"$TOOLFIX" calls "$1" 2>/dev/null
}

# changes FORM TOOL DROPPED FROM TO ...: equal but for that, says jq.
changes() {
	local form=$1
	shift
	sample "$form"
	rules "$@" >rules.yaml
	tf -r rules.yaml -f json "$file"
	assert_success
	mv out fixed
	grep -q '"unused-field"\|"renamed-field"' err || fail 'nothing was changed'

	# The calls are equal but for the two, says jq.
	jq -nc --args '[$ARGS.positional as $p | range(0; $p | length; 4)
	    | {key: $p[.], value: {drop: $p[. + 1], from: $p[. + 2], to: $p[. + 3]}}] | from_entries' \
	    "$@" >what.json
	tf calls "$file"
	jq -c --slurpfile what what.json 'del(.offset, .line) | $what[0][.tool] as $w
	    | if $w and (.arguments | type) == "object" then .arguments |=
		(del(.[$w.drop]) | with_entries(if .key == $w.from then .key = $w.to else . end))
	      else . end' <out >want.calls
	cp fixed "$(basename "$file")"
	tf calls "$(basename "$file")"
	jq -c 'del(.offset, .line)' <out >got.calls
	jq -c 'del(.file)' want.calls >w
	jq -c 'del(.file)' got.calls >g
	assert_same g w

	# The records are equal but for these arguments, be they objects or text.
	jq -nc --slurpfile what what.json --slurpfile a <(tool_calls "$file") \
	    --slurpfile b <(tool_calls "$(basename "$file")") '
	    [range(0; $a | length) | select($what[0][$a[.].tool]) | . as $i
	    | ($a[$i], $b[$i]) | select(.arguments | type == "object")
	    | {key: (.arguments | tojson), value: $b[$i].arguments}]
	    | from_entries' >pairs.json
	cat >mask.jq <<'END'
def mask: $pairs[0] as $p
    | if type == "object" then tojson as $t
	| if $p | has($t) then ["masked", $p[$t]]
	  else . as $o | reduce keys_unsorted[] as $k ({}; . + {($k): ($o[$k] | mask)}) end
      elif type == "array" then map(mask)
      elif type == "string" and (.[0:1] == "{") then . as $s
	| (fromjson? // null) as $v
	| if ($v | type) == "object" and ($p | has($v | tojson))
	  then ["masked text", $p[$v | tojson]] else $s end
      else . end;
mask
END
	jq -c --slurpfile pairs pairs.json -f mask.jq "$file" >want.masked
	jq -c --slurpfile pairs pairs.json -f mask.jq fixed >got.masked
	cmp want.masked got.masked || fail 'more was changed than arguments'

	# And fixed once is fixed.
	tf -r rules.yaml "$(basename "$file")"
	assert_same out "$(basename "$file")"
}

@test "only the bytes of two rules: claude-code" {
	changes claude-code Bash description command cmd Write content file_path path
}
@test "only the bytes of two rules: codex" {
	changes codex exec_command yield_time_ms cmd command write_stdin chars session_id session
}
@test "only the bytes of two rules: opencode" {
	changes opencode edit oldString filePath path write content filePath path
}
@test "only the bytes of two rules: gemini-cli" {
	changes gemini-cli replace instruction file_path path write_file content file_path path
}
@test "only the bytes of two rules: copilot-cli" {
	changes copilot-cli edit old_str path file create file_text path file
}
@test "only the bytes of two rules: openai-chat" {
	changes openai-chat str_replace_editor security_risk path file terminal security_risk command cmd
}
@test "only the bytes of two rules: otel-genai" {
	changes otel-genai get_file endLine path file run_build configuration a b
}
@test "only the bytes of two rules: mcp" { changes mcp get_weather unit location place; }
@test "only the bytes of two rules: vercel-ai-sdk" { changes vercel-ai-sdk read limit file_path path; }
