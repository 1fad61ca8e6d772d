// What playing a card is worth.
#pragma once

#include <cstdint>

#include "northgard_situation.hpp"

namespace northgard {

/// How good it is to play a card now; below 100 it is better to pass.
int play_value(const Situation& s, std::uint32_t card);

/// The best use of the card just played, if it is one for anything; the first of what others offer.
int mode_value(const Situation& s, std::uint32_t action);

}  // namespace northgard
