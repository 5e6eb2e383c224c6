# The strategy: what to answer to a view. Start here.
#
# `view` is the path of a view in Json: Json[view ".trump"] is its trump, and Length[view ".hand"]
# the number of its cards. Cards are numbers from 1 (2C) to 53 (the joker), suits from 1 to 4.

# Bids its high cards, takes tricks until its bid is made, then ducks.
#
# The seed is for dice: the same number in all decisions of one match and seat.
function choose_in_spades(view, seed,    me, seats) {
    if (Json[view ".asks_blind_nil"])
        return "\"blind_nil\": false"
    if (Length[view ".legal_bids"] > 0)
        return "\"bid\": " likely_tricks(view ".hand")
    trumps_are(Number["SUIT_SPADES"], 0)
    seats = Length[view ".seats"]
    me = view ".seats." Json[view ".seat"]
    if (Json[me ".taken"] < Json[me ".bid"])
        return "\"card\": " win(view, seats)
    return "\"card\": " duck(view, seats)
}

# Makes trump on three trumps, is never alone, and wins what it can.
function choose_in_euchre(view, seed,    due, cards) {
    due = Json[view ".due"]
    if (due == Number["EUCHRE_DUE_JOKER_SUIT"])
        return "\"call\": " Json[view ".legal_calls.1"]    # the hand is not to be seen yet
    if (due == Number["EUCHRE_DUE_CALL"])
        return "\"call\": " best_call(view)
    if (due == Number["EUCHRE_DUE_ALONE"])
        return "\"call\": " Number["EUCHRE_CALL_NOT_ALONE"]
    trumps_are(Json[view ".trump"], 1)
    if (due == Number["EUCHRE_DUE_SWAP"]) {
        sorted(view ".legal_cards", cards, 0)
        return "\"card\": " cards[1]
    }
    if (due == Number["EUCHRE_DUE_KEEP"]) {
        sorted(view ".dummy", cards, sorted(view ".hand", cards, 0))
        return "\"kept\": {\"cards\": [" cards[6] ", " cards[7] ", " cards[8] ", " cards[9] \
            ", " cards[10] "]}"
    }
    return "\"card\": " win(view, playing(view))
}

# Counts aces, kings and long spades; it is never a nil.
function likely_tricks(hand,    i, high, trumps) {
    high = trumps = 0
    for (i = 1; i <= Length[hand]; i++) {
        high += rank(Json[hand "." i]) >= 13
        trumps += printed_suit(Json[hand "." i]) == Number["SUIT_SPADES"]
    }
    if (trumps > 4)
        high += trumps - 4
    return high > 1 ? high : 1
}

# Takes the trick with what the last seat needs, or with the most that an earlier one can.
function win(view, seats,    is_last, best, cards, count, i, chosen) {
    is_last = Length[view ".played"] % seats == seats - 1
    best = best_on_table(view, seats)
    count = sorted(view ".legal_cards", cards, 0)
    chosen = 0
    for (i = 1; i <= count; i++)
        if (beats(cards[i], best) && !(is_last && chosen))
            chosen = cards[i]
    return chosen ? chosen : cards[1]
}

# Throws the highest card that does not take the trick, else the lowest that there is.
function duck(view, seats,    best, cards, count, i, chosen) {
    best = best_on_table(view, seats)
    count = sorted(view ".legal_cards", cards, 0)
    chosen = cards[1]
    for (i = 1; i <= count; i++)
        if (!beats(cards[i], best))
            chosen = cards[i]
    return chosen
}

# Returns the call of which the hand holds the most trumps, or a pass if those are fewer than three.
function best_call(view,    i, call, count, best, most, may_pass) {
    most = -1
    may_pass = 0
    for (i = 1; i <= Length[view ".legal_calls"]; i++) {
        call = Json[view ".legal_calls." i]
        count = call == Number["EUCHRE_CALL_PASS"] ? -1 : trumps_after(view, call)
        if (count < 0)
            may_pass = 1
        else if (count > most) {
            most = count
            best = call
        }
    }
    return may_pass && most < 3 ? Number["EUCHRE_CALL_PASS"] : best
}

# Counts the trumps that the hand would have after a call.
function trumps_after(view, call,    i, count) {
    if (call == Number["EUCHRE_CALL_ORDER_UP"])
        trumps_are(Json[view ".upcard_suit"], 1)
    else
        trumps_are(call - Number["EUCHRE_CALL_CLUBS"] + 1, 1)
    count = 0
    for (i = 1; i <= Length[view ".hand"]; i++)
        count += suit(Json[view ".hand." i]) == Trump
    return count
}

# Returns how many seats of Euchre play: one that plays alone makes its partner sit out.
function playing(view,    i, count) {
    count = 0
    for (i = 1; i <= Length[view ".seats"]; i++)
        count += !Json[view ".seats." i ".sits_out"]
    return count
}

# Says what is trump from here on. With bowers, as in Euchre, both jacks of its colour are highest.
function trumps_are(trump, has_bowers) {
    Trump = trump
    HasBowers = has_bowers
}

# Returns the suit that is printed on a card: clubs, diamonds, hearts, spades; 0 for the joker.
function printed_suit(card) {
    return card == Number["CARD_JOKER"] ? 0 : int((card - 1) / 13) + 1
}

# Returns 2 to 14; aces are high.
function rank(card) {
    return (card - 1) % 13 + 2
}

# Returns the suit that a card counts as: the left bower and the joker are trumps.
function suit(card) {
    return card == Number["CARD_JOKER"] || is_bower(card) ? Trump : printed_suit(card)
}

# Clubs and spades are 1 and 4, diamonds and hearts 2 and 3: a colour adds up to 5.
function is_bower(card) {
    return HasBowers && rank(card) == 11 && \
        (printed_suit(card) == Trump || printed_suit(card) + Trump == 5)
}

# Tells which of two cards is worth more: trumps stand above all others.
function height(card) {
    if (suit(card) != Trump)
        return rank(card)
    if (card == Number["CARD_JOKER"])
        return 103
    if (is_bower(card))
        return printed_suit(card) == Trump ? 102 : 101
    return 50 + rank(card)
}

# Tells whether a card takes the trick from another that was played before, or from none (0).
function beats(card, other) {
    if (!other)
        return 1
    return (suit(card) == suit(other) || suit(card) == Trump) && height(card) > height(other)
}

# Returns the card that has the trick in play so far, in which so many seats play; 0 if none has.
function best_on_table(view, seats,    count, i, best) {
    count = Length[view ".played"]
    best = 0
    for (i = count - count % seats + 1; i <= count; i++)
        if (beats(Json[view ".played." i], best))
            best = Json[view ".played." i]
    return best
}

# Sorts the cards of a list into `count` others, which are sorted, the lowest first; returns how
# many there are now.
function sorted(list, cards, count,    i, place) {
    for (i = 1; i <= Length[list]; i++) {
        for (place = ++count; place > 1; place--) {
            if (height(cards[place - 1]) <= height(Json[list "." i]))
                break
            cards[place] = cards[place - 1]
        }
        cards[place] = Json[list "." i]
    }
    return count
}
