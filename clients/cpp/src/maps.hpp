// What the maps of all games are made with.
#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace lawspeaker::maps {

/// The number, or nothing where it is -1 for nobody or nothing.
inline std::optional<int> or_none(int number) { return number < 0 ? std::nullopt : std::optional(number); }

/// The name of a phase in a game's enum Phase, for the word of a view.
inline std::string phase_name(const std::string& word) {
    std::string name = "PHASE_" + word;
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return std::toupper(letter); });
    return name;
}

/// The seats of a view's players but one, ascending.
template <class Players>
std::vector<int> others_than(const Players& players, std::optional<int> seat) {
    std::vector<int> others;
    for (const auto& player : players)
        if (const int other = static_cast<int>(player.seat()); other != seat) others.push_back(other);
    return others;
}

/// Numbers of a message.
template <class Numbers>
std::vector<int> ints(const Numbers& numbers) {
    return {numbers.begin(), numbers.end()};
}

/// The hand of a player; empty if there is none.
template <class Player>
std::vector<int> hand_of(const Player* player) {
    return player == nullptr ? std::vector<int>() : ints(player->hand());
}

}  // namespace lawspeaker::maps
