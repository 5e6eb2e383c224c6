# The strategy in the positions of choose_test.txt, with cards as card players write them.
#
# A position is a kind, a name, what the view holds, and the answer, with bars between them.

BEGIN {
    FS = " *[|] *"
    failed = 0
}

/^#/ || NF == 0 {
    next
}

{
    split("", Json)
    split("", Length)
    Json["view.asks_blind_nil"] = $1 == "blind"
    list("legal_bids", "", "")
    for (seat = 1; seat <= 3; seat++)
        Json["view.seats." seat ".sits_out"] = 0
    Length["view.seats"] = 3
    expected = "\"card\": " Number["CARD_" $NF]
}

$1 == "blind" {
    expected = "\"blind_nil\": " $NF
}

# the hand | the bid
$1 == "bid" {
    list("hand", $3, "CARD_")
    Length["view.legal_bids"] = 5
    expected = "\"bid\": " $NF
}

# the bid and the tricks taken | the cards on the table | the legal cards | the card
$1 == "spades" {
    split($3, bid, " ")
    Json["view.seat"] = 1
    Json["view.seats.1.bid"] = bid[1] + 0
    Json["view.seats.1.taken"] = bid[2] + 0
    list("played", "2C 3C 4C " $4, "CARD_")
    list("legal_cards", $5, "CARD_")
}

# the hand, with a spade turned up | the legal calls | the call
$1 == "call" {
    Json["view.upcard_suit"] = Number["SUIT_SPADES"]
    list("hand", $3, "CARD_")
    list("legal_calls", $4, "EUCHRE_CALL_")
    expected = "\"call\": " Number["EUCHRE_CALL_" $NF]
}

# the cards on the table, with hearts trump | the legal cards | the card
$1 == "card" {
    list("played", $3, "CARD_")
    list("legal_cards", $4, "CARD_")
}

# the hand, with hearts trump | the card put down
$1 == "swap" {
    list("legal_cards", $3, "CARD_")
}

# the hand, with hearts trump | the dummy | the cards kept, the lowest first
$1 == "keep" {
    list("hand", $3, "CARD_")
    list("dummy", $4, "CARD_")
    expected = "\"kept\": {\"cards\": ["
    for (i = 1; i <= split($NF, names, " "); i++)
        expected = expected (i > 1 ? ", " : "") Number["CARD_" names[i]]
    expected = expected "]}"
}

{
    Json["view.trump"] = Number["SUIT_HEARTS"]
    Json["view.due"] = Number["EUCHRE_DUE_" toupper($1)]
    answer = $1 ~ /^(blind|bid|spades)$/ ? choose_in_spades("view", 1) : choose_in_euchre("view", 1)
    print (answer == expected ? "ok" : "FAILED") ": it " $2
    if (answer != expected) {
        print "  got " answer ", expected " expected
        failed = 1
    }
    tested++
}

END {
    if (!tested)
        print "FAILED: there are no positions"
    exit failed || !tested
}

function list(name, text, prefix,    names, i) {
    Length["view." name] = split(text, names, " ")
    for (i = 1; i <= Length["view." name]; i++)
        Json["view." name "." i] = Number[prefix names[i]]
}
