s{\{\s*\\*"action\\*":[^{}]*\}}{ my $a = $&; $a =~ s/,\s*\\*"note_ids\\*":\s*\[[^]]*\]//; $a =~ s/"content(\\*":)/"text$1/; $a }ge
