#!/usr/bin/env bats
# toolfix calls: what people look into a log with.

load helper

SHAPES=$ROOT/testdata/shapes

# lists LINE...: calls of these lines.
lists() {
	printf '%s\n' "$@" >in
	tf calls
	assert_success
}

@test "the members, in their order" {
	cp "$SHAPES"/tool_use.jsonl a.jsonl
	tf calls -r ctx_note a.jsonl
	assert_success
	assert_equal "$(jq -c 'keys_unsorted' <out | sort -u)" \
	    '["file","record","line","offset","shape","tool","action","id","session","agent","model","failed","unfinished","copies","arguments"]'
	assert_equal "$(head -n 1 out | jq -c 'del(.offset)')" \
	    '{"file":"a.jsonl","record":4,"line":4,"shape":"tool_use","tool":"ctx_note","action":"write","id":"toolu_00","session":"89f4e7a1","agent":null,"model":"claude-opus-4-7","failed":false,"unfinished":null,"copies":0,"arguments":{"action":"write","content":"x","note_id":0,"note_ids":[1]}}'
	assert_equal "$(tail -c +$(($(head -n 1 out | jq .offset) + 1)) a.jsonl | head -c 10)" '"ctx_note"'
	assert_equal "$(jq -r .action <out | tr '\n' ' ')" 'write read update dismiss '
}

@test "needs no rulebook, and lists tools of all kinds" {
	lists '{"name":"get_weather","arguments":"{\"city\":\"Paris\",\"n\":1.10,\"id\":12345678901234567890}","id":7}'
	assert_output '{"file":"<stdin>","record":1,"line":1,"offset":8,"shape":"bare","tool":"get_weather","action":null,"id":"7","session":null,"agent":null,"model":null,"failed":null,"unfinished":null,"copies":0,"arguments":{"city":"Paris","n":1.10,"id":12345678901234567890}}'
	lists '{"a":1}'
	assert_output ''
}

@test "action where a rule tells it, and null where none does" {
	echo 'toolfix: 1
tools: {t: {action: {from: .kind}, actions: {big: {}, small: {}}}}' >rules.yaml
	printf '%s\n' '{"name":"t","arguments":{"kind":"big"}}' '{"name":"u","arguments":{"kind":"big"}}' >in
	tf calls -r rules.yaml
	assert_success
	assert_equal "$(jq -c .action <out | tr '\n' ' ')" '"big" null '
}

@test "session, agent and model come from what the record holds" {
	lists '{"sessionID":"s","info":{"agent":"build","modelID":"m"},"parts":[{"type":"tool","tool":"t","callID":"c","state":{"status":"completed","input":{}}}]}'
	assert_equal "$(jq -c '[.session,.agent,.model,.id]' <out)" '["s","build","m","c"]'
	tf calls "$SHAPES"/tool_call_part.messages.jsonl
	assert_equal "$(head -n 1 out | jq -c '[.session,.model]')" '["s1","m"]'
	tf calls "$SHAPES"/tool.export.jsonl
	assert_equal "$(head -n 1 out | jq -c '[.session,.agent,.model]')" '["ses_1","build","m"]'
}

# went FILE: how the four calls went.
went() {
	tf calls "$SHAPES/$1.jsonl"
	assert_success
	assert_equal "$(jq -c .failed <out | tr '\n' ' ')" "$2"
	tf calls --failed "$SHAPES/$1.jsonl"
	assert_success
	assert_equal "$(jq -r .arguments.action <out)" dismiss
}

