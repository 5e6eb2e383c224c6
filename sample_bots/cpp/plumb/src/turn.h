// From a turn of the arena to the bot's answer.

#pragma once

#include "arena/v1/arena.pb.h"

// Returns an answer to every decision of `turn`, over all the tables that wait.
arena::v1::PlayRequest Answer(const arena::v1::Turn& turn);
