# The program: one JSON message a line in, one out, until the arena says goodbye.

BEGIN {
    say("{\"hello\": {\"protocol\": \"arena.v1\", \"games\": [\"spades\", \"euchre\"], " \
        "\"tables\": 32, \"client\": \"bot\"}}")
}

{
    read_json($0)
    if ("turn.number" in Json) {
        say("{\"moves\": {\"turn\": " Json["turn.number"] ", \"moves\": [" moves() "]}}")
    } else if ("goodbye.text" in Json) {
        note(Json["goodbye.text"])
        exit
    }
}

# Returns the answer to every decision of the turn.
function moves(    i, decision, answers) {
    answers = ""
    for (i = 1; i <= Length["turn.decisions"]; i++) {
        decision = "turn.decisions." i
        if (Json[decision ".refusal"] != "")
            note("refused: " Json[decision ".refusal"])
        answers = answers (i > 1 ? ", " : "") \
            "{\"match\": " Json[decision ".match"] ", " answer(decision) "}"
    }
    return answers
}

function answer(decision) {
    if ((decision ".spades.seat") in Json)
        return "\"spades\": {" choose_in_spades(decision ".spades", Json[decision ".seed"]) "}"
    return "\"euchre\": {" choose_in_euchre(decision ".euchre", Json[decision ".seed"]) "}"
}

function say(line) {
    print line
    fflush()    # an answer that waits in a buffer is late
}

function note(line) {
    print line > "/dev/stderr"
}