@test "failed: is_error of a later result, absent means no (Anthropic)" { went tool_use 'false false false true '; }
@test "failed: isError of a later result (pi)" { went toolCall 'false false false true '; }
@test "failed: success false of a later record (Copilot)" { went toolCallId 'false false false true '; }
@test "failed: state.status in the call itself (OpenCode)" { went tool 'false false false true '; }
@test "failed: status in the call itself (Gemini CLI)" { went toolCalls 'false false false true '; }
@test "failed: status of a later message (LangChain)" { went tool_calls 'false false false true '; }
@test "failed: error of the call itself (mcp_call)" { went function_call_item 'null null null true '; }
@test "failed: output-error (AI SDK UI)" { went tool-part 'false false null true '; }
@test "failed: error-text of a later result (AI SDK)" { went tool-call 'null null null true '; }
@test "failed: status in the call itself (Cursor)" { went toolFormerData 'false false false true '; }
@test "failed: parsing error of a later message (Inspect)" { went tool_calls.inspect 'null null null true '; }

# The same for signs that stand elsewhere: only what is said of the last.
last_failed() {
	tf calls "$SHAPES/$1.jsonl"
	assert_success
	assert_equal "$(jq -c .failed <out | tail -n 1)" true
}

@test "failed: isError of a later MCP response with the id" { last_failed tools-call; }
@test "failed: status of a later toolResult (Bedrock)" { last_failed toolUse; }
@test "failed: is_error in the data of a later result (Crush)" { last_failed tool_call_data; }
@test "failed: status of a later result with tool_id (Gemini stream)" { last_failed tool_use_event; }
@test "failed: isError inside the result (Kimi)" { last_failed toolCallId.kimi; }
@test "failed: is_error inside the observation (OpenHands)" { last_failed tool_call; }
@test "failed: a retry prompt (Pydantic-AI)" { last_failed pydantic; }
@test "failed: status code 2 of the span (OTLP)" { last_failed span.otlp; }

@test "the outcome reaches findings as well, but only what was known then" {
	tf check -r ctx_note -f json "$SHAPES"/tool.jsonl
	assert_equal "$(jq -c 'select(.severity == "error").failed' <out)" true
}

@test "--tool, with globs; --shape; both" {
	cat >in <<'END'
{"name":"Bash","arguments":{}}
{"type":"tool_use","name":"mcp__x__ctx_note","input":{}}
{"type":"tool_use","name":"Bash","input":{"n":1}}
END
	tf calls --tool Bash
	assert_equal "$(jq -r '"\(.line) \(.shape)"' <out)" '1 bare
3 tool_use'
	tf calls -t '*__ctx_note'
	assert_equal "$(jq .line <out)" 2
	tf calls --shape tool_use
	assert_equal "$(jq .line <out | tr '\n' ' ')" '2 3 '
	tf calls --shape tool_use --tool Bash
	assert_equal "$(jq .line <out)" 3
	tf calls --tool nothing_like_it
	assert_success
	assert_output ''
}

@test "--table is for reading" {
	tf calls --table "$SHAPES"/tool.jsonl
	assert_success
	assert_equal "$(wc -l <out)" 4
	assert_equal "$(grep -c ctx_note out)" 4
	assert_equal "$(grep -c failed out)" 1
	printf '%s\n' '{"name":"t\u001b[31m\u0000\nx","arguments":{"a":"\u001b]0;x\u0007 long %s"}}' >in
	tf calls --table
	assert_success
	assert_equal "$(wc -l <out)" 1
	case $output in *$'\e'*) fail 'an escape character' ;; esac
}

@test "arguments: one line of JSON, or the text where they are none" {
	printf '%s\n' '{"name":"t","arguments":{' ' "a": [ 1,' ' 2 ] } }' >in
	tf calls
	assert_equal "$(wc -l <out)" 1
	assert_equal "$(jq -c .arguments <out)" '{"a":[1,2]}'
	lists '{"name":"t","arguments":"{\"a\":"}'
	assert_equal "$(jq -r .arguments <out)" '{"a":'
	lists '{"name":"t","arguments":"\"{\\\"a\\\":1}\""}'
	assert_equal "$(jq -c .arguments <out)" '{"a":1}'
	lists '{"name":"t","arguments":""}'
	assert_equal "$(jq -c .arguments <out)" '{}'
	lists '{"name":"t","arguments":[1]}'
	assert_equal "$(jq -c .arguments <out)" '[1]'
}

