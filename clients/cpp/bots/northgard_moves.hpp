// Rules of thumb for where the figures of Northgard go: moves, retreats and recruits.
#pragma once

#include "northgard_situation.hpp"

namespace northgard {

/// The gain of the best single move of units, without Kaija, who may seldom enter enemy land; 0 if none gains.
int best_move(const Situation& s);

/// A move, or the way of a retreat.
int move(const Situation& s, const ng::Move& option);

/// A place to recruit: a camp helps, the land is in danger, free land waits, or an attack gets stronger.
int recruit(const Situation& s, const ng::Recruit& option);

}  // namespace northgard
