// What playing a card is worth.
#pragma once

#include <cstdint>

#include "northgard_situation.hpp"

namespace northgard {

/// How good it is to play a card now; below 100 it is better to pass.
int play_value(const Situation& s, std::uint32_t card);

/// The best use of the card just played, if it is one for anything; the first of what others offer.
int mode_value(const Situation& s, std::uint32_t action);

/// Figures that move together.
struct Party {
    int units = 0;
    bool kaija = false;

    int figures() const { return units + (kaija ? 1 : 0); }
    int strength() const { return units + (kaija ? kKaijaPoints : 0); }
};

/// In how many of the 36 throws of two dice an attacker wins who is so many points ahead without them.
int attacker_wins(int lead);

/// Land gained, less land given up and figures bound there: as few as are enough stay free for other things.
int move_gain(const Situation& s, int source, int target, const Party& party);

}  // namespace northgard
