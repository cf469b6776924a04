#!/usr/bin/env bats
# The built-in rulebook ctx_note, and the report that it comes from.

load helper

write='{"action":"write","content":"Re-run it.","surface_condition":"later"}'

@test "write as documented has nothing to say" {
	accepts ctx_note "$write"
}

@test "the payload of the report becomes the documented one" {
	fixes ctx_note \
	    '{"action":"write","content":"Re-run the integration test after the next release.","note_id":0,"note_ids":[1],"surface_condition":"When the latest release tag is newer than v1.0.0"}' \
	    '{"action":"write","content":"Re-run the integration test after the next release.","surface_condition":"When the latest release tag is newer than v1.0.0"}' \
	    'fix unused-field /note_id' 'fix unused-field /note_ids'
}

@test "write drops the filler ids, and says which and why" {
	echo '{"action":"write","content":"x","note_id":0,"note_ids":[1]}' >in
	tf --tool ctx_note
	assert_success
	assert_output '{"action":"write","content":"x"}'
	assert_stderr 'fix: ctx_note write: note_id is not used by write; dropped 0 [unused-field]'
	assert_stderr 'fix: ctx_note write: note_ids is not used by write; dropped [1] [unused-field]'
	assert_stderr '1 call in 1 record of 1 file, 0 errors, 2 fixed'
}

@test "read drops both filler fields" {
	fixes ctx_note '{"action":"read","note_id":0,"note_ids":[1]}' \
	    '{"action":"read"}' \
	    'fix unused-field /note_id' 'fix unused-field /note_ids'
}

@test "read uses filter, and drops content and condition" {
	fixes ctx_note \
	    '{"action":"read","filter":"active","content":"c","surface_condition":"s"}' \
	    '{"action":"read","filter":"active"}' \
	    'fix unused-field /content' 'fix unused-field /surface_condition'
}

@test "update keeps a valid note_id and drops note_ids" {
	fixes ctx_note \
	    '{"action":"update","note_id":7,"note_ids":[1],"content":"x"}' \
	    '{"action":"update","note_id":7,"content":"x"}' \
	    'fix unused-field /note_ids'
}

@test "fields that the action does not use are not validated" {
	fixes ctx_note \
	    '{"action":"write","content":"x","note_id":"seven","note_ids":{"a":-1},"filter":9}' \
	    '{"action":"write","content":"x"}' \
	    'fix unused-field /note_id' 'fix unused-field /note_ids' \
	    'fix unused-field /filter'
}

@test "dismiss with both forms is refused, and the line stays" {
	refuses ctx_note '{"action":"dismiss","note_id":3,"note_ids":[4]}' \
	    'error exactly-one'
	assert_said 'give exactly one of note_id, note_ids (received both)'
	tf --tool ctx_note
	assert_failure 1
	assert_stderr '[exactly-one]'
	assert_same in out
}

@test "dismiss with neither form is refused" {
	refuses ctx_note '{"action":"dismiss"}' 'error exactly-one'
	assert_said 'give exactly one of note_id, note_ids'
	assert_said neither
}

@test "dismiss takes one id, of 64 bits and more" {
	accepts ctx_note '{"action":"dismiss","note_id":1}'
	accepts ctx_note '{"action":"dismiss","note_id":9223372036854775807}'
	accepts ctx_note '{"action":"dismiss","note_id":123456789012345678901}'
}

@test "dismiss takes 1 and 50 ids" {
	accepts ctx_note '{"action":"dismiss","note_ids":[1]}'
	accepts ctx_note "{\"action\":\"dismiss\",\"note_ids\":[$(seq -s, 50)]}"
}

@test "dismiss refuses 51 ids, and says what is accepted" {
	refuses ctx_note "{\"action\":\"dismiss\",\"note_ids\":[$(seq -s, 51)]}" \
	    'error wrong-value /note_ids'
	assert_said 'note_ids must be an array of 1 to 50 integers'
	assert_said 'received: 51'
}

@test "dismiss refuses an empty list, and says what is accepted" {
	echo '{"action":"dismiss","note_ids":[]}' >in
	tf --tool ctx_note --format json
	assert_failure 1
	assert_same in out
	assert_equal "$(found | wc -l)" 1
	assert_said 'an array of 1 to 50 integers'
}

