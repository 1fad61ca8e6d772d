// A decision of Northgard with what the rules of thumb need to know about it.
#pragma once

#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <cstdint>
#include <lawspeaker/decision.hpp>
#include <string_view>

#include "northgard_map.hpp"

namespace northgard {

/// The score of what no rule is for: the first one is taken.
constexpr int kFirstCome = 10;

inline int number(std::uint32_t value) { return static_cast<int>(value); }

struct Situation {
    explicit Situation(const lawspeaker::Decision& decision)
        : prompt(decision.prompt()),
          view(decision.view<ng::View>()),
          catalogue(decision.catalogue<ng::Catalogue>()),
          seat(number(decision.seat())),
          land(view, catalogue, seat),
          me(view.players(seat)),
          years_left(number(view.years()) - number(view.year()) + 1) {}

    /// Own units on the map, all of which cost food in winter.
    int on_map() const { return 14 - number(me.reserve()); }

    /// What the seat has.
    Resources resources() const { return {number(me.food()), number(me.wood()), number(me.lore())}; }

    /// Whether Kaija is in the seat's reserve.
    bool kaija_waits() const {
        return me.clan() >= 0 && catalogue.clans(me.clan()).id() == "bear" && view.kaija() == -1;
    }

    /// Whether winter can be paid with what the harvest will bring, but not for so many units more or with so much food
    /// less.
    bool brings_unrest(int units, int food) const {
        Resources have = resources();
        for (const Resource resource : {kFood, kWood, kLore}) have[resource] += land.income(resource);
        const Resources left{have[kFood] - food, have[kWood], have[kLore]};
        return view.unrest_left() > 0 && winter_is_paid(on_map(), have) && !winter_is_paid(on_map() + units, left);
    }

    const ng::CardInfo& card(std::uint32_t card) const { return catalogue.cards(number(card)); }

    std::string_view prompt;
    const ng::View& view;
    const ng::Catalogue& catalogue;
    int seat;
    Land land;
    const ng::PlayerView& me;
    int years_left;  // this one included
};

}  // namespace northgard
