// A decision of Northgard with what the rules of thumb need to know about it.
#pragma once

#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <cstdint>
#include <lawspeaker/decision.hpp>
#include <string_view>

#include "northgard_map.hpp"

namespace northgard {

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