# ---- output that ended early ----

# cut WORDS RECORD: said to be unfinished, a warning, never repaired.
unfinished() {
	printf '%s\n' "$2" >in
	tf calls
	assert_equal "$(jq -r .unfinished <out)" "$1"
	tf calls --table
	grep -q cut out || fail "no \"cut\" in: $output"
	tf -r ctx_note -f json
	assert_success
	assert_same out in
	assert_equal "$(found | grep -v '^warning ')" ''
	assert_equal "$(found | grep -c '^warning ')" 1
	assert_said "the output ended early ($1)"
}

args='"{\"action\":\"write\",\"note_id\":0,\"content\":\"x"'
half='{"action":"write","note_id":0}'

@test "unfinished: finish_reason is length" {
	unfinished 'finish_reason is length' '{"choices":[{"finish_reason":"length","message":{"tool_calls":[{"id":"c","function":{"name":"ctx_note","arguments":'"$args"'}}]}}]}'
}
@test "unfinished: finishReason is MAX_TOKENS" {
	unfinished 'finishReason is MAX_TOKENS' '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"ctx_note","args":'"$half"'}}]},"finishReason":"MAX_TOKENS"}]}'
}
@test "unfinished: stop_reason is max_tokens" {
	unfinished 'stop_reason is max_tokens' '{"message":{"content":[{"type":"tool_use","id":"t","name":"ctx_note","input":'"$half"'}],"stop_reason":"max_tokens"}}'
}
@test "unfinished: status is incomplete, of the item and of the response" {
	unfinished 'status is incomplete' '{"type":"function_call","status":"incomplete","call_id":"c","name":"ctx_note","arguments":'"$args"'}'
	unfinished 'status is incomplete' '{"object":"response","status":"incomplete","output":[{"type":"function_call","call_id":"c","name":"ctx_note","arguments":'"$args"'}]}'
}
@test "unfinished: finished is false" {
	unfinished 'finished is false' '[{"type":"tool_call","data":{"id":"c","name":"ctx_note","input":'"$args"',"finished":false}}]'
}
@test "unfinished: complete is false" {
	unfinished 'complete is false' '{"type":"tool_use","complete":false,"id":"t","name":"ctx_note","input":'"$half"'}'
}
@test "unfinished: stopReason is aborted" {
	unfinished 'stopReason is aborted' '{"message":{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"ctx_note","arguments":'"$half"'}],"stopReason":"aborted"}}'
}
@test "unfinished: partialJson" {
	unfinished 'it has partialJson' '{"type":"toolCall","id":"t","name":"ctx_note","arguments":'"$half"',"partialJson":"{\"action\":\"write\""}'
}
@test "unfinished: state is input-streaming" {
	unfinished 'state is input-streaming' '{"parts":[{"type":"tool-ctx_note","toolCallId":"c","state":"input-streaming","input":'"$half"'}]}'
}
@test "unfinished: state.status is pending" {
	unfinished 'its status is pending' '{"type":"tool","tool":"ctx_note","callID":"c","state":{"status":"pending","input":'"$half"'}}'
}

@test "unfinished: of several calls only the last was cut off" {
	echo '{"content":[{"type":"tool_use","id":"a","name":"ctx_note","input":{"action":"read","note_id":0}},{"type":"tool_use","id":"b","name":"ctx_note","input":{"action":"read","note_id":0}}],"stop_reason":"max_tokens"}' >in
	sed 's/,"note_id":0//' in >want
	tf -r ctx_note
	assert_success
	assert_same out want
	tf calls
	assert_equal "$(jq -c .unfinished <out | tr '\n' ' ')" 'null "stop_reason is max_tokens" '
}

@test "unfinished: warnings fail only where asked" {
	echo '{"type":"tool_use","complete":false,"id":"t","name":"ctx_note","input":{"action":"write"}}' >in
	tf check -r ctx_note
	assert_success
	tf check -r ctx_note --fail-on warning
	assert_failure 1
}
