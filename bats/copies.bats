#!/usr/bin/env bats
# Pieces of streamed calls, and calls that are recorded more than once.

load helper

# pieces NUMBER LINE...: no call and no finding, but so many fragments.
pieces() {
	local count=$1
	shift
	printf '%s\n' "$@" >in
	tf -r ctx_note
	assert_success
	assert_same out in
	assert_stderr "$count streamed fragment"
	refute_stderr '['
	tf calls
	assert_output ''
}

@test "fragments: OpenAI chat chunks" {
	pieces 3 '{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"ctx_note","arguments":""}}]}}]}' \
	    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"note_id\""}}]}}]}' \
	    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":0}"}}]}}]}'
}
@test "fragments: Anthropic events" {
	pieces 3 '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"ctx_note","input":{}}}' \
	    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"note"}}' \
	    '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"_id\":0}"}}' \
	    '{"type":"content_block_stop","index":1}'
}
@test "fragments: Responses events" {
	pieces 2 '{"type":"response.output_item.added","item":{"type":"function_call","call_id":"c","name":"ctx_note","arguments":""}}' \
	    '{"type":"response.function_call_arguments.delta","item_id":"fc","delta":"{\"note_id\":0"}'
}
@test "fragments: LangChain chunks, with the invalid calls that are none" {
	pieces 1 '{"type":"AIMessageChunk","content":"","tool_call_chunks":[{"name":"ctx_note","args":"{\"a","id":"c","index":0}],"invalid_tool_calls":[{"name":"ctx_note","args":"{\"a","id":"c","error":null}]}'
}
@test "fragments: Bedrock stream" {
	pieces 1 '{"contentBlockDelta":{"delta":{"toolUse":{"input":"{\"note_id\":"}},"contentBlockIndex":0}}'
}

@test "a stream's last events are one call" {
	local item='{"id":"fc_1","type":"function_call","status":"completed","call_id":"c","name":"ctx_note","arguments":"{\"action\":\"read\",\"note_id\":0}"}'
	printf '%s\n' '{"type":"response.function_call_arguments.done","item_id":"fc_1","arguments":"{\"action\":\"read\",\"note_id\":0}"}' \
	    '{"type":"response.output_item.done","item":'"$item"'}' \
	    '{"type":"response.completed","response":{"object":"response","status":"completed","output":['"$item"']}}' >in
	tf -r ctx_note -f json
	assert_success
	assert_equal "$(found)" 'fix unused-field /note_id'
	tf -r ctx_note
	assert_stderr '1 call in 3 records of 1 file, 0 errors, 1 fixed, 1 copy'
	assert_equal "$(grep -c 'note_id' out)" 1
}

# copied COPIES LINE...: findings once, all of them fixed alike.
copied() {
	local count=$1
	shift
	printf '%s\n' "$@" >in
	sed 's/,\\*"note_id\\*":0//g' in >want
	tf -r ctx_note -f json
	assert_success
	assert_same out want
	assert_equal "$(found)" 'fix unused-field /note_id'
	tf -r ctx_note
	assert_stderr ': 1 call in '
	assert_stderr ", $count cop"
	tf calls -r ctx_note
	assert_equal "$(jq -c .copies <out)" "$count"
	mv want in
	tf -r ctx_note -f json
	assert_same out in
	assert_equal "$(found)" ''
}

