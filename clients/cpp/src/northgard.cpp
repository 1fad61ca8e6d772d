#include <cstdint>
#include <lawspeaker/northgard.hpp>

#include "maps.hpp"

namespace lawspeaker::northgard {
namespace {

int number(std::uint32_t value) { return static_cast<int>(value); }

/// The columns of layout and board as rows.
std::map<int, MapTerritory> rows(const v1::View& view) {
    const v1::Layout& layout = view.layout();
    const v1::BoardView& board = view.board();
    std::map<int, MapTerritory> territories;
    for (int i = 0; i < layout.territory_size(); ++i) {
        const int id = number(layout.territory(i));
        territories[id] = {
            .id = id,
            .owner = maps::or_none(board.owner(i)),
            .units = number(board.units(i)),
            .kaija = view.kaija() == id,
            .food = number(layout.food(i)),
            .wood = number(layout.wood(i)),
            .lore = number(layout.lore(i)),
            .lairs = number(layout.lairs(i)),
            .size = number(layout.size(i)),
            .open_sides = number(layout.open_sides(i)),
            .small = number(board.small(i)),
            .carved = number(board.carved(i)),
            .large = number(board.large(i)),
            .buildings = {},
            .neighbours = {},
            .figures = {},
            .creatures = {},
        };
    }
    return territories;
}

std::map<int, MapTerritory> territories_of(const v1::View& view, const v1::Catalogue& catalogue) {
    const v1::Layout& layout = view.layout();
    const v1::BoardView& board = view.board();
    std::map<int, MapTerritory> territories = rows(view);
    for (int i = 0; i < board.building_size(); ++i) {
        const int building = number(board.building(i));
        territories.at(number(board.building_territory(i)))
            .buildings.push_back(
                {building, catalogue.buildings(building).id(), static_cast<v1::SpaceKind>(board.building_space(i))});
    }
    for (int i = 0; i < layout.border_from_size(); ++i)
        territories.at(number(layout.border_from(i)))
            .neighbours.push_back({number(layout.border_to(i)), static_cast<v1::BorderKind>(layout.border_kind(i))});
    for (const v1::FigureView& figure : view.figures())
        if (figure.territory() >= 0) territories.at(figure.territory()).figures.push_back(figure);
    for (const v1::CreatureView& creature : view.creatures().line())
        territories.at(number(creature.territory())).creatures.push_back(number(creature.number()));
    return territories;
}

}  // namespace

NorthgardMap::NorthgardMap(const v1::View& view, const v1::Catalogue& catalogue)
    : view_(view),
      seat_(maps::or_none(view.seat())),
      phase_(v1::PHASE_UNSPECIFIED),
      territories_(territories_of(view, catalogue)),
      enemies_(maps::others_than(view.players(), seat_)) {
    v1::Phase_Parse(maps::phase_name(view.phase()), &phase_);
    if (seat_ && view.teams()) std::erase_if(enemies_, [&](int other) { return (other - *seat_) % 2 == 0; });
}

std::vector<int> NorthgardMap::owned_by(std::optional<int> seat) const {
    std::vector<int> owned;
    for (const auto& [id, territory] : territories_)
        if (territory.owner == seat) owned.push_back(id);
    return owned;
}

std::vector<int> NorthgardMap::hand() const { return maps::hand_of(me()); }

}  // namespace lawspeaker::northgard
