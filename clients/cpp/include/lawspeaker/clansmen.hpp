// Clansmen's view as a map of hexes.
#pragma once

#include <lawspeaker/clansmen/v1/clansmen.pb.h>

#include <optional>
#include <string>
#include <vector>

namespace lawspeaker::clansmen {

/// The population on a hex.
struct MapPerson {
    int seat;
    v1::Population kind;
    bool weakened;
};

/// A fence or house on a hex.
struct MapStructure {
    /// Whose it is.
    int seat;
    /// Its index in the catalogue's buildings, which says what it does.
    int number;
    /// The stable word of its type, such as `wooden_house`.
    std::string id;
};

/// A hex, which options call a tile.
struct MapHex {
    int number = 0;
    /// Axial coordinates.
    int q = 0, r = 0;
    /// Its index in the catalogue's terrains; nothing if it is not revealed.
    std::optional<int> terrain;
    /// The seat in whose settlement it lies, if any.
    std::optional<int> settlement;
    /// Who is on it, if anybody.
    std::optional<MapPerson> person;
    /// Fences and houses on it.
    std::vector<MapStructure> structures;
    /// Tales cards in play on it, as indices of the catalogue's cards.
    std::vector<int> cards;
    /// The hexes beside it, by their numbers, ascending.
    std::vector<int> neighbours;
};

/// What a seat sees, by hex. The view must live as long as this.
class ClansmenMap {
public:
    /// Throws std::out_of_range if the view is of another match than the catalogue.
    ClansmenMap(const v1::View& view, const v1::Catalogue& catalogue);

    /// Who sees it; nothing for a spectator.
    std::optional<int> seat() const { return seat_; }
    /// The part of the season; unspecified for one that this SDK does not know.
    v1::Phase phase() const { return phase_; }
    /// By number.
    const std::vector<MapHex>& hexes() const { return hexes_; }
    /// The numbers of the hexes on which a seat has a population, ascending.
    std::vector<int> people_of(int seat) const;
    /// The numbers of the hexes on which this seat has a population; none for a spectator.
    std::vector<int> own() const { return seat_ ? people_of(*seat_) : std::vector<int>(); }
    /// The other seats, ascending.
    const std::vector<int>& others() const { return others_; }
    /// What the view says of this seat; null for a spectator.
    const v1::PlayerView* me() const { return seat_ ? &view_.players(*seat_) : nullptr; }
    /// The own Tales cards, as indices of the catalogue's cards; empty for a spectator.
    std::vector<int> hand() const;
    /// The number of steps between two hexes. Throws std::out_of_range for a number that no hex has.
    int steps(int one, int other) const;

private:
    void add_board(const v1::BoardInfo& board);
    void add_player(const v1::PlayerView& player, const v1::Catalogue& catalogue);

    const v1::View& view_;
    std::optional<int> seat_;
    v1::Phase phase_;
    std::vector<MapHex> hexes_;
    std::vector<int> others_;
};

/// The view as a map, which refers to the view.
inline ClansmenMap map(const v1::View& view, const v1::Catalogue& catalogue) { return {view, catalogue}; }

}  // namespace lawspeaker::clansmen
