// Pax Viking's view as a map of POSTS and of the places where Longships stand.
#pragma once

#include <lawspeaker/pax_viking/v1/pax_viking.pb.h>

#include <optional>
#include <vector>

namespace lawspeaker::pax_viking {

/// A place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY.
struct MapNode {
    /// Its index in the catalogue's nodes.
    int number = 0;
    /// The REGION that it is or lies in, or the DUCHY whose HOME it is; nothing for the HOME of a Jarl.
    std::optional<int> region;
    /// The POST that it is, if it is one.
    std::optional<int> post;
    /// Whether it is a HOME, which only its owner may enter.
    bool home = false;
    /// The nodes one STEP away, by number; the own HOMES beside a REGION are not named.
    std::vector<int> neighbours;
    /// Longships there, as indices of the view's longships, ascending.
    std::vector<int> longships;
};

/// A POST.
struct MapPost {
    /// Its index in the catalogue's posts.
    int number = 0;
    /// Its number among the nodes.
    int node = 0;
    /// The REGION in which it lies.
    int region = 0;
    /// The WIND in which that REGION lies.
    v1::Wind wind = v1::WIND_NORTH;
    /// The price of ESTABLISHING there, in silver.
    int cost = 0;
    /// Whose Follower is there, if anybody's.
    std::optional<int> owner;
    /// The type of that Follower.
    std::optional<v1::InfluenceType> follower;
    /// The Venture on it, as an index of the catalogue's tiles.
    std::optional<int> venture;
};

/// What a seat sees, by POST and by place. The view must live as long as this.
class PaxVikingMap {
public:
    /// Throws std::out_of_range if the view is of another match than the catalogue.
    PaxVikingMap(const v1::View& view, const v1::Catalogue& catalogue);

    /// Who sees it; nothing for a spectator.
    std::optional<int> seat() const { return seat_; }
    /// The part of the turn; unspecified for one that this SDK does not know.
    v1::Phase phase() const { return phase_; }
    /// By number.
    const std::vector<MapPost>& posts() const { return posts_; }
    /// By number.
    const std::vector<MapNode>& nodes() const { return nodes_; }
    /// The numbers of the POSTS with a Follower of a seat, or of those of nobody, ascending.
    std::vector<int> owned_by(std::optional<int> seat) const;
    /// The numbers of the POSTS with a Follower of this seat; none for a spectator.
    std::vector<int> own() const { return seat_ ? owned_by(seat_) : std::vector<int>(); }
    /// The Longships of a seat, as indices of the view's longships, wherever they are.
    std::vector<int> longships_of(int seat) const;
    /// The other seats, ascending.
    const std::vector<int>& rivals() const { return rivals_; }
    /// What the view says of this seat; null for a spectator.
    const v1::PlayerView* me() const { return seat_ ? &view_.players(*seat_) : nullptr; }
    /// The own hand, as indices of the catalogue's tiles; empty for a spectator.
    std::vector<int> hand() const;

private:
    const v1::View& view_;
    std::optional<int> seat_;
    v1::Phase phase_;
    std::vector<MapPost> posts_;
    std::vector<MapNode> nodes_;
    std::vector<int> rivals_;
};

/// The view as a map, which refers to the view.
inline PaxVikingMap map(const v1::View& view, const v1::Catalogue& catalogue) { return {view, catalogue}; }

}  // namespace lawspeaker::pax_viking
