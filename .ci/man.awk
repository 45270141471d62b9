# Makes the manual page of Docs/CommandLine.md, which is itself made from the commands:
#     awk -v version=VERSION -v date=YYYY-MM-DD -f man.awk PAGE
function roff(text) {
    gsub(/\\\|/, "|", text); gsub(/\\_/, "_", text); gsub(/\\\*/, "*", text)
    gsub(/\\/, "\\e", text)
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART, RLENGTH); sub(/^\[/, "", link); sub(/\]\(.*$/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    bold = 0
    while (match(text, /`/)) {
        bold = !bold
        text = substr(text, 1, RSTART - 1) (bold ? "\\fB" : "\\fR") substr(text, RSTART + 1)
    }
    gsub(/-/, "\\-", text)
    if (text ~ /^[.']/) text = "\\&" text
    return text
}
function verbatim(on) {
    if (on == inCode) return
    inCode = on
    print on ? (wantsParagraph ? ".PP\n" : "") ".RS 4\n.nf" : ".fi\n.RE"
    wantsParagraph = 0
}
BEGIN {
    print ".TH MONO 1 \"" date "\" \"mono " version "\" \"mono\""
    print ".SH NAME\nmono \\- builds Swift packages and monorepos from a cache"
    print ".SH SYNOPSIS\n.B mono\n.I COMMAND\n[OPTIONS]"
    print ".SH DESCRIPTION"
    print "mono builds Swift packages and monorepos target by target, and keeps the result of each step in a cache."
    print "\\fBmono help\\fR \\fICOMMAND\\fR prints what this page says of a command."
}
# What the page says of itself does not hold here.
/^# / { isIntroduction = 1; next }
isIntroduction && !/^\|/ { next }
{ isIntroduction = 0 }
/^    / { verbatim(1); isAfterHead = 0; print roff(substr($0, 5)); next }
{ verbatim(0) }
/^$/ { wantsParagraph = !isAfterHead; inTable = 0; next }
/^## / { print ".SH \"" toupper(roff(substr($0, 4))) "\""; isAfterHead = 1; next }
/^###+ / { sub(/^#+ /, ""); print ".SS \"" roff($0) "\""; isAfterHead = 1; next }
{ isAfterHead = 0 }
/^\| *-/ { next }
/^\|/ {
    row = $0; gsub(/\\\|/, "\001", row); count = split(row, cells, "|")
    for (i = 2; i < count; i++) { gsub(/\001/, "|", cells[i]); gsub(/^ +| +$/, "", cells[i]) }
    # The head of a table says what its columns are.
    if (!inTable) { inTable = 1; if (cells[2] == "example") print ".PP\nExamples:"; next }
    print ".TP\n" roff(cells[2]) "\n" roff(cells[3])
    wantsParagraph = 0; next
}
{ inTable = 0; if (wantsParagraph) print ".PP"; wantsParagraph = 0; print roff($0) }
