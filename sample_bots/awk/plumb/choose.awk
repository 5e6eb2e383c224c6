# The strategy: legal[c mod n], where c is a checksum of every field of the view.
#
# A field that is read wrongly changes the answers; sample_bots/README.md of the arena defines the
# checksum word by word. `view` is the path of a view in Json, `Checksum` is the one of that view.

# Returns a bid while one is due, else a card.
function choose_in_spades(view, seed,    bids, cards) {
    if (Json[view ".asks_blind_nil"])
        return "\"blind_nil\": false"
    fold_spades(view, seed)
    bids = Length[view ".legal_bids"]
    cards = Length[view ".legal_cards"]
    if (bids > 0)
        return "\"bid\": " Json[view ".legal_bids." Checksum % bids + 1]
    return "\"card\": " Json[view ".legal_cards." Checksum % cards + 1]
}

# Returns five cards to keep while they are due, else a call or a card.
function choose_in_euchre(view, seed,    calls, cards, place) {
    fold_euchre(view, seed)
    if (Json[view ".due"] == Number["EUCHRE_DUE_KEEP"])
        return "\"kept\": {\"cards\": [" kept(view) "]}"
    calls = Length[view ".legal_calls"]
    cards = Length[view ".legal_cards"]
    place = Checksum % (calls + cards) + 1
    if (place <= calls)
        return "\"call\": " Json[view ".legal_calls." place]
    return "\"card\": " Json[view ".legal_cards." (place - calls)]
}

# Returns the way number `Checksum` mod 252 to keep five of the ten cards, from 0 in the order of a
# dictionary. A card comes first in as many ways as there are to take the others from above it.
function kept(view,    held, i, above, wanted, way, ways, card, cards) {
    for (i = 1; i <= 5; i++)
        held[Json[view ".hand." i]] = held[Json[view ".dummy." i]] = 1
    above = 10
    wanted = 5
    way = Checksum % combinations(above, wanted)
    for (card = 1; wanted > 0 && card <= 53; card++) {
        if (!(card in held))
            continue
        ways = combinations(--above, wanted - 1)
        if (way < ways)
            cards = cards card (--wanted > 0 ? ", " : "")
        else
            way -= ways
    }
    return cards
}

# Returns how many ways there are to take `count` of `items`.
function combinations(items, count,    i, ways) {
    ways = 1
    for (i = 1; i <= count; i++)
        ways = ways * (items - count + i) / i
    return ways
}

function fold_spades(view, seed,    i) {
    fold_seed(seed)
    fold_fields(view, "seat dealer deal hand")
    fold(Length[view ".seats"])
    for (i = 1; i <= Length[view ".seats"]; i++) {
        fold_optional(view ".seats." i ".bid")
        fold_fields(view ".seats." i, "taken score bags replaced blind_nil reneged reneges")
    }
    fold_fields(view, "played leaders broken legal_bids legal_cards asks_blind_nil")
}

function fold_euchre(view, seed,    i) {
    fold_seed(seed)
    fold_fields(view, "seat dealer deal deals_played redeals due hand upcard upcard_suit")
    fold_fields(view, "upcard_state calls maker trump")
    fold(Length[view ".seats"])
    for (i = 1; i <= Length[view ".seats"]; i++) {
        fold_optional(view ".seats." i ".alone")
        fold_fields(view ".seats." i, "sits_out taken score replaced")
    }
    fold_fields(view, "dummy put_down left_out played leaders legal_calls legal_cards")
}

function fold_seed(seed) {
    Checksum = 1
    fold(seed % 4294967296)
    fold(int(seed / 4294967296))
}

# Folds each of the fields of `message` that are named: of a list its length, then what is in it.
function fold_fields(message, names,    fields, count, i, j, path) {
    count = split(names, fields, " ")
    for (i = 1; i <= count; i++) {
        path = message "." fields[i]
        if (path in Length) {
            fold(Length[path])
            for (j = 1; j <= Length[path]; j++)
                fold(Json[path "." j])
        } else {
            fold(Json[path])
        }
    }
}

# Folds 1 and the field, or 0 alone where it is absent.
function fold_optional(path) {
    fold((path in Json) + 0)
    if (path in Json)
        fold(Json[path])
}

# A negative word counts as what is above it by 2^32; no step leaves the integers below 2^53.
function fold(word) {
    Checksum = (31 * Checksum + word + 4294967296) % 4294967296
}
