# The names of all enums of a view, as Number[name].

BEGIN {
    Number["true"] = 1
    Number["false"] = 0
    number("CARD", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD " \
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS JOKER")
    number("SUIT", "CLUBS DIAMONDS HEARTS SPADES")
    number("SEAT", "1 2 3 4")
    number("BLIND_NIL", "CLOSED OPEN DECLINED TAKEN")
    number("EUCHRE_CALL", "PASS ORDER_UP CLUBS DIAMONDS HEARTS SPADES DECLINE NOT_ALONE ALONE")
    number("EUCHRE_DUE", "JOKER_SUIT CALL SWAP ALONE KEEP CARD")
    number("EUCHRE_UPCARD", "UP TAKEN DECLINED TURNED_DOWN")
}

function number(prefix, names,    parts, count, i) {
    count = split(names, parts, " ")
    Number[prefix "_UNSPECIFIED"] = 0
    for (i = 1; i <= count; i++)
        Number[prefix "_" parts[i]] = i
}
