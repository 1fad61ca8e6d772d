// What playing a card is worth.
#pragma once

#include <cstdint>

#include "northgard_situation.hpp"

namespace northgard {

/// How good it is to play a card now; below 100 it is better to pass.
int play_value(const Situation& s, std::uint32_t card);

/// Land gained, less land given up, less what a fight may cost.
int move_gain(const Situation& s, int source, int target, int units);

}  // namespace northgard