@test "dismiss refuses 0, -1, 1.5 and text as an id" {
	local id
	for id in 0 -1 1.5 '"x"' true; do
		refuses ctx_note "{\"action\":\"dismiss\",\"note_id\":$id}" \
		    'error wrong-value /note_id'
		assert_said "note_id must be an integer of at least 1 (received: $id)"
	done
}

@test "dismiss refuses 0, -1 and 1.5 in the list, each at its place" {
	refuses ctx_note '{"action":"dismiss","note_ids":[1,0,-1,1.5]}' \
	    'error wrong-value /note_ids/1' \
	    'error wrong-value /note_ids/2' \
	    'error wrong-value /note_ids/3'
	assert_said 'note_ids[1] must be an integer of at least 1 (received: 0)'
	assert_said 'note_ids[2] must be an integer of at least 1 (received: -1)'
	assert_said 'note_ids[3] must be an integer of at least 1 (received: 1.5)'
}

@test "update refuses id 0, which it does use" {
	refuses ctx_note '{"action":"update","note_id":0,"content":"x"}' \
	    'error wrong-value /note_id'
}

@test "update needs note_id, and something to change" {
	refuses ctx_note '{"action":"update","content":"x"}' \
	    'error missing-field'
	assert_said 'note_id is missing'
	refuses ctx_note '{"action":"update","note_id":7}' \
	    'error at-least-one'
	refuses ctx_note '{"action":"update"}' \
	    'error missing-field' 'error at-least-one'
}

@test "write needs content that is not blank" {
	refuses ctx_note '{"action":"write"}' 'error missing-field'
	assert_said 'content is missing'
	assert_said 'received: action'
	refuses ctx_note '{"action":"write","content":" \t\n"}' \
	    'error empty-required /content'
	refuses ctx_note '{"action":"write","content":null}' \
	    'error empty-required /content'
	refuses ctx_note '{"action":"write","content":7}' \
	    'error wrong-value /content'
}

@test "without an action, content means write and no content means read" {
	accepts ctx_note '{"content":"x"}'
	accepts ctx_note '{}'
	fixes ctx_note '{"content":"x","note_id":0,"note_ids":[1]}' \
	    '{"content":"x"}' \
	    'fix unused-field /note_id' 'fix unused-field /note_ids'
	fixes ctx_note '{"content":"","filter":"all","note_id":0}' \
	    '{"filter":"all"}' \
	    'fix empty-field /content' 'fix unused-field /note_id'
	assert_said 'ctx_note read: '
}

@test "an action that is filler is none" {
	fixes ctx_note '{"action":null,"content":"x"}' '{"content":"x"}' \
	    'fix empty-field /action'
	fixes ctx_note '{"action":"","filter":"all"}' '{"filter":"all"}' \
	    'fix empty-field /action'
}

@test "an unknown action is one error, with the known ones and a suggestion" {
	refuses ctx_note '{"action":"dismis","note_id":-1,"nothing":5}' \
	    'error unknown-action /action'
	assert_said 'did you mean dismiss?'
	assert_said 'write, read, update, dismiss'
	refuses ctx_note '{"action":7,"note_id":-1}' \
	    'error unknown-action /action'
}

@test "filler in an optional field that the action uses is dropped" {
	fixes ctx_note \
	    '{"action":"write","content":"x","surface_condition":""}' \
	    '{"action":"write","content":"x"}' \
	    'fix empty-field /surface_condition'
	fixes ctx_note '{"action":"read","filter":"none"}' '{"action":"read"}' \
	    'fix empty-field /filter'
	fixes ctx_note '{"action":"dismiss","note_id":3,"note_ids":[]}' \
	    '{"action":"dismiss","note_id":3}' 'fix empty-field /note_ids'
}

@test "the tool is found under the names that MCP gives it" {
	echo '{"name":"mcp__magic-context__ctx_note","arguments":{"action":"read","note_id":0}}' >in
	tf
	assert_success
	assert_output '{"name":"mcp__magic-context__ctx_note","arguments":{"action":"read"}}'
	echo '{"name":"my_ctx_note","arguments":{"action":"read","note_id":0}}' >in
	tf
	assert_success
	assert_same in out
	assert_stderr my_ctx_note
}

@test "the tests inside the rulebook pass" {
	tf test --rules ctx_note
	assert_success
	assert_stderr '0 failed'
}
