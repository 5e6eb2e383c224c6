// What the bot answers. All that is its strategy stands in choose.cc.

#pragma once

#include <cstdint>

#include "arena/v1/euchre.pb.h"
#include "arena/v1/spades.pb.h"

// Returns a bid while `view` has any in `legal_bids`, else a card.
arena::v1::SpadesAnswer Choose(const arena::v1::SpadesView& view, std::uint64_t seed);

// Returns one of `legal_calls` or `legal_cards`, or the five cards kept where that is due.
arena::v1::EuchreAnswer Choose(const arena::v1::EuchreView& view, std::uint64_t seed);
