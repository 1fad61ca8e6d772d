// Northgard's view as a map of territories.
#pragma once

#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lawspeaker::northgard {

/// The way from a territory to another one beside it.
struct MapBorder {
    /// The other territory, by its id.
    int territory;
    /// The easiest common border.
    v1::BorderKind kind;
};

/// A building on the map.
struct MapBuilding {
    /// Its index in the catalogue's buildings, which says what it brings.
    int number;
    /// The stable word of its type, such as `food_silo`.
    std::string id;
    /// What it stands on.
    v1::SpaceKind space;
};

/// A territory: what is printed on it, and what stands there.
struct MapTerritory {
    int id = 0;
    /// The seat that controls it, if any.
    std::optional<int> owner;
    /// The owner's units, special figures not counted.
    int units = 0;
    /// Whether Kaija stands there.
    bool kaija = false;
    /// Printed symbols; what buildings yield comes on top.
    int food = 0, wood = 0, lore = 0;
    /// Printed creature lairs.
    int lairs = 0;
    /// Tiles that it covers.
    int size = 0;
    /// Sides of its tiles beyond which no tile lies yet; 0 if it is closed.
    int open_sides = 0;
    /// Free spaces: small ones without symbol, small ones with the Carved Stone symbol, large ones.
    int small = 0, carved = 0, large = 0;
    std::vector<MapBuilding> buildings;
    /// The territories beside it, also those beyond impassable borders.
    std::vector<MapBorder> neighbours;
    /// Special figures that stand there, Kaija included.
    std::vector<v1::FigureView> figures;
    /// Creatures there, by their numbers in the Creature line.
    std::vector<int> creatures;

    /// How many buildings of that id stand there.
    int has(std::string_view building) const {
        return static_cast<int>(std::ranges::count(buildings, building, &MapBuilding::id));
    }
};

/// What a seat sees, by territory. The view must live as long as this.
class NorthgardMap {
public:
    /// Throws std::out_of_range if the view contradicts itself, which no view of a referee does.
    NorthgardMap(const v1::View& view, const v1::Catalogue& catalogue);

    /// Who sees it; nothing for a spectator.
    std::optional<int> seat() const { return seat_; }
    /// The part of the year; unspecified for one that this SDK does not know.
    v1::Phase phase() const { return phase_; }
    /// By id.
    const std::map<int, MapTerritory>& territories() const { return territories_; }
    /// The territory of an id. Throws std::out_of_range if there is none.
    const MapTerritory& territory(std::uint32_t id) const { return territories_.at(static_cast<int>(id)); }
    /// The ids of the territories that a seat controls, or those of nobody, ascending.
    std::vector<int> owned_by(std::optional<int> seat) const;
    /// The ids of the territories that this seat controls; none for a spectator.
    std::vector<int> own() const { return seat_ ? owned_by(seat_) : std::vector<int>(); }
    /// The other seats, ascending; in a game of teams those of the other team.
    const std::vector<int>& enemies() const { return enemies_; }
    /// What the view says of this seat; null for a spectator.
    const v1::PlayerView* me() const { return seat_ ? &view_.players(*seat_) : nullptr; }
    /// The own hand, as indices of the catalogue's cards; empty for a spectator.
    std::vector<int> hand() const;

private:
    const v1::View& view_;
    std::optional<int> seat_;
    v1::Phase phase_;
    std::map<int, MapTerritory> territories_;
    std::vector<int> enemies_;
};

/// The view as a map, which refers to the view.
inline NorthgardMap map(const v1::View& view, const v1::Catalogue& catalogue) { return {view, catalogue}; }

}  // namespace lawspeaker::northgard