@test "copies: Copilot's start events" {
	copied 1 '{"type":"assistant.message","data":{"toolRequests":[{"toolCallId":"t","name":"ctx_note","arguments":{"action":"read","note_id":0},"type":"function"}]}}' \
	    '{"type":"tool.execution_start","data":{"toolCallId":"t","toolName":"ctx_note","arguments":{"action":"read","note_id":0}}}'
}
@test "copies: LangChain's additional_kwargs" {
	copied 1 '{"type":"ai","tool_calls":[{"name":"ctx_note","args":{"action":"read","note_id":0},"id":"c","type":"tool_call"}],"additional_kwargs":{"tool_calls":[{"id":"c","type":"function","function":{"name":"ctx_note","arguments":"{\"action\":\"read\",\"note_id\":0}"}}]}}'
}
@test "copies: the history of a request log" {
	local m='{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"ctx_note","arguments":"{\"action\":\"read\",\"note_id\":0}"}}]}'
	copied 3 '{"messages":['"$m"']}' '{"messages":['"$m"',{"role":"tool","tool_call_id":"c","content":"ok"}]}' '{"messages":['"$m"']}' '{"messages":['"$m"']}'
}
@test "copies: a message that is appended again (Gemini CLI)" {
	copied 1 '{"id":"m","type":"gemini","toolCalls":[{"id":"g1","name":"ctx_note","args":{"action":"read","note_id":0}}]}' \
	    '{"id":"m","type":"gemini","toolCalls":[{"id":"g1","name":"ctx_note","args":{"action":"read","note_id":0},"status":"success","result":[]}]}'
}
@test "copies: a span, and the messages of the next one" {
	copied 1 '{"attributes":{"gen_ai.tool.name":"ctx_note","gen_ai.tool.call.id":"c","gen_ai.tool.call.arguments":"{\"action\":\"read\",\"note_id\":0}"}}' \
	    '{"attributes":{"gen_ai.input.messages":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c\",\"name\":\"ctx_note\",\"arguments\":{\"action\":\"read\",\"note_id\":0}}]}]"}}'
}
@test "copies: across files (a forked session)" {
	echo '{"sessionId":"s","message":{"content":[{"type":"tool_use","id":"t","name":"ctx_note","input":{"action":"read","note_id":0}}]}}' >a.jsonl
	cp a.jsonl b.jsonl
	tf check -r ctx_note a.jsonl b.jsonl
	assert_failure 1
	assert_equal "$(grep -c unused-field out)" 1
	assert_stderr '1 call in 2 records of 2 files, 0 errors, 1 to fix, 1 copy'
}

@test "no copies: another session, id, name or other arguments; or no id" {
	cat >in <<'END'
{"sessionId":"s","m":{"type":"tool_use","id":"t","name":"ctx_note","input":{"action":"read","note_id":0}}}
{"sessionId":"r","m":{"type":"tool_use","id":"t","name":"ctx_note","input":{"action":"read","note_id":0}}}
{"sessionId":"s","m":{"type":"tool_use","id":"u","name":"ctx_note","input":{"action":"read","note_id":0}}}
{"sessionId":"s","m":{"type":"tool_use","id":"t","name":"a__ctx_note","input":{"action":"read","note_id":0}}}
{"sessionId":"s","m":{"type":"tool_use","id":"t","name":"ctx_note","input":{"action":"read","note_id":1}}}
{"m":{"type":"tool_use","name":"ctx_note","input":{"action":"read","note_id":0}}}
{"m":{"type":"tool_use","name":"ctx_note","input":{"action":"read","note_id":0}}}
END
	tf check -r ctx_note
	assert_failure 1
	assert_stderr '7 calls in 7 records of 1 file, 0 errors'
	assert_equal "$(grep -c unused-field out)" 7
}

@test "copies of errors are reported once, and the status is still 1" {
	local call='{"type":"tool_use","id":"t","name":"ctx_note","input":{"action":"dismiss"}}'
	printf '%s\n%s\n' "$call" "$call" >in
	tf -r ctx_note -f json
	assert_failure 1
	assert_equal "$(found)" 'error exactly-one'
	tf -r ctx_note
	assert_failure 1
	assert_stderr '1 call in 2 records of 1 file, 1 error, 0 fixed, 1 copy'
}

@test "copies of calls without a rule are counted, too" {
	local call='{"type":"tool_use","id":"t","name":"Bash","input":{}}'
	printf '%s\n%s\n%s\n' "$call" "$call" "$call" >in
	tf calls
	assert_equal "$(jq .copies <out)" 2
	assert_equal "$(wc -l <out)" 1
}

@test "the same for any number of threads" {
	local i
	for i in $(seq 3000); do
		echo '{"type":"tool_use","id":"t'$((i % 50))'","name":"ctx_note","input":{"action":"write","content":"c'$((i % 50))'","note_id":0}}'
	done >a.jsonl
	tf -j 1 -r ctx_note a.jsonl
	assert_stderr '50 calls in 3000 records of 1 file, 0 errors, 50 fixed, 2950 copies'
	mv out out1
	mv err err1
	assert_equal "$(grep -c note_id out1)" 0
	tf -j 4 -r ctx_note a.jsonl
	assert_same out out1
	assert_same err err1
}
