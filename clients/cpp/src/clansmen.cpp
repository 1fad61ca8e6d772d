#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <lawspeaker/clansmen.hpp>
#include <map>
#include <utility>

#include "maps.hpp"

namespace lawspeaker::clansmen {
namespace {

/// The six steps from a hex to the ones beside it, in axial coordinates.
constexpr std::array<std::pair<int, int>, 6> kDirections{{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};

}  // namespace

ClansmenMap::ClansmenMap(const v1::View& view, const v1::Catalogue& catalogue)
    : view_(view),
      seat_(maps::or_none(view.seat())),
      phase_(v1::PHASE_UNSPECIFIED),
      others_(maps::others_than(view.players(), seat_)) {
    v1::Phase_Parse(maps::phase_name(view.phase()), &phase_);
    for (const v1::BoardInfo& board : catalogue.boards())
        if (static_cast<int>(board.players()) == view.players_size()) add_board(board);
    for (const v1::PlayerView& player : view.players()) add_player(player, catalogue);
}

void ClansmenMap::add_board(const v1::BoardInfo& board) {
    std::map<std::pair<int, int>, int> numbers;
    for (int i = 0; i < board.q_size(); ++i) {
        MapHex hex;
        hex.number = i;
        hex.q = board.q(i);
        hex.r = board.r(i);
        hex.terrain = maps::or_none(static_cast<int>(view_.map().terrain(i)) - 1);  // 0 is unrevealed
        hexes_.push_back(std::move(hex));
        numbers[{board.q(i), board.r(i)}] = i;
    }
    for (MapHex& hex : hexes_) {
        for (const auto& [q, r] : kDirections)
            if (const auto other = numbers.find({hex.q + q, hex.r + r}); other != numbers.end())
                hex.neighbours.push_back(other->second);
        std::ranges::sort(hex.neighbours);
    }
    for (const v1::PlayerView& player : view_.players())
        for (int i = 7 * player.home(); player.home() >= 0 && i < 7 * player.home() + 7; ++i)
            hexes_.at(board.settlements(i)).settlement = static_cast<int>(player.seat());
}

void ClansmenMap::add_player(const v1::PlayerView& player, const v1::Catalogue& catalogue) {
    const int seat = static_cast<int>(player.seat());
    for (const v1::Person& person : player.people())
        hexes_.at(person.tile()).person = {seat, static_cast<v1::Population>(person.kind()), person.weakened()};
    for (const v1::Structure& structure : player.structures()) {
        const int building = static_cast<int>(structure.building());
        hexes_.at(structure.tile()).structures.push_back({seat, building, catalogue.buildings(building).id()});
    }
    for (const v1::Attached& attached : player.attached())
        hexes_.at(attached.tile()).cards.push_back(static_cast<int>(attached.card()));
}

std::vector<int> ClansmenMap::people_of(int seat) const {
    std::vector<int> found;
    for (const MapHex& hex : hexes_)
        if (hex.person && hex.person->seat == seat) found.push_back(hex.number);
    return found;
}

std::vector<int> ClansmenMap::hand() const { return maps::hand_of(me()); }

int ClansmenMap::steps(int one, int other) const {
    const MapHex& start = hexes_.at(static_cast<std::size_t>(one));
    const MapHex& end = hexes_.at(static_cast<std::size_t>(other));
    const int q = start.q - end.q;
    const int r = start.r - end.r;
    return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
}

}  // namespace lawspeaker::clansmen
