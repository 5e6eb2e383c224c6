#!/bin/sh
# Runs all tests; AWK=gawk runs them with another awk than that of this system.

cd "$(dirname "$0")" || exit
: "${AWK:=awk}"
status=0

# check NAME GOT EXPECTED
check() {
    if [ "$2" = "$3" ]; then
        echo "ok: $1"
    else
        printf 'FAILED: %s\n  got %s\n  expected %s\n' "$1" "$2" "$3"
        status=1
    fi
}

# bot LINE...: what the program says to these lines.
bot() {
    printf '%s\n' "$@" | $AWK -f names.awk -f json.awk -f choose.awk -f bot.awk
}

# turn NUMBER DECISIONS
turn() {
    printf '{"turn": {"number": "%s", "decisions": [%s], "notices": []}}' "$1" "$2"
}

# forced MATCH BID REFUSAL: a decision that has one legal answer.
forced() {
    printf '{"match": %s, "seed": "1", "refusal": "%s", "spades": {%s}}' "$1" "$3" \
        "\"seat\": \"SEAT_1\", \"seats\": [], \"legal_bids\": [$2], \"legal_cards\": []"
}

$AWK -f names.awk -f json.awk -f json_test.awk || status=1
$AWK -f names.awk -f json.awk -f choose.awk -f choose_test.awk choose_test.txt || status=1

hello='{"hello": {"protocol": "arena.v1", "games": ["spades", "euchre"], "tables": 32, "client": "bot"}}'
check 'it says hello, and nothing to a welcome' "$(bot '{"welcome": {"game": "spades"}}')" "$hello"

answers='{"match": 7, "spades": {"bid": 0}}, {"match": 4, "spades": {"bid": 17}}'
check 'a turn is answered whole' "$(bot "$(turn 1 "$(forced 7 0), $(forced 4 17)")")" "$hello
{\"moves\": {\"turn\": 1, \"moves\": [$answers]}}"

refused=$(turn 2 "$(forced 7 3 'AS is not legal here')")
check 'a refused decision is answered again' "$(bot "$refused" 2>/dev/null | tail -n 1)" \
    '{"moves": {"turn": 2, "moves": [{"match": 7, "spades": {"bid": 3}}]}}'
check 'the refusal goes to the log' "$(bot "$refused" 2>&1 >/dev/null)" \
    'refused: AS is not legal here'

goodbye='{"goodbye": {"reason": "REASON_FINISHED", "text": "all tables are done", "notices": []}}'
check 'it ends at goodbye' "$(bot "$goodbye" "$(turn 3 "$(forced 7 3)")" 2>/dev/null)" "$hello"

exit $status
