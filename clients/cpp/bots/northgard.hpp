// Rules of thumb for Northgard: how good each option of a decision is.
#pragma once

#include <lawspeaker/decision.hpp>
#include <vector>

namespace northgard {

/// How good each option is, in about a hundredth of a point of fame.
///
/// One that is not above 0 is better not taken where nothing need be taken.
std::vector<int> scores(const lawspeaker::Decision& decision);

}  // namespace northgard
