# A reader of JSON: read_json(text) puts each value into Json[path], and the length of each list
# into Length[path]. A path joins names and places by dots, and places count from 1, as in
# "turn.decisions.1.match". What stands in Number is read as its number, so that names of enums,
# true and false need no care; null is read as nothing. Escapes in texts stay as they are written.
# Texts are found by splitting at the quotes, so that the work grows as the line does and no faster.

function read_json(text,    pieces, count, i, string) {
    split("", Json)    # empties it, in any awk
    split("", Length)
    Depth = 0
    count = split(text, pieces, "\"")
    for (i = 1; i < count; i += 2) {
        read_marks(pieces[i])
        string = pieces[i + 1]
        while (match(string, /\\+$/) && RLENGTH % 2)    # the quote after it is a part of it
            string = string "\"" pieces[++i + 1]
        read_string(string)
    }
    read_marks(pieces[count])
}

# Reads what stands between texts: brackets, commas, colons, and values that are no texts.
function read_marks(marks,    i, mark) {
    for (i = 1; i <= length(marks); i++) {
        mark = substr(marks, i, 1)
        if (mark == "{" || mark == "[")
            open_bracket(mark)
        else if (mark == "}" || mark == "]")
            Depth--
        else if (mark == ",")
            Key = ""
        else if (match(substr(marks, i), /^[-+.0-9A-Za-z]+/)) {
            store(substr(marks, i, RLENGTH))
            i += RLENGTH - 1
        }
    }
}

function open_bracket(bracket,    path) {
    path = Depth ? next_path() : ""
    if (bracket == "[")
        Length[path] = 0
    Bracket[++Depth] = bracket
    Path[Depth] = path
    Key = ""
}

# A text in braces is the name of what follows, if that has none yet; any other is a value.
function read_string(string) {
    if (Bracket[Depth] == "{" && Key == "")
        Key = string
    else
        store(string)
}

function store(text,    path) {
    path = next_path()
    if (text in Number)
        Json[path] = Number[text]
    else if (text ~ /^-?[0-9]+$/)
        Json[path] = text + 0    # exact up to 2^53
    else if (text != "null")
        Json[path] = text
}

# Returns the path of the value that comes next.
function next_path(    base, name) {
    base = Path[Depth]
    name = Bracket[Depth] == "{" ? Key : ++Length[base]
    return base == "" ? name : base "." name
}
