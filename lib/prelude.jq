# prelude.jq - functions that every filter of a rulebook may call.
#
# Written in the dialect of jq 1.6, tested on 1.6, 1.7 and 1.8. A function that
# newer versions of jq have does here what theirs does; what they lack, they
# cannot change. Names that begin with __ cannot be written in a rulebook.

# ---- what libjq 1.6 crashes on: the same functions, with the cause refused

# Flags for all matches. 1.6 steps by bytes after an empty match, and walks out
# of a text that is not ASCII: there, empty matches are left out.
def __match($re; $flags): match($re; $flags);
def __global($flags):
  if ($flags // "" | contains("g")) and utf8bytelength != length
      and ("a" | [__match(""; "g")] | length) < 2
  then $flags + "n" else $flags end;
def match($re; $flags):
  if type == "string" then __match($re; __global($flags))
  else __match($re; $flags) end;
def match($re):
  if $re | type == "array" then match($re[0]; $re[1]) else match($re; null) end;
def capture($re; $flags):
  match($re; $flags)
  | reduce (.captures[] | select(.name != null)) as $c ({};
      .[$c.name] = $c.string);
def capture($re):
  if $re | type == "array" then capture($re[0]; $re[1])
  else capture($re; null) end;
def scan($re; $flags):
  match($re; "g" + $flags)
  | if .captures | length > 0 then [.captures[].string] else .string end;
def scan($re): scan($re; null);
def split($re; $flags):
  . as $in
  | [foreach ((match($re; "g" + $flags) | [.offset, .length]), null) as $m
      ([0, null];
       if $m == null then [.[0], $in[.[0]:]]
       else [$m[0] + $m[1], $in[.[0]:$m[0]]] end;
       .[1])];
def splits($re; $flags): split($re; $flags) | .[];
def splits($re): splits($re; null);

# 1.6 aborts on a time that has no date, and on a format that is no text.
def __strftime($format): strftime($format);
def strftime($format):
  if $format | type != "string" then error("strftime/1 requires a string format")
  elif type == "number" and (isnan or fabs > 6e16)
  then error("the time is out of range")
  else __strftime($format) end;
def todateiso8601: strftime("%Y-%m-%dT%H:%M:%SZ");
def todate: todateiso8601;
def date: todate;

# ---- what newer versions have ----

# White space, as the inside of a class of a regular expression.
def __space:
  "\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";

def __text:
  if type == "string" then . else error("trim input must be a string") end;

# ltrim, rtrim, trim: a text without white space at its start, its end, both.
def ltrim: __text | .[(match("\\A[" + __space + "]*") | .length):];
def rtrim:
  __text
  | .[:(match("(?<![" + __space + "])[" + __space + "]*\\z") | .offset)];
def trim: ltrim | rtrim;

# abs: a number without its sign.
def abs: if type == "number" then fabs elif . < 0 then -(.) else . end;

# toarray: an array as it is, anything else as the one item of an array.
def toarray: if type == "array" then . else [.] end;

# pick(.a, .b.c): what the paths lead to, with nothing beside it.
def pick(paths):
  . as $in | reduce path(paths) as $p (null; setpath($p; $in | getpath($p)));

# ---- toolfix's own ----

# Text of white space alone, as \S of ECMAScript sees it. The cheap question
# comes first: what begins with a letter or the like is not.
def __white:
  (. >= "!" and . < "\u007f" | not)
  and (test("[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]")
    | not);

# blank: true for null, "", text of white space alone, [] and {}.
def blank:
  if type == "string" then __white
  elif type == "array" or type == "object" then length == 0
  else . == null end;

# present("k"): true for an object with a member k that is not blank.
def present($k): type == "object" and (.[$k] | blank | not);

# rename("from"; "to"): an object with a member under another name, in its old
# place. As it is where there is no such member, or one of the other name too.
def rename($from; $to):
  if type == "object" and has($from) and (has($to) | not)
  then . as $in
    | reduce keys_unsorted[] as $k ({};
        . + {(if $k == $from then $to else $k end): $in[$k]})
  else . end;

# nest("key"; ["a", "b"]): an object with its members a and b moved into the
# object under key, which is made where there is none. A member that is in
# there already stays where it is; so do all where key holds something else.
def nest($key; $names):
  if type == "object" and (.[$key] | type == "object" or . == null)
  then reduce ($names[] | select(. != $key)) as $k (.;
      if has($k) and (.[$key] // {} | has($k) | not)
      then .[$key][$k] = .[$k] | del(.[$k])
      else . end)
  else . end;

# strip_fence: the inside of a text that is one fenced block of Markdown.
# Anything else, two blocks among them, as it is.
def strip_fence:
  if type == "string" and test("\\A\\s*(```|~~~)")
  then . as $in
    | first(
        (capture("\\A\\s*(?<fence>`{3,}|~{3,})[^\\n`]*\\n(?<body>[\\s\\S]*?)\\r?\\n?[ \\t]*\\k<fence>\\s*\\z")
          | .fence as $fence
          | select(.body | test("(\\A|\\n)[ \\t]*" + $fence) | not)
          | .body),
        $in)
  else . end;

# strip_line_numbers: a text in which each line begins with its number, and a
# tab, an arrow, a bar or a bar between blanks after that, without these; the
# numbers must go up by one. Anything else as it is.
def strip_line_numbers:
  if type == "string" and test("\\A *[0-9]+ ?[\t\u2192|]")
  then . as $in
    | rtrimstr("\n") as $body
    | ($body | split("\n")) as $lines
    | first(
        (("\t", "\u2192", "\\|", " \\|(?: |\\z)") as $mark
          | [$lines[] | capture("\\A *(?<n>[0-9]+)" + $mark + "(?<text>[\\s\\S]*)\\z")]
          | select(length == ($lines | length))
          | (.[0].n | tonumber) as $n
          | select([.[].n | tonumber] == [range($n; $n + length)])
          | [.[].text] | join("\n") + ($in | .[$body | length:])),
        $in)
  else . end;

# unlink: a text with each Markdown link that says nothing but its own target,
# as [a.md](http://a.md), replaced by what it shows. Other links stay.
def unlink:
  if type == "string" and contains("](")
  then gsub("\\[(?<text>[^\\[\\]\\n]+)\\]\\((?:[a-z]+:/*)?\\k<text>/?\\)"; .text)
  else . end;

# A reference of HTML without its & and ;: the character, or null.
def __entity:
  {amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0"}[.]
  // (if startswith("#x") or startswith("#X")
      then reduce (.[2:] | ascii_downcase | explode[]) as $c (0;
        . * 16 + $c - (if $c > 57 then 87 else 48 end))
      elif startswith("#") then .[1:] | tonumber
      else null end
      | if . != null and . > 0 and . < 1114112 and (. < 55296 or . > 57343)
        then [.] | implode else null end);

# decode_entities: a text with &lt; &gt; &amp; &quot; &apos; &nbsp; &#39; &#x27;
# and the like as characters, decoded once: &amp;lt; is &lt; after that.
def decode_entities:
  if type == "string" and contains("&")
  then split("&")
    | .[0] + ([.[1:][]
        | . as $rest
        | first(
            (capture("\\A(?<e>[a-z]+|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});") | .e
              | . as $e | __entity | select(. != null)
              | . + $rest[($e | length) + 1:]),
            "&" + $rest)] | add // "")
  else . end;

# csv: a text as the array of its parts between commas, without white space
# around them and without empty ones. Anything else as it is.
def csv:
  if type == "string" then [split(",")[] | trim | select(. != "")] else . end;
