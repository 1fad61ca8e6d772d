#include <cstddef>
#include <lawspeaker/pax_viking.hpp>
#include <utility>

#include "maps.hpp"

namespace lawspeaker::pax_viking {

PaxVikingMap::PaxVikingMap(const v1::View& view, const v1::Catalogue& catalogue)
    : view_(view),
      seat_(maps::or_none(view.seat())),
      phase_(v1::PHASE_UNSPECIFIED),
      rivals_(maps::others_than(view.players(), seat_)) {
    v1::Phase_Parse(maps::phase_name(view.phase()), &phase_);
    for (int i = 0; i < catalogue.posts_size(); ++i) {
        const v1::PostInfo& row = catalogue.posts(i);
        MapPost post;
        post.number = i;
        post.region = static_cast<int>(row.region());
        post.wind = static_cast<v1::Wind>(catalogue.regions(post.region).wind());
        post.cost = static_cast<int>(row.cost());
        post.owner = maps::or_none(view.owners(i));
        if (view.followers(i) >= 0) post.follower = static_cast<v1::InfluenceType>(view.followers(i));
        post.venture = maps::or_none(view.tiles(i));
        posts_.push_back(post);
    }
    for (int i = 0; i < catalogue.nodes_size(); ++i) {
        const v1::NodeInfo& row = catalogue.nodes(i);
        MapNode node;
        node.number = i;
        node.region = maps::or_none(row.region());
        node.post = maps::or_none(row.post());
        node.home = row.home();
        node.neighbours = maps::ints(row.beside());
        if (node.post) posts_.at(static_cast<std::size_t>(*node.post)).node = i;
        nodes_.push_back(std::move(node));
    }
    for (int i = 0; i < view.longships_size(); ++i)
        if (const int node = view.longships(i).node(); node >= 0)
            nodes_.at(static_cast<std::size_t>(node)).longships.push_back(i);
}

std::vector<int> PaxVikingMap::owned_by(std::optional<int> seat) const {
    std::vector<int> owned;
    for (const MapPost& post : posts_)
        if (post.owner == seat) owned.push_back(post.number);
    return owned;
}

std::vector<int> PaxVikingMap::longships_of(int seat) const {
    std::vector<int> found;
    for (int i = 0; i < view_.longships_size(); ++i)
        if (view_.longships(i).seat() == seat) found.push_back(i);
    return found;
}

std::vector<int> PaxVikingMap::hand() const { return maps::hand_of(me()); }

}  // namespace lawspeaker::pax_viking
