# The contracts of nofilter.yaml for jq, gojq and jaq; with --argjson filter
# true, those of onefilter.yaml. Prints each record, cleaned, and after one with
# errors an array of them on a line of its own.

def text($name):
  if has($name) then
    .[$name]
    | if type == "string" and test("\\S") then empty
      else "\($name) must be a string that is not blank" end
  else empty end;

def member($name; $values):
  if has($name) and (.[$name] | IN($values[]) | not)
  then "\($name) must be one of \($values | join(", "))"
  else empty end;

def needs($name):
  if has($name) then empty else "\($name) is missing" end;

def id($name):
  if type == "number" and . >= 1 and . == floor then empty
  else "\($name) must be an integer of at least 1" end;

def ids:
  if type != "array" or length < 1 or length > 50
  then "note_ids must be an array of 1 to 50 integers"
  else .[] | id("note_ids") end;

# Only what is there is deleted: del() is dear.
def clean_note:
  if .action == "write" then
    if has("note_id") or has("note_ids") or has("filter")
    then del(.note_id, .note_ids, .filter) else . end
  elif .action == "read" then
    if has("note_id") or has("note_ids") or has("content")
      or has("surface_condition")
    then del(.note_id, .note_ids, .content, .surface_condition) else . end
  elif .action == "update" then
    if has("note_ids") or has("filter")
    then del(.note_ids, .filter) else . end
  elif .action == "dismiss" then
    if has("content") or has("surface_condition") or has("filter")
    then del(.content, .surface_condition, .filter) else . end
  else . end;

def note_errors:
  if .action == "write" then
    needs("content"), text("content"), text("surface_condition")
  elif .action == "read" then
    member("filter"; ["all", "active", "pending", "ready", "dismissed"])
  elif .action == "update" then
    needs("note_id"),
    (if has("note_id") then .note_id | id("note_id") else empty end),
    (if has("content") or has("surface_condition") then empty
     else "give at least one of content, surface_condition" end),
    text("content"), text("surface_condition")
  elif .action == "dismiss" then
    (if has("note_id") == has("note_ids")
     then "give exactly one of note_id, note_ids" else empty end),
    (if has("note_id") then .note_id | id("note_id") else empty end),
    (if has("note_ids") then .note_ids | ids else empty end)
  else "unknown action" end,
  (if $filter and ((.note_ids // [1] | length) < 8 | not)
   then "at most 7 notes at once" else empty end);

def six:
  ["maintainability", "prd", "tests", "security", "operational", "scope"];

def dimension_errors:
  if type == "object" then
    (if has("maintainability") and has("prd") and has("tests")
       and has("security") and has("operational") and has("scope")
     then empty
     else "dimensions is missing \(six - keys | join(", "))" end),
    (keys_unsorted[] as $name
     | .[$name]
     | if type == "number" and . >= 0 and . <= 100 then empty
       else "dimensions.\($name) must be a number from 0 to 100" end)
  else "dimensions must be an object" end;

def gap_errors:
  if type == "object" then
    (keys_unsorted - six | .[] | "gaps.\(.) is not known"),
    (keys_unsorted[] as $name | text($name))
  else "gaps must be an object" end;

def report_errors:
  needs("markdown"), text("markdown"),
  (if (.markdown | type) == "string" and (.markdown | length) > 100000
   then "markdown is too long" else empty end),
  needs("dimensions"),
  (if has("dimensions") then .dimensions | dimension_errors else empty end),
  (if has("mustFix") then
     if (.mustFix | type) != "array" then "mustFix must be an array"
     else .mustFix[] | if type == "string" then empty
       else "mustFix must hold strings" end end
   else empty end),
  (if has("gaps") then .gaps | gap_errors else empty end),
  member("confidence"; ["high", "medium", "low"]),
  (if has("commit") or has("score") or has("verdict")
   then "commit, score, verdict are not allowed here" else empty end),
  (if $filter and (.confidence == "high" and (.mustFix // [] | length > 0))
   then "high confidence, but mustFix is not empty" else empty end);

if .name == "ctx_note" then
  # Cheaper than |=.
  .arguments = (.arguments | clean_note)
  | ., ([.arguments | note_errors] | select(length > 0))
elif .name == "write_report" then
  ., ([.arguments | report_errors] | select(length > 0))
else . end
