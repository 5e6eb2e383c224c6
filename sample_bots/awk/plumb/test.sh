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

# forced MATCH CARD REFUSAL: a decision with one legal answer, whatever the strategy is.
forced() {
    seat='{"bid": 1, "taken": 0, "score": 0, "bags": 0, "replaced": false}'
    printf '{"match": %s, "seed": "1", "refusal": "%s", "spades": {%s, %s}}' "$1" "$3" \
        "\"seat\": \"SEAT_1\", \"seats\": [$seat, $seat, $seat], \"asks_blind_nil\": false" \
        "\"hand\": [\"$2\"], \"legal_cards\": [\"$2\"], \"legal_bids\": [], \"played\": []"
}

$AWK -f names.awk -f json.awk -f json_test.awk || status=1
$AWK -f names.awk -f json.awk -f choose.awk -f choose_test.awk choose_test.txt || status=1

hello='{"hello": {"protocol": "arena.v1", "games": ["spades", "euchre"], "tables": 32, "client": "bot"}}'
check 'it says hello, and nothing to a welcome' "$(bot '{"welcome": {"game": "spades"}}')" "$hello"

turn=$(turn 1 "$(forced 7 CARD_AS), $(forced 4 CARD_2C)")
answers='{"match": 7, "spades": {"card": 52}}, {"match": 4, "spades": {"card": 1}}'
check 'a turn is answered whole' "$(bot "$turn")" "$hello
{\"moves\": {\"turn\": 1, \"moves\": [$answers]}}"

refused=$(turn 2 "$(forced 7 CARD_3C 'AS is not legal here')")
check 'a refused decision is answered again' "$(bot "$refused" 2>/dev/null | tail -n 1)" \
    '{"moves": {"turn": 2, "moves": [{"match": 7, "spades": {"card": 2}}]}}'
check 'the refusal goes to the log' "$(bot "$refused" 2>&1 >/dev/null)" \
    'refused: AS is not legal here'

goodbye='{"goodbye": {"reason": "REASON_FINISHED", "text": "all tables are done", "notices": []}}'
check 'it ends at goodbye' "$(bot "$goodbye" "$(turn 3 "$(forced 7 CARD_3C)")" 2>/dev/null)" "$hello"

exit $status
