// Plays Northgard by a few rules of thumb about land, its neighbours, and what things cost and bring. It shows how a
// bot reads views, options, the catalogue and the map; whatever it does not name gets the default.
#include <algorithm>
#include <cstdlib>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/northgard.hpp>
#include <lawspeaker/run.hpp>
#include <set>
#include <string>
#include <string_view>

namespace {

namespace game = lawspeaker::northgard::v1;
using lawspeaker::northgard::MapBorder;
using lawspeaker::northgard::MapTerritory;

/// How good it is to hold land: by what it yields, and what can be built there.
int worth(const MapTerritory& t) { return 1 + 3 * (t.food + t.wood) + 2 * (t.lore + t.large) + t.small + t.carved; }

/// A view with its map, and how good options are there.
class Position {
public:
    Position(const game::View& view, const game::Catalogue& catalogue)
        : view_(view), catalogue_(catalogue), map_(view, catalogue) {}

    int score(const game::Option& option) const {
        switch (option.verb_case()) {
            case game::Option::kPlaceTile:
                return tile(option.place_tile());
            case game::Option::kPlaceGroup:
                return worth(map_.territory(option.place_group().territory()));
            case game::Option::kPlayCard:
                return play(option.play_card().card());
            case game::Option::kUpgrade:  // the least useful card goes, while there are years left to play the better
                                          // one
                return view_.year() + 1 < view_.years() ? 100 - play(option.upgrade().card()) : 0;
            case game::Option::kRecruit:
                return recruit(map_.territory(option.recruit().territory()));
            case game::Option::kBuild:
                return build(catalogue_.buildings(static_cast<int>(option.build().building())),
                             map_.territory(option.build().territory()));
            case game::Option::kMove:
                return move(option.move());
            case game::Option::kCard:
                return 1 + catalogue_.cards(static_cast<int>(option.card().card())).fame();
            default:  // Wait, Replace, Remove and Pass
                return 0;
        }
    }

private:
    /// Prefers rich tiles, and cells with many tiles around: there land is closed, which brings fame.
    int tile(const game::PlaceTile& option) const {
        int score = 1;
        for (const game::AreaInfo& area : catalogue_.tiles(static_cast<int>(option.tile())).areas()) {
            score += static_cast<int>(area.food() + area.wood() + area.lore());
        }
        const game::Layout& layout = view_.layout();
        for (int i = 0; i < layout.x_size(); ++i) {
            if (std::abs(layout.x(i) - option.x()) + std::abs(layout.y(i) - option.y()) == 1) score += 4;
        }
        return score;
    }

    /// Goes by what a card says. Buildings cost wood, and units food in winter: one for every three after the third.
    int play(std::uint32_t card) const {
        const std::string_view text = catalogue_.cards(static_cast<int>(card)).text();
        const auto says = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
        const int units = 14 - static_cast<int>(map_.me()->reserve());
        int food = static_cast<int>(map_.me()->food()), open = 0;
        for (const int id : map_.own()) {
            const MapTerritory& t = map_.territories().at(id);
            food += t.food + t.has("food_silo");
            open += t.open_sides;
        }
        if (says("Recruit")) return units < 14 && units / 3 <= food ? 40 : 0;
        if (says("Build")) return map_.me()->wood() > 0 ? 60 : 0;
        if (says("Explore")) return open > 0 ? 50 : 0;
        return 30;  // it moves units, draws cards, or harms others
    }

    /// Guards land beside strong enemies.
    int recruit(const MapTerritory& t) const {
        int score = 20 - t.units;
        for (const MapBorder& border : t.neighbours) {
            const MapTerritory& other = map_.territories().at(border.territory);
            const bool enemy = other.owner && std::ranges::count(map_.enemies(), *other.owner) > 0;
            if (enemy && border.kind != game::BORDER_KIND_IMPASSABLE) score += 2 * other.units;
        }
        return score;
    }

    /// For what brings most until the end for its price; three large ones in closed land win at once.
    int build(const game::BuildingInfo& b, const MapTerritory& t) const {
        const auto yearly =
            2 * (b.harvest_food() + b.harvest_wood()) + b.harvest_lore() + 3 * b.cards() + 6 * b.harvest_fame();
        const int closed = b.large() && t.open_sides == 0 ? 20 : 0;
        return static_cast<int>(yearly * (view_.years() - view_.year() + 1)) - static_cast<int>(b.wood()) + closed;
    }

    /// Takes free land, and that of enemies who are far weaker; one unit stays behind.
    int move(const game::Move& option) const {
        const MapTerritory& target = map_.territory(option.target());
        const int units = static_cast<int>(option.units());
        const int defenders = target.units + static_cast<int>(target.figures.size() + target.creatures.size());
        const bool strong = defenders == 0 || units >= defenders + 2;
        const bool stays = 0 < units && units < map_.territory(option.source()).units;
        return target.owner != map_.seat() && stays && strong ? 10 * worth(target) - units : 0;
    }

    const game::View& view_;
    const game::Catalogue& catalogue_;
    lawspeaker::northgard::NorthgardMap map_;
};

/// Takes the option with the highest score above 0, the first one of equals, and the default if there is none.
class ExampleBot : public lawspeaker::Bot {
public:
    ExampleBot() : Bot({.name = "example", .games = {"northgard"}, .max_matches = 64}) {}

    lawspeaker::Picks decide(lawspeaker::Decision& decision) override {
        // Those that the rules of thumb are for; docs/northgard.md lists all of them.
        static const std::set<std::string_view> prompts = {"setup.tile",    "setup.group", "turn.action",
                                                           "turn.flash",    "pass.card",   "explore.place",
                                                           "recruit.place", "build.place", "move.step"};
        if (!prompts.contains(decision.prompt())) return decision.default_picks();
        const Position position(decision.view<game::View>(), decision.catalogue<game::Catalogue>());
        int best = 0;
        lawspeaker::Picks picks = decision.default_picks();
        std::size_t index = 0;
        for (const game::Option& option : decision.options<game::Options>()) {
            if (const int score = position.score(option); score > best) {
                best = score;
                picks = {index};
            }
            ++index;
        }
        decision.annotate("score " + std::to_string(best));
        return picks;
    }
};

}  // namespace

int main() {
    ExampleBot bot;
    return lawspeaker::run_main(bot);
}
